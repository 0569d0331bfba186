import { Checkbox } from '@mantine/core';
import type { DragEvent } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { useOwnWords } from '../../words/words.tsx';
import { draggedFiles } from './folder-tree.tsx';
import libraryClasses from './library.module.css';
import type { LibraryItem } from './library-api.ts';
import { libraryWords } from './library-words.ts';
import classes from './media.module.css';
import { TileButton } from './media-tile.tsx';
import type { Selection } from './use-selection.ts';

interface MediaGridProps {
  readonly items: readonly LibraryItem[];
  readonly open: (id: number) => void;
  readonly selection: Selection;
}

export const libraryName = ({ title, id }: Pick<LibraryItem, 'title' | 'id'>): string => plainText(title) || `#${id}`;

/** The files as pictures, which can be selected and dragged to folders. */
export function MediaGrid({ items, open, selection }: MediaGridProps) {
  const own = useOwnWords(libraryWords);
  const drag = (event: DragEvent, item: LibraryItem) => {
    const ids = selection.selected.has(item.id) ? [...selection.selected.keys()] : [item.id];
    event.dataTransfer.setData(draggedFiles, ids.join(','));
    event.dataTransfer.effectAllowed = 'move';
  };
  return (
    <ul className={classes['grid']}>
      {items.map((item) => (
        <li
          key={item.id}
          className={libraryClasses['cell']}
          data-selected={selection.selected.has(item.id) || undefined}
          draggable={item.may_edit}
          onDragStart={(event) => drag(event, item)}
        >
          <TileButton
            name={libraryName(item)}
            picture={item.media_type === 'image' ? item.thumbnail_url : null}
            position={item.focal_point}
            press={() => open(item.id)}
          />
          {item.may_edit && (
            <Checkbox
              size="md"
              className={libraryClasses['check'] ?? ''}
              aria-label={own.select(libraryName(item))}
              checked={selection.selected.has(item.id)}
              onChange={() => {}}
              onClick={(event) => selection.toggle(item, items, event.shiftKey)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
