import { Text } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import { useLabels } from './block-form.tsx';
import classes from './blocks.module.css';
import { type Insertable, insertables } from './insertables.ts';
import { blockWords } from './words.ts';

/** Takes the keys that choose in the menu; true where it took one. */
export type TakeKey = (event: KeyboardEvent) => boolean;

interface InsertMenuProps {
  readonly editor: Editor;
  readonly surface: RefObject<HTMLDivElement | null>;
  readonly isPlain: boolean;
  /** Pictures of the media library; left out for those who may not use it. */
  readonly choosePicture?: (() => void) | undefined;
  readonly takeKey: RefObject<TakeKey | null>;
}

/** Everything that can be inserted, after `/` at the beginning of a paragraph. */
export function InsertMenu({ editor, surface, isPlain, choosePicture, takeKey }: InsertMenuProps) {
  const words = useOwnWords(blockWords);
  const shown = useLabels();
  const id = useId();
  const { query, from } = useEditorState({ editor, selector: ({ editor: current }) => typedIn(current) });
  const [chosen, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isOpened = query !== null && closedAt !== from;
  const wanted = (query ?? '').toLowerCase();
  const all = insertables(isPlain, choosePicture);
  const found = isOpened
    ? all.filter((one) => [one.label.en, one.label.de].some((name) => name.toLowerCase().includes(wanted)))
    : [];
  const choose = (one: Insertable) => {
    const { $from } = editor.state.selection;
    editor.chain().focus().deleteRange({ from: $from.start(), to: $from.end() }).run();
    one.insert(editor);
  };

  useEffect(() => {
    if (query === null) setClosedAt(null);
    setChosen(0);
  }, [query]);

  useEffect(() => {
    const take: TakeKey = (event) => {
      if (!isOpened) return false;
      const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (move !== undefined && found.length > 0) setChosen((chosen + move + found.length) % found.length);
      else if (event.key === 'Escape') setClosedAt(from);
      else if ((event.key === 'Enter' || event.key === 'Tab') && found[chosen]) choose(found[chosen]);
      else return false;
      return true;
    };
    takeKey.current = take;
    return () => {
      takeKey.current = null;
    };
  });

  useEffect(() => {
    const text = editor.view.dom;
    const option = isOpened && found[chosen] ? `${id}-${chosen}` : null;
    if (option) text.setAttribute('aria-activedescendant', option);
    else text.removeAttribute('aria-activedescendant');
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });

  // Once it stands where it belongs.
  useEffect(() => {
    if (top > 0) list.current?.scrollIntoView({ block: 'nearest' });
  }, [top]);

  useLayoutEffect(() => {
    const holder = surface.current;
    if (isOpened && holder) setTop(editor.view.coordsAtPos(from).bottom - holder.getBoundingClientRect().top + 6);
  }, [isOpened, from, editor, surface]);

  if (!isOpened) return null;
  return (
    <div className={classes['menu']} style={{ top }} ref={list} role="listbox" aria-label={words.insert} tabIndex={0}>
      {found.map((one, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the text, which passes them on
        <div
          key={one.label.en}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          className={classes['option']}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(one)}
        >
          {shown(one.label)}
        </div>
      ))}
      {found.length === 0 && (
        <div role="option" aria-selected={false} aria-disabled tabIndex={-1}>
          <Text size="sm" p={6} c="dimmed">
            {words.nothing}
          </Text>
        </div>
      )}
    </div>
  );
}

/** What was typed after `/` in a paragraph that has nothing else; null elsewhere. */
function typedIn({ state: { selection }, isFocused }: Editor): {
  readonly query: string | null;
  readonly from: number;
} {
  const { $from, empty, from } = selection;
  const none = { query: null, from: 0 };
  if (!isFocused || !empty || $from.parent.type.name !== 'paragraph' || $from.parent.content.size > 26) return none;
  const typed = /^\/([\p{L}\d -]{0,24})$/u.exec($from.parent.textContent)?.[1];
  return typed === undefined || $from.parentOffset !== $from.parent.content.size
    ? none
    : { query: typed, from: from - typed.length };
}
