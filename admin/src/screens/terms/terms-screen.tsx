import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  Menu,
  Modal,
  Paper,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import { notifyDone } from '../../ui/notify.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField, useListSearch } from '../../ui/search-field.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx';
import { useWords } from '../../words/words.tsx';
import { TermForm } from './term-form.tsx';
import { categoryKind, type Term, type TermKind, tagKind } from './term-kind.ts';

export const CategoriesScreen = () => <Terms kind={categoryKind} />;
export const TagsScreen = () => <Terms kind={tagKind} />;

function Terms({ kind }: { readonly kind: TermKind }) {
  const words = useWords();
  const own = kind.words(words);
  const client = useQueryClient();
  const { page, setPage, search, field } = useListSearch();
  const [edited, setEdited] = useState<Term | 'new' | null>(null);
  const [removed, setRemoved] = useState<Term | null>(null);
  const list = useQuery({
    queryKey: [kind.key, 'list', page, search],
    queryFn: ({ signal }) => kind.list({ page, search }, signal),
    placeholderData: keepPreviousData,
  });
  const remove = useMutation({
    mutationFn: (term: Term) => kind.remove(term.id),
    onSuccess: async () => {
      setRemoved(null);
      notifyDone(words, words.list.removed(1));
      await client.invalidateQueries({ queryKey: [kind.key] });
    },
  });
  const terms = list.data?.items ?? [];
  const names = new Map(terms.map(({ id, name }) => [id, name]));
  return (
    <Screen
      title={own.title}
      note={list.data && own.count(list.data.total)}
      actions={
        <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setEdited('new')}>
          {own.new}
        </Button>
      }
    >
      <Group mb="md" role="search">
        <SearchField {...field} />
      </Group>
      {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <LoadingRows />}
      {list.data && terms.length === 0 && (
        <Paper withBorder>
          <EmptyState title={search ? words.list.nothingFound : own.empty} text={search ? '' : own.emptyText} />
        </Paper>
      )}
      {terms.length > 0 && (
        <Paper withBorder px={{ base: 'xs', sm: 'md' }} py="xs">
          <Table verticalSpacing="sm" highlightOnHover aria-label={own.title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.terms.name}</Table.Th>
                <Table.Th visibleFrom="sm">{words.terms.slug}</Table.Th>
                {kind.hasParents && <Table.Th visibleFrom="sm">{words.terms.parent}</Table.Th>}
                <Table.Th w={90}>{words.terms.uses}</Table.Th>
                <Table.Th w={48}>
                  <VisuallyHidden>{words.common.more}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {terms.map((term) => (
                <Table.Tr key={term.id}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    <Anchor
                      component="button"
                      type="button"
                      fw={600}
                      c="inherit"
                      ta="start"
                      onClick={() => setEdited(term)}
                    >
                      {term.name}
                    </Anchor>
                    <Text size="xs" c="dimmed" lineClamp={2}>
                      {term.description}
                    </Text>
                  </Table.Td>
                  <Table.Td visibleFrom="sm">
                    <Text size="sm" c="dimmed">
                      {term.slug}
                    </Text>
                  </Table.Td>
                  {kind.hasParents && (
                    <Table.Td visibleFrom="sm">
                      <Text size="sm" c="dimmed">
                        {term.parent ? (names.get(term.parent) ?? `#${term.parent}`) : ''}
                      </Text>
                    </Table.Td>
                  )}
                  <Table.Td>
                    <Text size="sm">{term.count.toLocaleString()}</Text>
                  </Table.Td>
                  <Table.Td>
                    <Menu position="bottom-end">
                      <Menu.Target>
                        <ActionIcon variant="subtle" color="gray" aria-label={words.list.actions(term.name)}>
                          <Ellipsis size={18} aria-hidden />
                        </ActionIcon>
                      </Menu.Target>
                      <Menu.Dropdown>
                        <Menu.Item onClick={() => setEdited(term)}>{words.list.edit}</Menu.Item>
                        <Menu.Item component="a" href={term.link}>
                          {words.list.view}
                        </Menu.Item>
                        <Menu.Item color="red" onClick={() => setRemoved(term)}>
                          {words.common.delete}
                        </Menu.Item>
                      </Menu.Dropdown>
                    </Menu>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
      {edited && <TermForm kind={kind} term={edited === 'new' ? null : edited} close={() => setEdited(null)} />}
      <Modal
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={words.terms.confirmDelete(removed?.name ?? '')}
        centered
        closeButtonProps={{ 'aria-label': words.common.close }}
      >
        <Stack>
          <Text size="sm">{words.terms.confirmDeleteText(removed?.count ?? 0)}</Text>
          {remove.isError && <ErrorState title={words.states.notSaved} error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setRemoved(null)} data-autofocus>
              {words.common.cancel}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => removed && remove.mutate(removed)}>
              {words.common.delete}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Screen>
  );
}
