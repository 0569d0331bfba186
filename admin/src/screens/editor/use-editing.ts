import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Refused, Unreachable } from '../../api/refused.ts';
import { firstIn, layOut } from '../fields/form-layout.ts';
import { createFormState, type FormState } from '../fields/form-state.ts';
import { refusedFields } from '../fields/refused-fields.ts';
import { type Autosave, keepVersion, removeAutosave, sendAutosave } from './autosave.ts';
import type { EditorKind, Loaded } from './editor-kind.ts';
import { changesOf, type EditorFields, fieldsOf, textNames, textsOf, withChanges, writtenOf } from './fields.ts';
import { forgetDraft, keepDraft } from './kept-draft.ts';
import { type Opening, openingOf } from './opening.ts';
import { planFirstAutosave, planSaves, type SaveAction, type SavePlan, wireOf } from './save-plan.ts';
import { nextFailure, nothingSaved, type SaveState, type SaveWay, standingFailure } from './save-state.ts';

export interface Editing {
  /** Null until the server has it. */
  readonly id: number | null;
  readonly fields: EditorFields;
  /** The values of its declared fields, as they are typed. */
  readonly form: FormState;
  /** Grows whenever the text changes otherwise than by typing. */
  readonly revision: number;
  /** What differs from the state on the server. */
  readonly unsaved: Partial<EditorFields>;
  readonly isChanged: boolean;
  /** The state on the server. */
  readonly stored: EditorFields;
  readonly plan: SavePlan;
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
  /** Does what one of the buttons says; true when the server has it. */
  store(way: 'main' | 'save'): Promise<boolean>;
  /** Tries again what did not work. */
  retry(): void;
  recover(isUsed: boolean): void;
  /** Goes back to what was saved; returns what brings the changes back. */
  discardRestored(): () => void;
  /** Returns what brings one's own version back, where it gave way. */
  resolve(keeps: 'mine' | 'theirs'): Promise<(() => void) | null>;
}

interface EditingOptions {
  readonly kind: EditorKind;
  /** Null for something new. */
  readonly loaded: Loaded | null;
  readonly autosave: Autosave | null;
  readonly canPublish: boolean;
  /** The time of the site's clock, written as dates of the editor are. */
  readonly siteTime: () => string;
  readonly created: (id: number) => void;
}

const showAfterMs = 400;
const keepAfterMs = 600;
/** Changes are saved automatically after a pause this long, */
const autosaveAfterMs = 4_000;
/** and at the latest after this time of typing. */
const autosaveEveryMs = 20_000;

type Held = Pick<Opening, 'id' | 'tag' | 'base' | 'fields'>;

/** The text in hand: what was loaded, what was changed since, and how it gets to the server. */
export function useEditing(options: EditingOptions): Editing {
  const { kind, loaded, autosave, canPublish, siteTime, created } = options;
  const client = useQueryClient();
  const [opening] = useState(() => openingOf(kind, loaded, autosave));
  const [held, setHeld] = useState<Held>(opening);
  const [save, setSave] = useState<SaveState>(nothingSaved);
  const [autosavedAt, setAutosavedAt] = useState<Date | null>(null);
  const [conflict, setConflict] = useState<Loaded | null>(null);
  const [recovered, setRecovered] = useState(opening.recovered);
  const [restoredFrom, setRestoredFrom] = useState(opening.restoredFrom);
  const [revision, setRevision] = useState(0);
  const [tries, setTries] = useState(0);
  // What is true now: a request that ends later than the render which began it must not go back to the state of then.
  const now = useRef(held);
  const inTurn = useTurns();
  const isChangeShown = useRef(false);
  const showing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [form] = useState(() =>
    createFormState(opening.fields.meta, {
      // The controls of the form show it already. That there is a change is shown at once, the rest when there is a pause.
      changed: (meta) => {
        now.current = { ...now.current, fields: { ...now.current.fields, meta } };
        clearTimeout(showing.current);
        const show = () => setHeld(now.current);
        if (isChangeShown.current) showing.current = setTimeout(show, showAfterMs);
        else show();
      },
      first: (paths) => firstIn(layOut(kind.type.fields, kind.type.tabs), paths),
    }),
  );
  useEffect(() => () => clearTimeout(showing.current), []);

  const change = (changes: Partial<Held>) => {
    now.current = { ...now.current, ...changes };
    if (now.current.fields.meta !== form.values()) form.replace(now.current.fields.meta);
    setHeld(now.current);
  };
  const showAnew = () => setRevision((number) => number + 1);
  const { id, base, fields } = held;
  const changes = changesOf(fields, base);
  const isChanged = Object.keys(changes).length > 0;
  isChangeShown.current = isChanged;

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
  const isWritten = hasChangedWriting(fields, base) && conflict === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is written starts the wait anew
  useEffect(() => {
    if (!isWritten) {
      waitingSince.current = null;
      return;
    }
    waitingSince.current ??= Date.now();
    const latest = waitingSince.current + autosaveEveryMs - Date.now();
    const timer = setTimeout(() => void inTurn(keepOnServer), Math.max(0, Math.min(autosaveAfterMs, latest)));
    return () => clearTimeout(timer);
  }, [isWritten, fields.title, fields.content, fields.excerpt, fields.meta, tries]);

  /** Keeps what is written beside what was saved; something new becomes a draft once it has a text. */
  const keepOnServer = async (): Promise<void> => {
    waitingSince.current = null;
    const { id: itsId, fields: current, base: saved } = now.current;
    if (!hasChangedWriting(current, saved)) return;
    if (itsId === null) {
      if (isBlank(current)) return;
      await storeNow('autosave');
      return;
    }
    try {
      const isWhole = await sendAutosave(itsId, writtenOf(current, saved));
      setAutosavedAt(isWhole ? new Date() : null);
      settle('autosave');
    } catch (error) {
      fail(error, 'autosave', Object.keys(changesOf(current, saved)));
    }
  };

  const settle = (way: SaveWay, savedAt?: Date) => {
    const unsaved = changesOf(now.current.fields, now.current.base);
    setSave((before) => ({
      isSaving: false,
      savedAt: savedAt ?? before.savedAt,
      failure: standingFailure(before.failure, unsaved, way),
    }));
  };

  const fail = (error: unknown, way: SaveWay, names: readonly string[]) => {
    setSave((before) => ({ ...before, isSaving: false, failure: nextFailure(before.failure, { error, way, names }) }));
    // What the server refused it refuses again until something changes.
    if (way === 'autosave' && error instanceof Unreachable) setTries((number) => number + 1);
  };

  const planNow = (): SavePlan => planSaves(now.current.base, now.current.fields, { canPublish, now: siteTime() });

  const accept = async (fresh: Loaded, { target, held: left }: SaveAction, before: Held): Promise<void> => {
    const stored = fieldsOf(fresh.item, kind);
    // What was typed while the request was under way stays.
    const typed = changesOf(now.current.fields, before.fields);
    const fields = withChanges(withChanges(stored, left), typed);
    // Where the server has what was typed, the form goes on with it.
    const meta = isSameMeta(fields.meta, form.values()) ? form.values() : fields.meta;
    change({ id: fresh.item.id, tag: fresh.tag, base: stored, fields: { ...fields, meta } });
    form.refuse({});
    // The server may have cleaned the text.
    if (stored.content !== target.content && typed.content === undefined) showAnew();
    setAutosavedAt(null);
    setRestoredFrom(null);
    forgetDraft(kind.key, before.id);
    const unsaved = changesOf(now.current.fields, stored);
    if (Object.keys(unsaved).length > 0) keepDraft(kind.key, fresh.item.id, unsaved);
    await client.invalidateQueries({ queryKey: [kind.key, 'list'] });
    // Its page may have another title or description now.
    await client.invalidateQueries({ queryKey: ['seo', 'item', fresh.item.id] });
  };

  const wayInConflict = useRef<SaveWay>('save');

  const storeNow = async (way: SaveWay): Promise<boolean> => {
    setSave((state) => ({ ...state, isSaving: true }));
    const before = now.current;
    const action = actionOf(way, before, planNow());
    const sending = wireOf(action.target, before.base, kind.names, new Date().toISOString().slice(0, 19));
    try {
      const itsId = before.id ?? (await kind.items.create(sending)).id;
      if (before.id !== null) await kind.items.update(before.id, sending, before.tag);
      await accept(await kind.load(itsId), action, before);
      settle(way, new Date());
      if (before.id === null) created(itsId);
      return true;
    } catch (error) {
      keepDraft(kind.key, before.id, changesOf(now.current.fields, before.base));
      fail(error, way, Object.keys(changesOf(action.target, before.base)));
      form.refuse(refusedFields(error));
      if (before.id !== null && error instanceof Refused && error.status === 412) {
        wayInConflict.current = way;
        setConflict(await kind.load(before.id));
      }
      return false;
    }
  };

  const replace = (more: Partial<EditorFields>) => {
    change({ fields: withChanges(now.current.fields, more) });
    showAnew();
  };

  return {
    id,
    fields,
    form,
    revision,
    stored: base,
    unsaved: changes,
    isChanged,
    plan: planNow(),
    save,
    autosavedAt,
    conflict,
    recovered,
    restoredFrom,
    set: (more) => change({ fields: withChanges(now.current.fields, more) }),
    replace,
    store: (way) => inTurn(() => storeNow(way)),
    retry() {
      const way = save.failure?.way ?? 'save';
      void inTurn(async () => (way === 'autosave' ? keepOnServer() : storeNow(way)));
    },
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
      if (!conflict || id === null) return null;
      if (keeps === 'mine') {
        setConflict(null);
        change({ tag: conflict.tag });
        await inTurn(() => storeNow(wayInConflict.current));
        return null;
      }
      const mine = now.current.fields;
      // First: what was written is given up only when it can be found again.
      await keepVersion(id, writtenOf(mine, now.current.base));
      setConflict(null);
      const theirs = fieldsOf(conflict.item, kind);
      change({ tag: conflict.tag, base: theirs, fields: theirs });
      showAnew();
      settle('save');
      forgetDraft(kind.key, id);
      return () => replace(mine);
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

const isSameMeta = (one: EditorFields['meta'], other: EditorFields['meta']): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const hasChangedWriting = (fields: EditorFields, base: EditorFields): boolean =>
  Object.keys(changesOf(fields, base)).some((name) => name === 'meta' || textNames.some((one) => one === name));

/** A text of spaces is nothing that could be stored. */
const isBlank = (fields: EditorFields): boolean => Object.values(textsOf(fields)).every((text) => text.trim() === '');

const actionOf = (way: SaveWay, { base, fields }: Held, { main, save }: SavePlan): SaveAction =>
  way === 'autosave' ? planFirstAutosave(base, fields) : way === 'save' ? (save ?? main) : main;
