import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { RowButtons, RowHandle } from './row-buttons.tsx';
import { moved, without } from './row-moves.ts';
import classes from './rows.module.css';
import { useRowOrder } from './use-row-order.ts';

interface OrderedListProps {
  readonly ids: readonly number[];
  readonly change: (ids: readonly number[]) => void;
  readonly isReadOnly: boolean;
  readonly nameOf: (id: number) => string;
  readonly show: (id: number) => ReactNode;
}

/** Things that were chosen, in an order that can be changed. */
export function OrderedList({ ids, change, isReadOnly, nameOf, show }: OrderedListProps) {
  const order = useRowOrder({
    count: ids.length,
    nameOf: (at) => nameOf(ids[at] ?? 0),
    move: (from, to) => change(moved(ids, from, to)),
  });
  return (
    <>
      <ul className={classes['list']}>
        {ids.map((id, at) => (
          <li key={id} className={classes['row']} data-dragged={order.isDragged(at) || undefined} {...order.target(at)}>
            <div className={classes['head']}>
              {!isReadOnly && <RowHandle name={nameOf(id)} at={at} order={order} />}
              <div className={classes['content']}>{show(id)}</div>
              {!isReadOnly && (
                <RowButtons
                  name={nameOf(id)}
                  at={at}
                  count={ids.length}
                  order={order}
                  remove={() => change(without(ids, at))}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">{order.said}</VisuallyHidden>
    </>
  );
}
