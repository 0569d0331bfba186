import { Button, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ListStates, ListTable } from '../../ui/list-states.tsx';
import { withoutEntities } from '../../ui/plain-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { makeMenu, menusQuery, placesQuery } from './menu-api.ts';
import { useRemoveMenu } from './use-remove-menu.ts';
import { menuWords } from './words.ts';

/** The menus of the site, and where each is shown. */
export function MenusScreen() {
  const words = useWords();
  const own = useOwnWords(menuWords);
  const [isMaking, setMaking] = useState(false);
  const menus = useQuery(menusQuery);
  const places = useQuery(placesQuery);
  const remove = useRemoveMenu();
  const placesOf = (names: readonly string[]) =>
    names.map((name) => places.data?.find((place) => place.name === name)?.description ?? name).join(', ');
  const make = (
    <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setMaking(true)}>
      {own.new}
    </Button>
  );
  return (
    <Screen title={own.title} note={menus.data && own.count(menus.data.length)} actions={make}>
      <ListStates
        query={menus}
        rows={4}
        count={menus.data?.length ?? 0}
        empty={{ title: own.empty, text: own.emptyText }}
      >
        <ListTable label={own.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{own.name}</Table.Th>
              <Table.Th>{own.places}</Table.Th>
              <Table.Th visibleFrom="sm" w={110}>
                {own.items}
              </Table.Th>
              <Table.Th w={120}>
                <VisuallyHidden>{words.common.more}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {menus.data?.map((menu) => (
              <Table.Tr key={menu.id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <TextLink to="/menus/$id" params={{ id: String(menu.id) }} fw={600} c="inherit">
                    {withoutEntities(menu.name)}
                  </TextLink>
                </Table.Td>
                <Table.Td>
                  {menu.locations.length > 0 ? (
                    placesOf(menu.locations)
                  ) : (
                    <Text size="sm" c="dimmed">
                      {own.nowhere}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td visibleFrom="sm">{menu.count.toLocaleString()}</Table.Td>
                <Table.Td ta="end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={own.remove(withoutEntities(menu.name))}
                    onClick={() => remove.mutate(menu.id)}
                  >
                    {own.removeIt}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ListTable>
      </ListStates>
      {isMaking && <NewMenu close={() => setMaking(false)} />}
    </Screen>
  );
}

function NewMenu({ close }: { readonly close: () => void }) {
  const words = useWords();
  const own = useOwnWords(menuWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => makeMenu(name),
    onSuccess: async ({ id }) => {
      close();
      await client.invalidateQueries({ queryKey: ['menus'] });
      await navigate({ to: '/menus/$id', params: { id: String(id) } });
    },
  });
  return (
    <FormDialog title={own.new} submit={words.common.save} saving={save} close={close}>
      <TextInput
        label={own.name}
        description={own.nameHint}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
