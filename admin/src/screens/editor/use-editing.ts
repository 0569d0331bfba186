import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Refused } from '../../api/refused.ts';
import { type Autosave, removeAutosave, sendAutosave, textsOf } from './autosave.ts';
import type { EditorKind, Loaded } from './editor-kind.ts';
import { changesOf, type EditorFields, fieldsOf } from './fields.ts';
import { forgetDraft, keepDraft } from './kept-draft.ts';
import { type Opening, openingOf } from './opening.ts';

export type SaveState =
  | { readonly is: 'idle' | 'saving' }
  | { readonly is: 'saved'; readonly at: Date }
  | { readonly is: 'failed'; readonly error: unknown };

export interface Editing {
  /** Null until the server has it. */
  readonly id: number | null;
  readonly fields: EditorFields;
  /** Grows whenever the text changes otherwise than by typing. */
  readonly revision: number;
  readonly isChanged: boolean;
  /** The state on the server. */
  readonly stored: EditorFields;
  readonly save: SaveState;
  /** When the server last kept the changes beside what was saved. */
  readonly autosavedAt: Date | null;
  /** The state on the server, when somebody else changed it since it was loaded. */
  readonly conflict: Loaded | null;
  readonly recovered: Partial<EditorFields> | null;
  /** When the changes were saved automatically that the editor began with. */
  readonly restoredFrom: Date | null;
  set(changes: Partial<EditorFields>): void;
  /** The same for changes that nobody typed; the text is then shown anew. */
  replace(changes: Partial<EditorFields>): void;
  /** Saves what differs, with these changes; true when the server has it. */
  store(changes?: Partial<EditorFields>): Promise<boolean>;
  recover(isUsed: boolean): void;
  /** Goes back to what was saved; returns what brings the changes back. */
  discardRestored(): () => void;
  resolve(keeps: 'mine' | 'theirs'): Promise<void>;
}

interface EditingOptions {
  readonly kind: EditorKind;
  /** Null for something new. */
  readonly loaded: Loaded | null;
  readonly autosave: Autosave | null;
  readonly created: (id: number) => void;
}

const keepAfterMs = 600;
/** Changes are saved automatically after a pause this long, */
const autosaveAfterMs = 4_000;
/** and at the latest after this time of typing. */
const autosaveEveryMs = 20_000;

type Held = Pick<Opening, 'id' | 'tag' | 'base' | 'fields'>;

/** The text in hand: what was loaded, what was changed since, and how it gets to the server. */
export function useEditing({ kind, loaded, autosave, created }: EditingOptions): Editing {
  const client = useQueryClient();
  const [opening] = useState(() => openingOf(kind, loaded, autosave));
  const [held, setHeld] = useState<Held>(opening);
  const [save, setSave] = useState<SaveState>({ is: 'idle' });
  const [autosavedAt, setAutosavedAt] = useState<Date | null>(null);
  const [conflict, setConflict] = useState<Loaded | null>(null);
  const [recovered, setRecovered] = useState(opening.recovered);
  const [restoredFrom, setRestoredFrom] = useState(opening.restoredFrom);
  const [revision, setRevision] = useState(0);
  const [tries, setTries] = useState(0);
  // What is true now: a request that ends later than the render which began it must not go back to the state of then.
  const now = useRef(held);
  const inTurn = useTurns();

  const change = (changes: Partial<Held>) => {
    now.current = { ...now.current, ...changes };
    setHeld(now.current);
  };
  const showAnew = () => setRevision((number) => number + 1);
  const { id, base, fields } = held;
  const changes = changesOf(fields, base);
  const isChanged = Object.keys(changes).length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a field starts the wait anew
  useEffect(() => {
    if (!isChanged) return;
    const timer = setTimeout(
      () => keepDraft(kind.key, id, changesOf(now.current.fields, now.current.base)),
      keepAfterMs,
    );
    return () => clearTimeout(timer);
  }, [fields, isChanged, kind.key, id]);

  const waitingSince = useRef<number | null>(null);
  const hasTexts = haveTextsChanged(fields, base) && conflict === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a text starts the wait anew
  useEffect(() => {
    if (!hasTexts) {
      waitingSince.current = null;
      return;
    }
    waitingSince.current ??= Date.now();
    const latest = waitingSince.current + autosaveEveryMs - Date.now();
    const timer = setTimeout(() => void inTurn(keepOnServer), Math.max(0, Math.min(autosaveAfterMs, latest)));
    return () => clearTimeout(timer);
  }, [hasTexts, fields.title, fields.content, fields.excerpt, tries]);

  /** Keeps the texts beside what was saved; something new becomes a draft. */
  const keepOnServer = async (): Promise<void> => {
    waitingSince.current = null;
    const { id: itsId, fields: current, base: saved } = now.current;
    if (!haveTextsChanged(current, saved)) return;
    if (itsId === null) {
      if (!(await storeNow({ isQuiet: true }))) setTries((number) => number + 1);
      return;
    }
    try {
      await sendAutosave(itsId, textsOf(current));
      setAutosavedAt(new Date());
    } catch (error) {
      // This browser has the changes as well. What the server refused it refuses again until something changes.
      if (!(error instanceof Refused)) setTries((number) => number + 1);
    }
  };

  const accept = async (fresh: Loaded, sent: EditorFields, before: Held): Promise<void> => {
    const stored = fieldsOf(fresh.item);
    // What was typed while the request was under way stays.
    const typed = changesOf(now.current.fields, before.fields);
    change({ id: fresh.item.id, tag: fresh.tag, base: stored, fields: { ...stored, ...typed } });
    // The server may have cleaned the text.
    if (stored.content !== sent.content && typed.content === undefined) showAnew();
    setSave({ is: 'saved', at: new Date() });
    setAutosavedAt(null);
    setRestoredFrom(null);
    forgetDraft(kind.key, before.id);
    await client.invalidateQueries({ queryKey: [kind.key, 'list'] });
  };

  interface Storing {
    readonly more?: Partial<EditorFields>;
    /** Nobody asked for it, so that a failure is not shown. */
    readonly isQuiet?: boolean;
  }

  const storeNow = async ({ more = {}, isQuiet = false }: Storing): Promise<boolean> => {
    setSave({ is: 'saving' });
    const before = now.current;
    const sent = { ...before.fields, ...more };
    const sending = only(changesOf(sent, before.base), kind.names);
    try {
      if (before.id === null) {
        const made = await kind.create(sending);
        await accept(await kind.load(made.id), sent, before);
        created(made.id);
        return true;
      }
      await kind.update(before.id, sending, before.tag);
      await accept(await kind.load(before.id), sent, before);
      return true;
    } catch (error) {
      keepDraft(kind.key, before.id, changesOf(sent, before.base));
      setSave(isQuiet ? { is: 'idle' } : { is: 'failed', error });
      if (before.id !== null && error instanceof Refused && error.status === 412)
        setConflict(await kind.load(before.id));
      return false;
    }
  };

  const replace = (more: Partial<EditorFields>) => {
    change({ fields: { ...now.current.fields, ...more } });
    showAnew();
  };

  return {
    id,
    fields,
    revision,
    stored: base,
    isChanged,
    save,
    autosavedAt,
    conflict,
    recovered,
    restoredFrom,
    set: (more) => change({ fields: { ...now.current.fields, ...more } }),
    replace,
    store: (more) => inTurn(() => storeNow(more ? { more } : {})),
    recover(isUsed) {
      if (isUsed && recovered) replace(recovered);
      else forgetDraft(kind.key, id);
      setRecovered(null);
    },
    discardRestored() {
      const mine = now.current.fields;
      replace(now.current.base);
      setRestoredFrom(null);
      setAutosavedAt(null);
      forgetDraft(kind.key, id);
      // Where it fails, the changes are offered once more; nothing is lost by it.
      if (id !== null) void inTurn(() => removeAutosave(id).catch(() => {}));
      return () => replace(mine);
    },
    async resolve(keeps) {
      if (!conflict) return;
      setConflict(null);
      change({ tag: conflict.tag });
      if (keeps === 'mine') {
        await inTurn(() => storeNow({}));
        return;
      }
      const theirs = fieldsOf(conflict.item);
      change({ base: theirs, fields: theirs });
      showAnew();
      setSave({ is: 'idle' });
      forgetDraft(kind.key, id);
    },
  };
}

/** One request after the other, in the order in which they were wanted. */
function useTurns() {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.current.then(work);
    last.current = done.catch(() => {});
    return done;
  };
}

const haveTextsChanged = (fields: EditorFields, base: EditorFields): boolean =>
  JSON.stringify(textsOf(fields)) !== JSON.stringify(textsOf(base));

const only = (changes: Partial<EditorFields>, names: readonly (keyof EditorFields)[]): Partial<EditorFields> =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => names.includes(name as keyof EditorFields)));
