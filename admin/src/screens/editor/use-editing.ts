import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Refused } from '../../api/refused.ts';
import type { EditorKind, Loaded } from './editor-kind.ts';
import { changesOf, type EditorFields, fieldsOf, newFields } from './fields.ts';
import { forgetDraft, keepDraft, keptDraft } from './kept-draft.ts';

export type SaveState =
  | { readonly is: 'idle' | 'saving' }
  | { readonly is: 'saved'; readonly at: Date }
  | { readonly is: 'failed'; readonly error: unknown };

export interface Editing {
  readonly fields: EditorFields;
  /** Grows whenever the text changes otherwise than by typing. */
  readonly revision: number;
  readonly isChanged: boolean;
  /** The state on the server. */
  readonly stored: EditorFields;
  readonly save: SaveState;
  /** The state on the server, when somebody else changed it since it was loaded. */
  readonly conflict: Loaded | null;
  readonly recovered: Partial<EditorFields> | null;
  set(changes: Partial<EditorFields>): void;
  /** Saves what differs, with these changes; true when the server has it. */
  store(changes?: Partial<EditorFields>): Promise<boolean>;
  recover(isUsed: boolean): void;
  resolve(keeps: 'mine' | 'theirs'): Promise<void>;
}

interface EditingOptions {
  readonly kind: EditorKind;
  /** Null for something new. */
  readonly loaded: Loaded | null;
  readonly created: (id: number) => void;
}

const keepAfterMs = 600;

/** The text in hand: what was loaded, what was changed since, and how it gets to the server. */
export function useEditing({ kind, loaded, created }: EditingOptions): Editing {
  const client = useQueryClient();
  const id = loaded?.item.id ?? null;
  const [base, setBase] = useState<EditorFields>(() => (loaded ? fieldsOf(loaded.item) : newFields));
  const [tag, setTag] = useState(loaded?.tag ?? null);
  const [fields, setFields] = useState(base);
  const [save, setSave] = useState<SaveState>({ is: 'idle' });
  const [conflict, setConflict] = useState<Loaded | null>(null);
  const [recovered, setRecovered] = useState(() => unsaved(keptDraft(kind.key, id)?.changes ?? {}, base));
  const [revision, setRevision] = useState(0);
  const isSaving = useRef(false);

  const changes = changesOf(fields, base);
  const isChanged = Object.keys(changes).length > 0;

  const current = useRef(fields);
  current.current = fields;
  const latest = useRef(changes);
  latest.current = changes;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a field starts the wait anew
  useEffect(() => {
    if (!isChanged) return;
    const timer = setTimeout(() => keepDraft(kind.key, id, latest.current), keepAfterMs);
    return () => clearTimeout(timer);
  }, [fields, isChanged, kind.key, id]);

  const accept = useCallback(
    async (fresh: Loaded, sent: EditorFields, before: EditorFields) => {
      const stored = fieldsOf(fresh.item);
      setTag(fresh.tag);
      // What was typed while the request was under way stays.
      const typed = changesOf(current.current, before);
      setFields({ ...stored, ...typed });
      // The server may have cleaned the text.
      if (stored.content !== sent.content && typed.content === undefined) setRevision((number) => number + 1);
      setBase(stored);
      setSave({ is: 'saved', at: new Date() });
      forgetDraft(kind.key, id);
      await client.invalidateQueries({ queryKey: [kind.key, 'list'] });
    },
    [client, kind.key, id],
  );

  const store = async (more: Partial<EditorFields> = {}, boundTo: string | null = tag): Promise<boolean> => {
    if (isSaving.current) return false;
    isSaving.current = true;
    setSave({ is: 'saving' });
    const sent = { ...fields, ...more };
    const sending = only(changesOf(sent, base), kind.names);
    try {
      if (id === null) {
        const made = await kind.create(sending);
        await accept(await kind.load(made.id), sent, fields);
        created(made.id);
        return true;
      }
      await kind.update(id, sending, boundTo);
      await accept(await kind.load(id), sent, fields);
      return true;
    } catch (error) {
      keepDraft(kind.key, id, changesOf(sent, base));
      setSave({ is: 'failed', error });
      if (id !== null && error instanceof Refused && error.status === 412) setConflict(await kind.load(id));
      return false;
    } finally {
      isSaving.current = false;
    }
  };

  return {
    fields,
    revision,
    stored: base,
    isChanged,
    save,
    conflict,
    recovered,
    set: (more) => setFields((now) => ({ ...now, ...more })),
    store: (more) => store(more),
    recover(isUsed) {
      if (isUsed && recovered) {
        setFields((now) => ({ ...now, ...recovered }));
        setRevision((number) => number + 1);
      } else forgetDraft(kind.key, id);
      setRecovered(null);
    },
    async resolve(keeps) {
      if (!conflict) return;
      setConflict(null);
      setTag(conflict.tag);
      if (keeps === 'mine') {
        await store({}, conflict.tag);
        return;
      }
      const theirs = fieldsOf(conflict.item);
      setBase(theirs);
      setFields(theirs);
      setRevision((number) => number + 1);
      setSave({ is: 'idle' });
      forgetDraft(kind.key, id);
    },
  };
}

const only = (changes: Partial<EditorFields>, names: readonly (keyof EditorFields)[]): Partial<EditorFields> =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => names.includes(name as keyof EditorFields)));

/** Kept changes that the server does not have. */
function unsaved(kept: Partial<EditorFields>, base: EditorFields): Partial<EditorFields> | null {
  const differing = changesOf({ ...base, ...kept }, base);
  return Object.keys(differing).length > 0 ? differing : null;
}
