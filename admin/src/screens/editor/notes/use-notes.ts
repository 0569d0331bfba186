import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { BlockNotes, BlockThread, NotedText } from '../../../editor/notes/block-notes-view.tsx';
import { type NotedBlock, notedBlocks, textWithoutNote } from '../../../editor/notes/note-facts.ts';
import { notifyFailed } from '../../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import type { Editing } from '../use-editing.ts';
import { changeNote, notesOfItem, removeNote, type SentNote, type Thread, writeNote } from './notes-api.ts';
import { noteWords } from './words.ts';

export interface Notes {
  readonly threads: readonly Thread[];
  /** The blocks with notes, in the order of the text. */
  readonly blocks: readonly NotedBlock[];
  readonly openCount: number;
  readonly isLoaded: boolean;
  readonly error: unknown;
  /** The thread that is looked at; `new` while one is begun. */
  readonly current: number | 'new' | null;
  /** What the text needs to show notes beside its blocks. */
  readonly inText: BlockNotes;
  look(at: number | 'new' | null): void;
  /** Shows the block of a thread; false where the text has none. */
  show(id: number): boolean;
  write(note: SentNote): Promise<boolean>;
  change(id: number, content: string): Promise<boolean>;
  remove(thread: number, id: number): Promise<boolean>;
}

type Place = Parameters<BlockNotes['begin']>[0];

interface NotesOptions {
  readonly editing: Editing;
  /** Where the page leads to a note, its number. */
  readonly wanted: number | null;
  /** Makes room for the threads. */
  readonly openPanel: () => void;
}

/** The notes of the item that is edited, and what is done with them. */
export function useNotes({ editing, wanted, openPanel }: NotesOptions): Notes {
  const words = useWords();
  const own = useOwnWords(noteWords);
  const client = useQueryClient();
  const { id } = editing;
  const query = useQuery({ ...notesOfItem(id ?? 0), enabled: id !== null });
  const [current, setCurrent] = useState<number | 'new' | null>(wanted);
  const [place, setPlace] = useState<Place | null>(null);
  const text = useRef<NotedText | null>(null);
  const content = useDeferredValue(editing.fields.content);
  const blocks = useMemo(() => notedBlocks(content), [content]);
  const threads = useMemo(() => inOrder(query.data ?? [], blocks), [query.data, blocks]);
  const shown = useMemo(() => new Map(threads.map((thread) => [thread.first.id, shownThread(thread)])), [threads]);

  const look = (at: number | 'new' | null) => {
    if (at !== 'new' && place) {
      place(null);
      setPlace(null);
    }
    setCurrent(at);
  };
  const inText: BlockNotes = {
    threads: shown,
    open(thread) {
      openPanel();
      look(thread);
    },
    begin(put) {
      place?.(null);
      setPlace(() => put);
      setCurrent('new');
      openPanel();
    },
    text,
  };
  const done = async (what: Promise<unknown>, failed: string): Promise<boolean> => {
    try {
      await what;
      await client.invalidateQueries({ queryKey: ['notes', id] });
      return true;
    } catch (error) {
      notifyFailed(words, failed, error);
      return false;
    }
  };
  return {
    threads,
    blocks,
    openCount: threads.filter(({ first }) => !first.resolved).length,
    isLoaded: query.data !== undefined,
    error: query.error,
    current,
    inText,
    look,
    show: (thread) => text.current?.show(thread) ?? false,
    async write(note) {
      if (id === null) return false;
      const begins = note.parent === undefined;
      let made = 0;
      const stored = writeNote(id, note).then((answer) => {
        made = answer.id;
      });
      if (!(await done(stored, own.notSaved))) return false;
      if (!begins) return true;
      if (place) editing.mark(() => place(made));
      setPlace(null);
      setCurrent(made);
      return true;
    },
    change: (note, words_) => (id === null ? Promise.resolve(false) : done(changeNote(id, note, words_), own.notSaved)),
    async remove(thread, note) {
      if (id === null || !(await done(removeNote(id, note), own.notRemoved))) return false;
      if (thread !== note) return true;
      if (blocks.some((block) => block.id === thread))
        editing.mark((source) => {
          if (text.current) text.current.drop(thread);
          else editing.replace({ content: textWithoutNote(source, thread) });
        });
      setCurrent(null);
      return true;
    },
  };
}

/** As their blocks stand in the text; those without one come last. */
function inOrder(threads: readonly Thread[], blocks: readonly NotedBlock[]): readonly Thread[] {
  const places = new Map(blocks.map(({ id }, at) => [id, at]));
  const placeOf = ({ first }: Thread) => places.get(first.id) ?? Number.MAX_SAFE_INTEGER;
  return [...threads].sort((one, other) => placeOf(one) - placeOf(other) || one.first.id - other.first.id);
}

const shownThread = ({ first, answers }: Thread): BlockThread => ({
  isResolved: first.resolved,
  count: 1 + answers.filter(({ content }) => content !== '').length,
});
