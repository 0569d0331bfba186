import { Button, Table } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/me.ts';
import { NotFound } from '../../app/fallbacks.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useListSearch } from '../../ui/search-field.tsx';
import { SearchedTable } from '../../ui/searched-table.tsx';
import { useWords } from '../../words/words.tsx';
import { MergeForm } from './merge-form.tsx';
import { TermForm } from './term-form.tsx';
import { type Term, type TermKind, useTermKinds } from './term-kind.ts';
import { type TermAction, TermRows } from './term-rows.tsx';

const SeoDialog = lazyDialog(
  () => import('../seo/seo-dialog.tsx'),
  (m) => m.SeoDialog,
);

export const CategoriesScreen = () => <TaxonomyTerms taxonomy="category" />;
export const TagsScreen = () => <TaxonomyTerms taxonomy="post_tag" />;

/** The terms of a taxonomy that the site declares. */
export function TaxonomyScreen() {
  const { taxonomy } = useParams({ from: '/taxonomies/$taxonomy' });
  return <TaxonomyTerms key={taxonomy} taxonomy={taxonomy} />;
}

function TaxonomyTerms({ taxonomy }: { readonly taxonomy: string }) {
  const kind = useTermKinds().get(taxonomy);
  return kind ? <Terms kind={kind} /> : <NotFound />;
}

type Edited = { readonly term: Term | null; readonly below?: number };

function Terms({ kind }: { readonly kind: TermKind }) {
  const words = useWords();
  const own = kind.words(words);
  const may = useMay();
  const client = useQueryClient();
  const { page, setPage, search, field } = useListSearch();
  const [edited, setEdited] = useState<Edited | null>(null);
  const [merged, setMerged] = useState<Term | null>(null);
  const [removed, setRemoved] = useState<Term | null>(null);
  const [found, setFound] = useState<Term | null>(null);
  // What is found stands for itself; otherwise the list is a tree that begins at its root.
  const isTree = kind.hasParents && search === '';
  const list = useQuery({
    queryKey: [kind.key, 'list', page, search],
    queryFn: ({ signal }) => kind.list({ page, search, ...(isTree ? { parent: 0 } : {}) }, signal),
    placeholderData: keepPreviousData,
  });
  const total = useQuery({
    queryKey: [kind.key, 'list', 'total'],
    queryFn: async ({ signal }) => (await kind.list({ page: 1, search: '' }, signal)).total,
    enabled: isTree,
  });
  const remove = useMutation({
    mutationFn: (term: Term) => kind.remove(term.id),
    onSuccess: async () => {
      setRemoved(null);
      notifyDone(words, words.list.removed(1));
      await client.invalidateQueries({ queryKey: [kind.key] });
    },
  });
  const act = (action: TermAction, term: Term) => {
    if (action === 'edit') setEdited({ term });
    if (action === 'addBelow') setEdited({ term: null, below: term.id });
    if (action === 'found') setFound(term);
    if (action === 'merge') setMerged(term);
    if (action === 'remove') setRemoved(term);
  };
  const terms = list.data?.items ?? [];
  const count = isTree ? total.data : list.data?.total;
  return (
    <Screen
      title={own.title}
      note={count === undefined ? undefined : own.count(count)}
      actions={
        may(kind.taxonomy.capabilities.manage) && (
          <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setEdited({ term: null })}>
            {own.new}
          </Button>
        )
      }
    >
      <SearchedTable
        words={own}
        searching={{ search, field }}
        query={list}
        count={terms.length}
        headings={
          <>
            <Table.Th>{words.terms.name}</Table.Th>
            <Table.Th visibleFrom="sm">{words.terms.slug}</Table.Th>
            {kind.hasParents && !isTree && <Table.Th visibleFrom="sm">{words.terms.parent}</Table.Th>}
            <Table.Th w={90}>{own.uses}</Table.Th>
          </>
        }
      >
        <TermRows kind={kind} terms={terms} isTree={isTree} depth={0} act={act} />
      </SearchedTable>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
      {edited && <TermForm kind={kind} term={edited.term} below={edited.below} close={() => setEdited(null)} />}
      {found && (
        <SeoDialog
          subject={{ kind: 'term', id: found.id, taxonomy: kind.taxonomy.name }}
          name={found.name}
          close={() => setFound(null)}
        />
      )}
      {merged && <MergeForm kind={kind} term={merged} close={() => setMerged(null)} />}
      <ConfirmDialog
        isOpened={removed !== null}
        title={words.terms.confirmDelete(removed?.name ?? '')}
        text={words.terms.confirmDeleteText(removed?.count ?? 0)}
        isBusy={remove.isPending}
        error={remove.error}
        close={() => setRemoved(null)}
        confirm={() => removed && remove.mutate(removed)}
      />
    </Screen>
  );
}
