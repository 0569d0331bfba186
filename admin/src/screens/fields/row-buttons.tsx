import { ArrowDown, ArrowUp, Copy, GripVertical, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import classes from './rows.module.css';
import type { useRowOrder } from './use-row-order.ts';
import { fieldWords } from './words.ts';

interface RowButtonsProps {
  readonly name: string;
  readonly at: number;
  readonly count: number;
  readonly order: ReturnType<typeof useRowOrder>;
  /** Left out where a row cannot be there twice, or there are enough. */
  readonly duplicate?: (() => void) | undefined;
  readonly remove: () => void;
}

/** What can be done with a row. There may be hundreds of them, so that they are plain buttons. */
export function RowButtons({ name, at, count, order, duplicate, remove }: RowButtonsProps) {
  const own = useOwnWords(fieldWords);
  return (
    <span className={classes['buttons']}>
      <RowButton label={own.up(name)} isOff={at === 0} onClick={() => order.moveTo(at, at - 1)}>
        <ArrowUp size={16} aria-hidden />
      </RowButton>
      <RowButton label={own.down(name)} isOff={at === count - 1} onClick={() => order.moveTo(at, at + 1)}>
        <ArrowDown size={16} aria-hidden />
      </RowButton>
      {duplicate && (
        <RowButton label={own.duplicate(name)} onClick={duplicate}>
          <Copy size={16} aria-hidden />
        </RowButton>
      )}
      <RowButton label={own.remove(name)} onClick={remove}>
        <Trash2 size={16} aria-hidden />
      </RowButton>
    </span>
  );
}

/** What a row is dragged by; with the focus on it, arrow keys move the row. */
export function RowHandle({ name, at, order }: Pick<RowButtonsProps, 'name' | 'at' | 'order'>) {
  const own = useOwnWords(fieldWords);
  return (
    <RowButton label={own.drag(name)} className={classes['handle']} {...order.handle(at)}>
      <GripVertical size={16} aria-hidden />
    </RowButton>
  );
}

interface RowButtonProps extends ComponentProps<'button'> {
  readonly label: string;
  /** It keeps the focus, so that a row can be moved to the end by keyboard. */
  readonly isOff?: boolean;
}

function RowButton({ label, isOff = false, className = '', ...props }: RowButtonProps) {
  return (
    <button
      type="button"
      className={`${classes['button']} ${className}`}
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      {...props}
    />
  );
}
