import { Checkbox, Group, Table, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo } from 'react';
import { ActionsHeading } from '../../ui/actions-heading.tsx';
import { ListTable } from '../../ui/list-states.tsx';
import { useWords } from '../../words/words.tsx';
import { RelationNames } from '../fields/relation-names.tsx';
import type { ContentItem, ContentKind } from './content-kind.ts';
import { ContentRow } from './content-row.tsx';
import { ContentTree } from './content-tree.tsx';
import type { ListSearch } from './list-search.ts';
import { shownTerms } from './shown-terms.ts';
import type { ListAction } from './use-content-actions.tsx';

interface ContentTableProps {
  readonly kind: ContentKind;
  readonly items: readonly ContentItem[];
  /** Whether they are the roots of a tree. */
  readonly isTree: boolean;
  /** Whether they are still those of the filters before. */
  readonly isOld: boolean;
  readonly search: ListSearch;
  readonly selected: ReadonlySet<number>;
  readonly select: (ids: readonly number[], isSelected: boolean) => void;
  readonly sort: (column: 'date' | 'modified' | 'title') => void;
  readonly act: (action: ListAction, ids: readonly number[]) => void;
}

export function ContentTable(props: ContentTableProps) {
  const { kind, items, isTree, isOld, search, selected, select, sort, act } = props;
  const words = useWords();
  const isAllSelected = items.length > 0 && items.every(({ id }) => selected.has(id));
  const heading = { search, sort, isTree };
  const values = useMemo(() => items.map(({ meta }) => meta), [items]);
  return (
    <RelationNames fields={kind.columns} rows={values}>
      <ListTable label={kind.words(words).title} isOld={isOld}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>
              <Checkbox
                aria-label={words.common.selectAll}
                checked={isAllSelected}
                indeterminate={!isAllSelected && selected.size > 0}
                onChange={(event) =>
                  select(
                    items.map(({ id }) => id),
                    event.currentTarget.checked,
                  )
                }
              />
            </Table.Th>
            <SortableHeading column="title" label={words.list.title} {...heading} />
            {kind.columns.map(({ name, label }) => (
              <Table.Th key={name} visibleFrom="sm">
                {label}
              </Table.Th>
            ))}
            {kind.type.supports.includes('author') && (
              <Table.Th visibleFrom="sm" w={150}>
                {words.list.author}
              </Table.Th>
            )}
            {shownTerms(kind).map(({ key, words: termWords }) => (
              <Table.Th key={key} visibleFrom="md">
                {termWords(words).title}
              </Table.Th>
            ))}
            <SortableHeading column="date" label={words.list.date} visibleFrom="sm" {...heading} />
            <ActionsHeading />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {isTree ? (
            <ContentTree kind={kind} items={items} depth={0} selected={selected} select={select} act={act} />
          ) : (
            items.map((item) => (
              <ContentRow
                key={item.id}
                kind={kind}
                item={item}
                isSelected={selected.has(item.id)}
                select={select}
                act={act}
              />
            ))
          )}
        </Table.Tbody>
      </ListTable>
    </RelationNames>
  );
}

interface SortableHeadingProps extends Pick<ContentTableProps, 'search' | 'sort' | 'isTree'> {
  readonly column: 'date' | 'title';
  readonly label: string;
  readonly visibleFrom?: 'sm';
}

function SortableHeading({ column, label, search, sort, isTree, visibleFrom }: SortableHeadingProps) {
  const words = useWords();
  const isSorted = !isTree && (search.orderby ?? 'date') === column;
  const order = search.order ?? (column === 'title' ? 'asc' : 'desc');
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Table.Th visibleFrom={visibleFrom} aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton onClick={() => sort(column)} title={words.common.sortBy(label)} fw={600} fz="sm">
        <Group gap={4} wrap="nowrap">
          {label}
          {isSorted && <Arrow size={14} aria-hidden />}
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}
