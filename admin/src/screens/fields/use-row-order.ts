import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import { dropPlace, placeForKey } from './row-moves.ts';
import { fieldWords } from './words.ts';

interface RowOrder {
  readonly count: number;
  /** What a row is called when it is spoken of. */
  readonly nameOf: (at: number) => string;
  readonly move: (from: number, to: number) => void;
}

/** Moving rows: by dragging their handles, by buttons and by keys. What was moved is said. */
export function useRowOrder({ count, nameOf, move }: RowOrder) {
  const own = useOwnWords(fieldWords);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<{ readonly at: number; readonly isAfter: boolean } | null>(null);
  const [said, say] = useState('');

  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= count || to === from) return;
    const name = nameOf(from);
    move(from, to);
    say(own.moved(name, to + 1, count));
  };
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    said,
    say,
    moveTo,
    isDragged: (at: number) => dragged === at,
    /** For the element that others are dropped on. */
    target: (at: number) => ({
      'data-drop': over?.at === at ? (over.isAfter ? 'after' : 'before') : undefined,
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (dragged === null) return;
        event.preventDefault();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const isAfter = event.clientY > top + height / 2;
        if (over?.at !== at || over.isAfter !== isAfter) setOver({ at, isAfter });
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault();
        event.stopPropagation();
        if (dragged !== null && over) moveTo(dragged, dropPlace(dragged, over.at, over.isAfter));
        end();
      },
    }),
    /** For the handle: it is dragged, and takes the keys that move a row. */
    handle: (at: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.stopPropagation();
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', nameOf(at));
        setDragged(at);
      },
      onDragEnd: end,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const to = placeForKey(event.key, at, count);
        if (to === null) return;
        event.preventDefault();
        moveTo(at, to);
      },
    }),
  };
}
