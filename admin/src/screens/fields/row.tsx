import { Badge } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import type { ControlProps } from './control.ts';
import type { Path } from './paths.ts';
import { RowButtons, RowHandle } from './row-buttons.tsx';
import type { RowShape } from './row-shape.ts';
import classes from './rows.module.css';
import { summaryOfRow } from './summary.ts';
import { useErrorCount, useFieldId, useOfForm, useWanted } from './use-form.ts';
import type { useRowOrder } from './use-row-order.ts';
import { fieldWords } from './words.ts';

interface RowProps extends Pick<ControlProps, 'Fields'> {
  /** Where the list stands. */
  readonly path: Path;
  readonly at: number;
  readonly count: number;
  readonly shape: RowShape;
  readonly order: ReturnType<typeof useRowOrder>;
  readonly nameOf: (at: number) => string;
  readonly isReadOnly: boolean;
  readonly duplicate: ((at: number) => void) | undefined;
  readonly remove: (at: number) => void;
}

/** A row: one line that can be opened, or its fields at once where they are short. */
export const Row = memo(function Row(props: RowProps) {
  const { path, at, count, shape, order, nameOf, isReadOnly, duplicate, remove, Fields } = props;
  const own = useOwnWords(fieldWords);
  const place = [...path, at];
  const id = useFieldId(place);
  const fields = useOfForm((form) => shape.fieldsOf(form.at(place)));
  const label = useOfForm((form) => shape.labelOf(form.at(place)));
  const summary = useOfForm((form) => summaryOfRow(fields, form.at(place)));
  const errors = useErrorCount(place);
  const isWanted = useWanted(place) !== null;
  const [isOpened, setOpened] = useState(false);
  useEffect(() => {
    if (isWanted) setOpened(true);
  }, [isWanted]);
  const name = nameOf(at);
  const handle = !isReadOnly && <RowHandle name={name} at={at} order={order} />;
  const buttons = !isReadOnly && (
    <RowButtons
      name={name}
      at={at}
      count={count}
      order={order}
      duplicate={duplicate && (() => duplicate(at))}
      remove={() => remove(at)}
    />
  );
  const frame = {
    className: classes['row'],
    'data-refused': errors > 0 || undefined,
    'data-dragged': order.isDragged(at) || undefined,
    ...order.target(at),
  };
  if (shape.isInline)
    return (
      <li {...frame} aria-label={own.row(at + 1)}>
        <div className={classes['inline']}>
          {handle}
          <div id={id}>
            <Fields fields={fields} path={place} />
          </div>
          {buttons}
        </div>
      </li>
    );
  const Arrow = isOpened ? ChevronDown : ChevronRight;
  return (
    <li {...frame}>
      <div className={classes['head']}>
        {handle}
        <button
          type="button"
          className={classes['title']}
          aria-expanded={isOpened}
          onClick={() => setOpened(!isOpened)}
        >
          <Arrow size={16} aria-hidden className="turns-with-direction" />
          <span className={classes['number']}>{at + 1}</span>
          {shape.look ? (
            <shape.look.Title path={place} />
          ) : (
            <span className={classes['summary']}>
              {[label, summary].filter(Boolean).join(' · ') || own.row(at + 1)}
            </span>
          )}
          {errors > 0 && <Badge color="red">{own.errors(errors)}</Badge>}
        </button>
        {buttons}
      </div>
      {isOpened && (
        <div className={classes['body']} id={id}>
          <Fields fields={fields} path={place} />
        </div>
      )}
    </li>
  );
});
