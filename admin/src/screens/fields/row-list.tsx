import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { notifyDone } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import type { ControlProps } from './control.ts';
import { pathText, readPath, rowsOf } from './paths.ts';
import { Row } from './row.tsx';
import { inserted, moved, without } from './row-moves.ts';
import type { RowShape } from './row-shape.ts';
import classes from './rows.module.css';
import { summaryOfRow } from './summary.ts';
import { useForm, useRowKeys, useWanted } from './use-form.ts';
import { useRowOrder } from './use-row-order.ts';
import { fieldWords } from './words.ts';

interface RowListProps extends Pick<ControlProps, 'field' | 'path' | 'Fields'> {
  readonly shape: RowShape;
  /** Makes what rows are added with. */
  readonly children: (add: (row: unknown) => void, isFull: boolean) => ReactNode;
}

/** So many rows are made at once; more when somebody comes near their end. */
const atOnce = 40;

/** Rows that come, go and move. It is made anew only by that, never by what is typed into them. */
export function RowList({ field, path, Fields, shape, children }: RowListProps) {
  const words = useWords();
  const own = useOwnWords(fieldWords);
  const form = useForm();
  const keys = useRowKeys(path);
  const { limit, end } = useGrowingLimit(keys.length, useWantedRow(path));
  const rows = () => rowsOf(form.at(path));
  const nameOf = (at: number): string => {
    const row = rows()[at];
    if (shape.look) return shape.look.nameOf(row) || own.row(at + 1);
    return [own.row(at + 1), shape.labelOf(row), summaryOfRow(shape.fieldsOf(row), row)].filter(Boolean).join(' · ');
  };
  const order = useRowOrder({
    count: keys.length,
    nameOf,
    move: (from, to) => form.set(path, moved(rows(), from, to)),
  });
  const countRows = (rows: number) => (rows === 0 ? own.noRows : own.rows(rows));
  const isFull = field.max_items !== null && keys.length >= field.max_items;
  const put = (at: number, row: unknown) => {
    form.set(path, inserted(rows(), at, row));
    form.want(pathText([...path, at]));
  };
  const { copyOf = (row: unknown) => row, count = countRows } = shape.look ?? {};
  const remove = (at: number) => {
    const row = rows()[at];
    const name = nameOf(at);
    form.set(path, without(rows(), at));
    order.say(own.removed(name));
    notifyDone(words, own.removed(name), () => form.set(path, inserted(rows(), at, row)));
  };
  return (
    <>
      <ol className={classes['list']}>
        {keys.slice(0, limit).map((key, at) => (
          <Row
            key={key}
            path={path}
            at={at}
            count={keys.length}
            shape={shape}
            order={order}
            nameOf={nameOf}
            isReadOnly={field.readonly}
            duplicate={isFull ? undefined : (from) => put(from + 1, copyOf(structuredClone(rows()[from])))}
            remove={remove}
            Fields={Fields}
          />
        ))}
      </ol>
      {limit < keys.length && <div ref={end} style={{ height: `${(keys.length - limit) * 2.9}rem` }} />}
      {!field.readonly && (
        <Group gap="sm">
          {children((row) => put(keys.length, row), isFull)}
          <Text size="sm" c="dimmed">
            {count(keys.length)}
            {isFull && ` · ${own.most(keys.length)}`}
          </Text>
        </Group>
      )}
      <VisuallyHidden role="status">{order.said}</VisuallyHidden>
    </>
  );
}

/** The number of the row that is to be shown; -1 for none. */
function useWantedRow(path: ControlProps['path']): number {
  const wanted = useWanted(path);
  const step = wanted === null ? undefined : readPath(wanted)[path.length];
  return typeof step === 'number' ? step : -1;
}

/** How many rows are made: more when the end of those comes into view, or when one of the others is wanted. */
function useGrowingLimit(count: number, wanted: number) {
  const [limit, setLimit] = useState(atOnce);
  const { ref: end, entry } = useIntersection({ rootMargin: '600px' });
  useEffect(() => {
    if (entry?.isIntersecting) setLimit((before) => Math.min(count, before + atOnce));
  }, [entry, count]);
  useEffect(() => {
    if (wanted >= 0) setLimit((before) => Math.max(before, wanted + 1));
  }, [wanted]);
  return { limit: Math.max(limit, atOnce), end };
}
