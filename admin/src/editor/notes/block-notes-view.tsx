import { ActionIcon, Tooltip } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { MessageSquare, MessageSquareCheck, MessageSquarePlus } from 'lucide-react';
import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import type { SourceDocument } from '../source/document.ts';
import { addNote, dropNote, follow, notedPlaces, notesAt, noteTarget } from './block-notes.ts';
import classes from './notes.module.css';
import { blockNoteWords } from './words.ts';

export interface BlockThread {
  readonly isResolved: boolean;
  /** How many notes it has. */
  readonly count: number;
}

/** What the text knows of the threads about it, and what it asks for. */
export interface BlockNotes {
  readonly threads: ReadonlyMap<number, BlockThread>;
  /** Shows a thread. */
  open(id: number): void;
  /** Asks for the words of a new thread; `place` puts it at the block and is called once, with null where it was given up. */
  begin(place: (id: number | null) => boolean): void;
  /** Where what the text can do with notes is put while it is shown. */
  readonly text: RefObject<NotedText | null>;
}

export interface NotedText {
  /** Shows the block of a thread; false where there is none. */
  show(id: number): boolean;
  /** Takes a thread away from its block. */
  drop(id: number): void;
}

interface BlockNotesViewProps {
  readonly editor: Editor;
  readonly surface: RefObject<HTMLDivElement | null>;
  readonly style: SourceDocument['style'];
  readonly notes: BlockNotes;
}

/** Beside the blocks: a button for each thread, and one that begins a thread at the block with the cursor. */
export function BlockNotesView({ editor, surface, style, notes }: BlockNotesViewProps) {
  const words = useOwnWords(blockNoteWords);
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => current.state,
    equalityFn: (a, b) => a === b,
  });
  const doc = useDeferredValue(state.doc);
  const places = useMemo(() => notedPlaces(doc).filter(({ id }) => notes.threads.has(id)), [doc, notes.threads]);
  const target = noteTarget(state, style);
  const isTaken = target !== null && notesAt(state.doc, target).some((id) => notes.threads.has(id));

  const begin = () => {
    const pos = noteTarget(editor.state, style);
    if (pos === null) return;
    const [known] = notesAt(editor.state.doc, pos).filter((id) => notes.threads.has(id));
    if (known !== undefined) return notes.open(known);
    const block = follow(editor, pos);
    notes.begin((id) => {
      const at = block.pos();
      block.end();
      return id !== null && at !== null && addNote(editor, at, id, style);
    });
  };

  useEffect(() => {
    notes.text.current = {
      show(id) {
        const place = notedPlaces(editor.state.doc).find((one) => one.id === id);
        const dom = place && editor.view.nodeDOM(place.pos);
        if (!place || !(dom instanceof HTMLElement)) return false;
        editor.commands.setTextSelection(place.pos + 1);
        editor.commands.focus(null, { scrollIntoView: false });
        dom.scrollIntoView({ block: 'center' });
        return true;
      },
      drop: (id) => dropNote(editor, id, style),
    };
    return () => {
      notes.text.current = null;
    };
  }, [editor, style, notes.text]);

  useEffect(() => {
    const { dom } = editor.view;
    const key = (event: KeyboardEvent) => {
      if (event.code !== 'KeyM' || !event.altKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      begin();
    };
    dom.addEventListener('keydown', key);
    return () => dom.removeEventListener('keydown', key);
  });

  return (
    <>
      {places.map(({ id, pos }) => {
        const { isResolved, count } = notes.threads.get(id) ?? { isResolved: false, count: 0 };
        const label = isResolved ? words.resolved : words.thread(count);
        return (
          <Beside key={`${id}-${pos}`} pos={pos} editor={editor} surface={surface} revision={doc}>
            <Tooltip label={label}>
              <ActionIcon
                size={24}
                variant={isResolved ? 'subtle' : 'light'}
                color={isResolved ? 'gray' : 'yellow'}
                aria-label={label}
                onClick={() => notes.open(id)}
              >
                {isResolved ? <MessageSquareCheck size={15} aria-hidden /> : <MessageSquare size={15} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          </Beside>
        );
      })}
      {target !== null && !isTaken && (
        <Beside pos={target} editor={editor} surface={surface} revision={state}>
          <Tooltip label={words.add}>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={words.add}
              onMouseDown={(event) => event.preventDefault()}
              onClick={begin}
            >
              <MessageSquarePlus size={15} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Beside>
      )}
    </>
  );
}

interface BesideProps extends Pick<BlockNotesViewProps, 'editor' | 'surface'> {
  readonly pos: number;
  /** What the place depends on. */
  readonly revision: unknown;
  readonly children: React.ReactNode;
}

/** At the end of the first line of a block. */
function Beside({ pos, editor, surface, revision, children }: BesideProps) {
  const [top, setTop] = useState<number | null>(null);
  const measure = () => {
    const dom = pos < editor.state.doc.content.size ? editor.view.nodeDOM(pos) : null;
    const holder = surface.current;
    if (!(dom instanceof HTMLElement) || !holder) return setTop(null);
    setTop(dom.getBoundingClientRect().top - holder.getBoundingClientRect().top);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the block may have moved with every change of the text
  useLayoutEffect(measure, [pos, revision]);
  // Once it is on the page, and whenever pictures or the window change what is above.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures what is there at the time
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(editor.view.dom);
    return () => observer.disconnect();
  }, [editor, pos]);
  if (top === null) return null;
  return (
    <div className={classes['beside']} style={{ top }}>
      {children}
    </div>
  );
}
