import { Group, Table } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { ActionsHeading } from './actions-heading.tsx';
import { ListStates, ListTable } from './list-states.tsx';
import { SearchField, type useListSearch } from './search-field.tsx';

interface SearchedTableProps {
  readonly words: { readonly title: string; readonly empty: string; readonly emptyText: string };
  readonly searching: Pick<ReturnType<typeof useListSearch>, 'search' | 'field'>;
  readonly query: ComponentProps<typeof ListStates>['query'];
  readonly count: number;
  /** The heads of all columns but the last one, which holds what can be done with a row. */
  readonly headings: ReactNode;
  readonly actionsWidth?: number;
  /** The rows. */
  readonly children: ReactNode;
}

/** A field to search a list with, and the list as a table. */
export function SearchedTable(props: SearchedTableProps) {
  const { words, searching, query, count, headings, actionsWidth, children } = props;
  return (
    <>
      <Group mb="md" role="search">
        <SearchField {...searching.field} />
      </Group>
      <ListStates
        query={query}
        count={count}
        empty={{ title: words.empty, text: words.emptyText }}
        isFiltered={searching.search !== ''}
      >
        <ListTable label={words.title}>
          <Table.Thead>
            <Table.Tr>
              {headings}
              <ActionsHeading width={actionsWidth} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </ListTable>
      </ListStates>
    </>
  );
}
