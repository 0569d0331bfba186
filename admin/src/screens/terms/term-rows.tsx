import { Anchor, Group, Menu, Table, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/me.ts';
import { dangerColor } from '../../app/theme.ts';
import { TextButton } from '../../ui/links.tsx';
import { LoadStates } from '../../ui/list-states.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { TreeArrow } from '../../ui/tree-arrow.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import type { Term, TermKind } from './term-kind.ts';
import { termWords } from './words.ts';

export type TermAction = 'edit' | 'addBelow' | 'found' | 'merge' | 'remove';

interface TermRowsProps {
  readonly kind: TermKind;
  readonly terms: readonly Term[];
  readonly isTree: boolean;
  readonly depth: number;
  readonly act: (action: TermAction, term: Term) => void;
}

/** Rows of terms; in a tree, each can be opened to show those below it. */
export function TermRows({ kind, terms, isTree, depth, act }: TermRowsProps) {
  const ids = terms.map(({ id }) => id);
  const below = useQuery({
    queryKey: [kind.key, 'list', 'below', ids],
    queryFn: ({ signal }) => kind.belowEach(ids, signal),
    enabled: isTree && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const names = new Map(terms.map(({ id, name }) => [id, name]));
  return terms.map((term) => (
    <TermRow
      key={term.id}
      kind={kind}
      term={term}
      isTree={isTree}
      depth={depth}
      below={below.data?.[term.id] ?? 0}
      parentName={term.parent ? (names.get(term.parent) ?? `#${term.parent}`) : ''}
      act={act}
    />
  ));
}

interface TermRowProps extends Omit<TermRowsProps, 'terms'> {
  readonly term: Term;
  readonly below: number;
  readonly parentName: string;
}

function TermRow({ kind, term, isTree, depth, below, parentName, act }: TermRowProps) {
  const words = useWords();
  const own = useOwnWords(termWords);
  const may = useMay();
  const { manage, edit, delete: remove } = kind.taxonomy.capabilities;
  const [isOpened, setOpened] = useState(false);
  return (
    <>
      <Table.Tr>
        <Table.Td style={{ overflowWrap: 'anywhere' }}>
          <Group gap={4} wrap="nowrap" ps={depth * 24} align="flex-start">
            {isTree && <TreeArrow name={term.name} isOpened={below > 0 ? isOpened : null} toggle={setOpened} />}
            <div>
              {may(edit) ? (
                <TextButton onClick={() => act('edit', term)}>{term.name}</TextButton>
              ) : (
                <Text fw={600}>{term.name}</Text>
              )}
              {isTree && below > 0 && (
                <Text span size="xs" c="dimmed" ms="xs">
                  {own.belowCount(below)}
                </Text>
              )}
              <Text size="xs" c="dimmed" lineClamp={2}>
                {term.description}
              </Text>
            </div>
          </Group>
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <Text size="sm" c="dimmed">
            {term.slug}
          </Text>
        </Table.Td>
        {kind.hasParents && !isTree && (
          <Table.Td visibleFrom="sm">
            <Text size="sm" c="dimmed">
              {parentName}
            </Text>
          </Table.Td>
        )}
        <Table.Td>
          <Text size="sm">{term.count.toLocaleString()}</Text>
        </Table.Td>
        <Table.Td>
          <RowMenu title={term.name}>
            {() => (
              <>
                {may(edit) && <Menu.Item onClick={() => act('edit', term)}>{words.list.edit}</Menu.Item>}
                {kind.hasParents && may(manage) && (
                  <Menu.Item onClick={() => act('addBelow', term)}>{own.addBelow}</Menu.Item>
                )}
                <Menu.Item component="a" href={term.link}>
                  {words.list.view}
                </Menu.Item>
                {may(edit) && <Menu.Item onClick={() => act('found', term)}>{own.found}</Menu.Item>}
                {may(edit) && may(remove) && <Menu.Item onClick={() => act('merge', term)}>{own.merge}</Menu.Item>}
                {may(remove) && (
                  <Menu.Item color={dangerColor} onClick={() => act('remove', term)}>
                    {words.common.delete}
                  </Menu.Item>
                )}
              </>
            )}
          </RowMenu>
        </Table.Td>
      </Table.Tr>
      {isOpened && <RowsBelow kind={kind} parent={term} depth={depth + 1} act={act} />}
    </>
  );
}

interface RowsBelowProps extends Pick<TermRowsProps, 'kind' | 'depth' | 'act'> {
  readonly parent: Term;
}

function RowsBelow({ kind, parent, depth, act }: RowsBelowProps) {
  const words = useWords();
  const list = useInfiniteQuery({
    queryKey: [kind.key, 'list', 'children', parent.id],
    queryFn: ({ pageParam, signal }) => kind.list({ page: pageParam, search: '', parent: parent.id }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length < last.pages ? all.length + 1 : undefined),
  });
  const whole = (content: React.ReactNode) => (
    <Table.Tr>
      <Table.Td colSpan={4}>{content}</Table.Td>
    </Table.Tr>
  );
  return (
    <>
      {(list.isPending || list.isError) && whole(<LoadStates query={list} rows={2} />)}
      {list.data?.pages.map((page, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
        <TermRows key={number} kind={kind} terms={page.items} isTree depth={depth} act={act} />
      ))}
      {list.hasNextPage &&
        whole(
          <Anchor component="button" type="button" size="sm" ms={depth * 24} onClick={() => void list.fetchNextPage()}>
            {words.common.more}
          </Anchor>,
        )}
    </>
  );
}
