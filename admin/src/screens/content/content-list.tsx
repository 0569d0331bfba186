import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { ListStates } from '../../ui/list-states.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { addresses, type ContentKind } from './content-kind.ts';
import { ContentTable } from './content-table.tsx';
import { duplicateItem } from './duplicate-item.ts';
import { EditItemsDialog } from './edit-items-dialog.tsx';
import { ListFilters } from './list-filters.tsx';
import { type ListSearch, readListSearch } from './list-search.ts';
import { listWords } from './list-words.ts';
import { SavedViews } from './saved-views.tsx';
import { useStateCounts } from './state-counts.ts';
import { type ContentAction, type ListAction, useContentActions } from './use-content-actions.tsx';

/** The list of one kind of content. Its filters stand in the address, so that they can be kept and shared. */
export function ContentList({ kind, search }: { readonly kind: ContentKind; readonly search: ListSearch }) {
  const words = useWords();
  const own = kind.words(words);
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [removing, setRemoving] = useState<readonly number[]>([]);
  const [editing, setEditing] = useState<{ readonly ids: readonly number[]; readonly isQuick: boolean } | null>(null);
  /** The filters begin anew when saved ones are set. */
  const [filtersSet, setFiltersSet] = useState(0);
  const listOwn = useOwnWords(listWords);
  const client = useQueryClient();
  const may = useMay();
  const { run, isBusy } = useContentActions(kind);
  const counts = useStateCounts(kind);
  const isFiltered = Object.keys(search).some((name) => name !== 'page');
  // What is found stands for itself; otherwise the list is a tree that begins at its root. Whoever cannot see the items
  // of others would miss those below them in it.
  const isTree = kind.type.hierarchical && !isFiltered && may(kind.type.capabilities.edit_others);
  const list = useQuery({
    queryKey: [kind.key, 'list', isTree ? 'tree' : 'flat', search],
    queryFn: async ({ signal }) =>
      isTree
        ? kind.below([0, ...(await trashedIds(kind, signal))], search.page ?? 1, signal)
        : kind.list(search, signal),
    placeholderData: keepPreviousData,
  });

  const go = (next: ListSearch) => {
    setSelected(new Set());
    void navigate({ to: addresses.list(kind), search: next });
  };
  const change = (changes: Partial<Record<keyof ListSearch, string | number | null>>) =>
    go(readListSearch({ ...search, page: undefined, ...changes }));
  const sort = (orderby: 'date' | 'modified' | 'title') => {
    const usual = orderby === 'title' ? 'asc' : 'desc';
    const isSame = (search.orderby ?? 'date') === orderby;
    const order = isSame && (search.order ?? usual) === usual ? (usual === 'asc' ? 'desc' : 'asc') : usual;
    change({ orderby, order });
  };
  const select = useCallback(
    (ids: readonly number[], isSelected: boolean) =>
      setSelected((before) => {
        const next = new Set(before);
        for (const id of ids) isSelected ? next.add(id) : next.delete(id);
        return next;
      }),
    [],
  );
  const duplicate = useCallback(
    async ([id]: readonly number[]) => {
      if (id === undefined) return;
      try {
        const copy = await duplicateItem(kind, id, listOwn.copyOf);
        await client.invalidateQueries({ queryKey: [kind.key] });
        await navigate({ to: addresses.item(kind, copy) });
        notifyDone(words, listOwn.duplicated);
      } catch (error) {
        notifyFailed(words, words.list.failed(1), error);
      }
    },
    [kind, client, navigate, words, listOwn],
  );
  const act = useCallback(
    (action: ListAction, ids: readonly number[], isBulk = false) => {
      if (action === 'remove') return setRemoving(ids);
      if (action === 'edit') return setEditing({ ids, isQuick: !isBulk });
      if (action === 'duplicate') return void duplicate(ids);
      setSelected(new Set());
      void run(action, ids);
    },
    [run, duplicate],
  );

  const total = isTree ? counts['any'] : list.data?.total;
  return (
    <Screen
      title={own.title}
      note={total === undefined ? undefined : own.count(total)}
      actions={
        <ButtonLink to={addresses.new(kind)} leftSection={<Plus size={18} aria-hidden />}>
          {own.new}
        </ButtonLink>
      }
    >
      <ListFilters
        search={search}
        taxonomies={kind.taxonomies}
        hasAuthors={kind.type.supports.includes('author')}
        counts={counts}
        change={change}
        key={`${isFiltered ? 'filtered' : 'all'} ${filtersSet}`}
      >
        <SavedViews
          kind={kind}
          search={search}
          go={(view) => {
            setFiltersSet((count) => count + 1);
            go(view);
          }}
        />
      </ListFilters>
      <BulkBar kind={kind} search={search} selected={selected} act={act} isBusy={isBusy} />
      <ListStates
        query={list}
        count={list.data?.items.length ?? 0}
        empty={{ title: own.empty, text: own.emptyText }}
        isFiltered={isFiltered}
        clear={() => go({})}
      >
        <ContentTable
          kind={kind}
          items={list.data?.items ?? []}
          isTree={isTree}
          isOld={list.isPlaceholderData}
          search={search}
          selected={selected}
          select={select}
          sort={sort}
          act={act}
        />
      </ListStates>
      {list.data && <PagesBar page={search.page ?? 1} pages={list.data.pages} go={(page) => change({ page })} />}
      {editing && (
        <EditItemsDialog
          kind={kind}
          {...editing}
          close={() => setEditing(null)}
          done={() => {
            setSelected(new Set());
            setEditing(null);
          }}
        />
      )}
      <ConfirmDialog
        isOpened={removing.length > 0}
        title={words.list.confirmDelete(removing.length)}
        text={words.list.confirmDeleteText}
        close={() => setRemoving([])}
        confirm={() => {
          setSelected(new Set());
          setRemoving([]);
          void run('remove', removing);
        }}
      />
    </Screen>
  );
}

interface BulkBarProps {
  readonly kind: ContentKind;
  readonly search: ListSearch;
  readonly selected: ReadonlySet<number>;
  readonly act: (action: ListAction, ids: readonly number[], isBulk?: boolean) => void;
  readonly isBusy: boolean;
}

/** What can be done with everything that is selected. */
function BulkBar({ kind, search, selected, act, isBusy }: BulkBarProps) {
  const words = useWords();
  const own = useOwnWords(listWords);
  const may = useMay();
  const { capabilities } = kind.type;
  if (selected.size === 0) return null;
  const ids = [...selected];
  const button = (action: ContentAction, label: string, colour?: string) => (
    <Button size="compact-sm" variant="default" c={colour} onClick={() => act(action, ids)} loading={isBusy}>
      {label}
    </Button>
  );
  return (
    <Group mb="sm" gap="xs" role="group" aria-label={words.list.selected(selected.size)}>
      <Text size="sm" fw={600}>
        {words.list.selected(selected.size)}
      </Text>
      {search.status === 'trash' ? (
        <>
          {button('restore', words.list.restore)}
          {may(capabilities.delete) && button('remove', words.common.delete, 'red')}
        </>
      ) : (
        <>
          <Button size="compact-sm" onClick={() => act('edit', ids, true)}>
            {own.bulkEdit}
          </Button>
          {may(capabilities.publish) && button('publish', words.list.publish)}
          {button('draft', words.list.toDraft)}
          {may(capabilities.delete) && button('trash', words.list.trash, 'red')}
        </>
      )}
    </Group>
  );
}

/** What stands below something in the trash is shown as if it were at the root: nothing else would show it. */
async function trashedIds(kind: ContentKind, signal: AbortSignal): Promise<number[]> {
  const { items } = await kind.items.list({ status: ['trash'], per_page: 100, _fields: 'id' }, signal);
  return items.map(({ id }) => id);
}
