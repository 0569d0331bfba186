import { Anchor, Table } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LoadStates } from '../../ui/list-states.tsx';
import { useWords } from '../../words/words.tsx';
import type { ContentItem, ContentKind } from './content-kind.ts';
import { ContentRow, type RowActions } from './content-row.tsx';
import { usePageMove } from './use-page-move.ts';

interface ContentTreeProps extends RowActions {
  readonly kind: ContentKind;
  readonly items: readonly ContentItem[];
  readonly depth: number;
  readonly selected: ReadonlySet<number>;
}

/** Rows that can each be opened to show those below them. */
export function ContentTree({ kind, items, depth, selected, ...actions }: ContentTreeProps) {
  const words = useWords();
  const ids = items.map(({ id }) => id);
  const parents = useQuery({
    queryKey: [kind.key, 'list', 'parents', ids],
    queryFn: ({ signal }) => kind.withOthersBelow(ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return items.map((item, at) => (
    <Branch
      key={item.id}
      kind={kind}
      item={item}
      depth={depth}
      hasBelow={parents.data?.includes(item.id) ?? false}
      before={at === 0 ? null : items[at - 1]?.title?.raw || words.common.untitled}
      isLast={at === items.length - 1}
      selected={selected}
      {...actions}
    />
  ));
}

interface BranchProps extends Omit<ContentTreeProps, 'items'> {
  readonly item: ContentItem;
  readonly hasBelow: boolean;
  /** The entry before it among those beside it. */
  readonly before: string | null;
  readonly isLast: boolean;
}

function Branch({ kind, item, depth, hasBelow, before, isLast, selected, ...actions }: BranchProps) {
  const [isOpened, setOpened] = useState(false);
  const move = usePageMove(kind, item);
  return (
    <>
      <ContentRow
        kind={kind}
        item={item}
        isSelected={selected.has(item.id)}
        branch={{ depth, isOpened: hasBelow ? isOpened : null, toggle: setOpened, before, isLast, move }}
        {...actions}
      />
      {hasBelow && isOpened && (
        <RowsBelow kind={kind} parent={item.id} depth={depth + 1} selected={selected} {...actions} />
      )}
    </>
  );
}

function RowsBelow({
  kind,
  parent,
  depth,
  selected,
  ...actions
}: Omit<ContentTreeProps, 'items'> & { readonly parent: number }) {
  const words = useWords();
  const list = useInfiniteQuery({
    queryKey: [kind.key, 'list', 'children', parent],
    queryFn: ({ pageParam, signal }) => kind.below([parent], pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length < last.pages ? all.length + 1 : undefined),
  });
  const whole = (content: ReactNode) => (
    <Table.Tr>
      <Table.Td colSpan={20}>{content}</Table.Td>
    </Table.Tr>
  );
  return (
    <>
      {(list.isPending || list.isError) && whole(<LoadStates query={list} rows={2} />)}
      {list.data?.pages.map((page, number) => (
        <ContentTree
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
          key={number}
          kind={kind}
          items={page.items}
          depth={depth}
          selected={selected}
          {...actions}
        />
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
