import { Group, SegmentedControl, Select } from '@mantine/core';
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/api.ts';
import { useMay } from '../../api/me.ts';
import { withoutEntities } from '../../ui/plain-text.ts';
import { RemoteSelect } from '../../ui/remote-select.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useLanguage, useWords } from '../../words/words.tsx';
import type { TermKind } from '../terms/term-kind.ts';
import { type ListSearch, listStatuses } from './list-search.ts';

interface ListFiltersProps {
  readonly search: ListSearch;
  readonly taxonomies: readonly TermKind[];
  readonly hasAuthors: boolean;
  /** How many there are in each state, as far as that is known. */
  readonly counts: Readonly<Record<string, number>>;
  /** Filters that are kept, beside those that are set. */
  readonly children?: ReactNode;
  readonly change: (change: Partial<Record<keyof ListSearch, string | number | null>>) => void;
}

/** What a list is narrowed by: words, state, author, terms, month. */
export function ListFilters({ search, taxonomies, hasAuthors, counts, change, children }: ListFiltersProps) {
  const words = useWords();
  const may = useMay();
  const { code } = useLanguage();
  const [typed, setTyped] = useState(search.search ?? '');
  const apply = useDebouncedCallback((text: string) => change({ search: text }), 300);
  const isNarrow = useMediaQuery('(max-width: 62em)');
  const counted = (status: keyof typeof words.status): string => {
    const count = counts[status];
    return count === undefined ? words.status[status] : `${words.status[status]} ${count.toLocaleString(code)}`;
  };
  const states = [
    { value: 'any', label: counted('any') },
    ...listStatuses.map((status) => ({ value: status, label: counted(status) })),
  ];
  const chooseState = (value: string | null) => change({ status: value === 'any' ? null : value });
  return (
    <Group gap="sm" mb="md" role="search" align="flex-end">
      {isNarrow ? (
        <Select
          aria-label={words.list.filterState}
          data={states}
          value={search.status ?? 'any'}
          onChange={chooseState}
          allowDeselect={false}
          w={{ base: 'calc(50% - var(--mantine-spacing-sm) / 2)', sm: 180 }}
        />
      ) : (
        <SegmentedControl
          aria-label={words.list.filterState}
          data={states}
          value={search.status ?? 'any'}
          onChange={chooseState}
          w="100%"
        />
      )}
      <SearchField
        value={typed}
        onChange={(text) => {
          setTyped(text);
          apply(text);
        }}
      />
      {hasAuthors && may('list_users') && (
        <RemoteSelect
          label={words.list.filterAuthor}
          queryKey="users"
          value={search.author ?? null}
          onChange={(author) => change({ author })}
          find={async (text, signal) =>
            (await api.get('/wp/v2/users', { search: text, per_page: 20, _fields: 'id,name' }, signal)).map(choice)
          }
          name={async (id, signal) => choice(await api.get('/wp/v2/users/{id}', { id, _fields: 'id,name' }, signal))}
        />
      )}
      {filteredBy(taxonomies).map((kind) => (
        <RemoteSelect
          key={kind.key}
          label={kind.words(words).any}
          queryKey={kind.key}
          value={termOf(search, kind)}
          onChange={(term) => change({ [kind.taxonomy.name]: term })}
          find={async (text, signal) => (await kind.find({ search: text, per_page: 50 }, signal)).map(choice)}
          name={async (id, signal) => {
            const [found] = await kind.find({ include: [Number(id)] }, signal);
            return found ? choice(found) : { value: id, label: `#${id}` };
          }}
        />
      ))}
      <Select
        aria-label={words.list.filterMonth}
        placeholder={words.list.filterMonth}
        data={lastMonths(code)}
        value={search.month ?? null}
        onChange={(month) => change({ month })}
        clearable
        w={{ base: 'calc(50% - var(--mantine-spacing-sm) / 2)', sm: 180 }}
      />
      {children}
    </Group>
  );
}

const choice = ({ id, name }: { readonly id: number; readonly name: string }) => ({
  value: String(id),
  label: withoutEntities(name),
});

/** Posts are found by their categories; their tags would only crowd the bar. */
const filteredBy = (taxonomies: readonly TermKind[]) => taxonomies.filter(({ key }) => key !== 'tags');

const termOf = (search: ListSearch, { taxonomy }: TermKind): string | null => {
  const term = search[taxonomy.name];
  return term === undefined ? null : String(term);
};

const monthsOffered = 60;

function lastMonths(language: string): { value: string; label: string }[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const now = new Date();
  return Array.from({ length: monthsOffered }, (_, back) => {
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1));
    return { value: month.toISOString().slice(0, 7), label: format.format(month) };
  });
}
