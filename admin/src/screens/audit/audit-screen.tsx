import { Badge, Button, Center, Group, Select, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { TextLink } from '../../ui/links.tsx';
import { ListStates, ListTable } from '../../ui/list-states.tsx';
import { RemoteSelect } from '../../ui/remote-select.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { type AuditItem, auditPage } from './audit-api.ts';
import { auditActor, auditSentence } from './audit-sentence.ts';
import { type AuditWords, auditWords } from './words.ts';

const perPage = 50;
const dayMs = 86_400_000;
const periods = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const;

interface Filters {
  readonly kind: keyof AuditWords['kinds'] | null;
  readonly period: keyof typeof periods | null;
  readonly user: number | null;
}

const noFilters: Filters = { kind: null, period: null, user: null };

/** Who did what. */
export function AuditScreen() {
  const words = useOwnWords(auditWords);
  const all = useWords();
  const [filters, setFilters] = useState(noFilters);
  const list = useInfiniteQuery({
    queryKey: ['audit', filters],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: cursor, signal }) => auditPage({ per_page: perPage, cursor, ...sent(filters) }, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = Object.values(filters).some((value) => value !== null);
  return (
    <Screen title={all.tools.audit} note={list.data && words.shown(items.length)}>
      <Text c="dimmed" mb="md">
        {words.text}
      </Text>
      <FilterBar filters={filters} change={(changes) => setFilters((before) => ({ ...before, ...changes }))} />
      <ListStates
        query={list}
        count={items.length}
        empty={{ title: words.empty, text: words.emptyText }}
        isFiltered={isFiltered}
        clear={() => setFilters(noFilters)}
      >
        <Entries items={items} />
      </ListStates>
      {list.hasNextPage && (
        <Center mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {words.more}
          </Button>
        </Center>
      )}
    </Screen>
  );
}

function sent({ kind, period, user }: Filters) {
  return {
    ...(kind ? { kind: [kind] } : {}),
    ...(user ? { user } : {}),
    ...(period ? { after: new Date(Date.now() - periods[period]).toISOString().slice(0, 19) } : {}),
  };
}

interface FilterBarProps {
  readonly filters: Filters;
  readonly change: (changes: Partial<Filters>) => void;
}

function FilterBar({ filters, change }: FilterBarProps) {
  const words = useOwnWords(auditWords);
  // The names of the members are those of the rows.
  const kinds = Object.entries(words.kinds) as [keyof AuditWords['kinds'], string][];
  const names = { day: words.sinceDay, week: words.sinceWeek, month: words.sinceMonth };
  return (
    <Group mb="md" gap="sm" role="search">
      <Select
        aria-label={words.about}
        placeholder={words.everything}
        data={kinds.map(([value, label]) => ({ value, label }))}
        value={filters.kind}
        onChange={(kind) => change({ kind: kinds.find(([name]) => name === kind)?.[0] ?? null })}
        clearable
        w={{ base: 'calc(50% - var(--mantine-spacing-sm) / 2)', sm: 180 }}
      />
      <Select
        aria-label={words.since}
        placeholder={words.sinceAll}
        data={Object.entries(names).map(([value, label]) => ({ value, label }))}
        value={filters.period}
        onChange={(period) => change({ period: period === null ? null : (period as keyof typeof periods) })}
        clearable
        w={{ base: 'calc(50% - var(--mantine-spacing-sm) / 2)', sm: 180 }}
      />
      <PersonFilter value={filters.user} change={(user) => change({ user })} />
    </Group>
  );
}

interface PersonFilterProps {
  readonly value: number | null;
  readonly change: (value: number | null) => void;
}

function PersonFilter({ value, change }: PersonFilterProps) {
  const words = useOwnWords(auditWords);
  return (
    <RemoteSelect
      label={words.person}
      queryKey="users"
      value={value === null ? null : String(value)}
      onChange={(chosen) => change(chosen === null ? null : Number(chosen))}
      find={async (search, signal) => {
        const users = await api.get('/wp/v2/users', { search, per_page: 20, _fields: 'id,name' }, signal);
        return users.map(({ id, name }) => ({ value: String(id), label: name }));
      }}
      name={async (id, signal) => {
        const { name } = await api.get('/wp/v2/users/{id}', { id, _fields: 'id,name' }, signal);
        return { value: id, label: name };
      }}
    />
  );
}

function Entries({ items }: { readonly items: readonly AuditItem[] }) {
  const words = useOwnWords(auditWords);
  const all = useWords();
  return (
    <ListTable label={all.tools.audit}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th visibleFrom="sm">{words.when}</Table.Th>
          <Table.Th visibleFrom="sm">{words.who}</Table.Th>
          <Table.Th>{words.what}</Table.Th>
          <Table.Th visibleFrom="md">{words.from}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Entry key={item.id} item={item} />
        ))}
      </Table.Tbody>
    </ListTable>
  );
}

/** What happened, with the way to what is still there. */
function Happened({ item }: { readonly item: AuditItem }) {
  const text = auditSentence(useOwnWords(auditWords), item);
  const params = { id: String(item.object) };
  const isThere = item.object > 0 && !item.event.endsWith('.delete');
  if (isThere && item.kind === 'post' && item.object_name === 'post')
    return (
      <TextLink size="sm" to="/posts/$id" params={params}>
        {text}
      </TextLink>
    );
  if (isThere && item.kind === 'post' && item.object_name === 'page')
    return (
      <TextLink size="sm" to="/pages/$id" params={params}>
        {text}
      </TextLink>
    );
  if (isThere && item.kind === 'user')
    return (
      <TextLink size="sm" to="/users/$id" params={params}>
        {text}
      </TextLink>
    );
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}

function Entry({ item }: { readonly item: AuditItem }) {
  const words = useOwnWords(auditWords);
  const dates = useDates();
  const when = dates.minute(new Date(`${item.date_gmt}Z`));
  const who = auditActor(words, item);
  const isFailure = item.event === 'session.failed';
  return (
    <Table.Tr>
      <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
        <Text size="sm" c="dimmed">
          {when}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">{who}</Text>
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Happened item={item} />
          {isFailure && <Badge color="red">!</Badge>}
        </Group>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {[who, when, item.address].filter((part) => part !== '').join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {item.address}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
