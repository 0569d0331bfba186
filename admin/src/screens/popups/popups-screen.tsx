import { Badge, Button, Group, Switch, Table, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ListStates, ListTable } from '../../ui/list-states.tsx';
import { notifyFailed } from '../../ui/notify.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { popupWords } from './words.ts';

/** The popups of the site and what came of them. */
export function PopupsScreen() {
  const words = useWords();
  const own = useOwnWords(popupWords);
  const dates = useDates();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [isMaking, setMaking] = useState(false);
  const list = useQuery({
    queryKey: ['popups', 'list', page],
    queryFn: ({ signal }) => api.list('/platen/v1/popups', { page }, signal),
    placeholderData: keepPreviousData,
  });
  const enable = useMutation({
    mutationFn: ({ id, isEnabled }: { readonly id: number; readonly isEnabled: boolean }) =>
      api.post('/platen/v1/popups/{id}', { id, is_enabled: isEnabled }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['popups'] }),
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  const popups = list.data?.items ?? [];
  return (
    <Screen
      title={own.title}
      note={list.data && own.count(list.data.total)}
      actions={
        <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setMaking(true)}>
          {own.new}
        </Button>
      }
    >
      <ListStates query={list} count={popups.length} empty={{ title: own.empty, text: own.emptyText }}>
        <ListTable label={own.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{own.name}</Table.Th>
              <Table.Th ta="end">{own.opens}</Table.Th>
              <Table.Th ta="end">{own.conversions}</Table.Th>
              <Table.Th ta="end" visibleFrom="sm">
                {own.rate}
              </Table.Th>
              <Table.Th visibleFrom="sm">{own.lastOpen}</Table.Th>
              <Table.Th visibleFrom="sm">{own.shown}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {popups.map((popup) => (
              <Table.Tr key={popup.id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <Group gap="xs">
                    <TextLink to="/popups/$id" params={{ id: String(popup.id) }} fw={600} c="inherit">
                      {popup.name || words.common.untitled}
                    </TextLink>
                    {popup.status !== 'publish' && <Badge color="gray">{own.draft}</Badge>}
                  </Group>
                </Table.Td>
                <Table.Td ta="end">{popup.opens.toLocaleString()}</Table.Td>
                <Table.Td ta="end">{popup.conversions.toLocaleString()}</Table.Td>
                <Table.Td ta="end" visibleFrom="sm">
                  {popup.rate.toLocaleString()} %
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Text size="sm" c="dimmed">
                    {popup.last_open ? dates.minute(new Date(`${popup.last_open}Z`)) : own.never}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Switch
                    aria-label={own.isShown(popup.name)}
                    checked={
                      enable.isPending && enable.variables.id === popup.id
                        ? enable.variables.isEnabled
                        : popup.is_enabled
                    }
                    onChange={(event) => enable.mutate({ id: popup.id, isEnabled: event.currentTarget.checked })}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ListTable>
      </ListStates>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
      {isMaking && <NewPopup close={() => setMaking(false)} />}
    </Screen>
  );
}

function NewPopup({ close }: { readonly close: () => void }) {
  const words = useWords();
  const own = useOwnWords(popupWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => api.post('/platen/v1/popups', { name }),
    onSuccess: async ({ id }) => {
      close();
      await client.invalidateQueries({ queryKey: ['popups'] });
      await navigate({ to: '/popups/$id', params: { id: String(id) } });
    },
  });
  return (
    <FormDialog title={own.new} submit={words.common.save} saving={save} close={close}>
      <TextInput
        label={own.name}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
