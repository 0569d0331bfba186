import { Badge, Button, Checkbox, Grid, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { LoadStates } from '../../ui/list-states.tsx';
import { withoutEntities } from '../../ui/plain-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { AddItems } from './add-items.tsx';
import { ItemList } from './item-list.tsx';
import { type LoadedMenu, loadMenu, menusQuery, placesQuery } from './menu-api.ts';
import { MenuConflict } from './menu-conflict.tsx';
import { useMenuDraft } from './use-menu-draft.ts';
import { menuWords } from './words.ts';

/** One menu with its places and items. */
export function MenuScreen() {
  const own = useOwnWords(menuWords);
  const { id } = useParams({ from: '/menus/$id' });
  const menu = useQuery({
    queryKey: ['menus', 'one', id],
    queryFn: ({ signal }) => loadMenu(Number(id), signal),
    // Somebody works on it: it is loaded anew when it is opened, not in between.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (menu.data) return <MenuForm key={id} id={Number(id)} loaded={menu.data} />;
  return (
    <Screen title={own.title}>
      <LoadStates query={menu} />
    </Screen>
  );
}

function MenuForm({ id, loaded }: { readonly id: number; readonly loaded: LoadedMenu }) {
  const words = useWords();
  const own = useOwnWords(menuWords);
  const { draft, isChanged, set, change, saving, conflict, resolve } = useMenuDraft(id, loaded);
  return (
    <Screen
      title={draft.name || own.title}
      note={own.itemCount(draft.items.length)}
      actions={
        <>
          {isChanged && <Badge variant="light">{own.unsaved}</Badge>}
          <ButtonLink
            variant="default"
            to="/menus"
            leftSection={<ArrowLeft size={18} aria-hidden className="turns-with-direction" />}
          >
            {own.back}
          </ButtonLink>
          <Button loading={saving.isPending} disabled={!isChanged} onClick={() => saving.mutate()}>
            {words.common.save}
          </Button>
        </>
      }
    >
      {saving.isError && !conflict && <ErrorState title={words.states.notSaved} error={saving.error} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <section aria-label={own.items}>
            {draft.items.length === 0 ? (
              <Paper withBorder>
                <EmptyState title={own.noItems} text={own.noItemsText} />
              </Paper>
            ) : (
              <ItemList items={draft.items} change={change} />
            )}
          </section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <Paper withBorder p="md">
              <AddItems add={(item) => change((items) => [...items, item])} />
            </Paper>
            <Paper withBorder p="md">
              <Stack>
                <TextInput
                  label={own.name}
                  description={own.nameHint}
                  required
                  value={draft.name}
                  onChange={(event) => set({ name: event.currentTarget.value })}
                />
                <Places id={id} chosen={draft.locations} choose={(locations) => set({ locations })} />
                <Checkbox
                  label={own.autoAdd}
                  description={own.autoAddHint}
                  checked={draft.auto_add}
                  onChange={(event) => set({ auto_add: event.currentTarget.checked })}
                />
              </Stack>
            </Paper>
          </Stack>
        </Grid.Col>
      </Grid>
      <LeaveDialog isChanged={isChanged} />
      {conflict && <MenuConflict mine={draft} theirs={conflict} resolve={resolve} />}
    </Screen>
  );
}

interface PlacesProps {
  readonly id: number;
  readonly chosen: readonly string[];
  readonly choose: (names: readonly string[]) => void;
}

/** Where the theme shows the menu. */
function Places({ id, chosen, choose }: PlacesProps) {
  const own = useOwnWords(menuWords);
  const places = useQuery(placesQuery);
  const menus = useQuery(menusQuery);
  const nameOf = (menu: number) => withoutEntities(menus.data?.find((one) => one.id === menu)?.name ?? '');
  if (places.isError) return <ErrorState error={places.error} retry={() => void places.refetch()} />;
  if (places.data?.length === 0) return <Text size="sm">{own.noPlaces}</Text>;
  return (
    <Checkbox.Group label={own.places} value={[...chosen]} onChange={choose}>
      <Stack gap="xs" mt={6}>
        {places.data?.map((place) => {
          const other = place.menu !== id ? nameOf(place.menu) : '';
          return (
            <Checkbox
              key={place.name}
              value={place.name}
              label={place.description}
              description={other ? own.takenBy(other) : undefined}
            />
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
}
