import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isRefused, Refused, Unreachable } from '../../api/refused.ts';
import { firstIn, layOut } from '../fields/form-layout.ts';
import { createFormState, type FormState } from '../fields/form-state.ts';
import { refusedFields } from '../fields/refused-fields.ts';
import { type Proposal, proposalAt, withdraw } from '../proposals/proposals-api.ts';
import { type Autosave, keepVersion, removeAutosave, sendAutosave } from './autosave.ts';
import { BesideOver, isBesideOver, publishBeside, saveBeside } from './beside/beside.ts';
import type { EditorKind, Loaded } from './editor-kind.ts';
import {
  changesOf,
  type EditedItem,
  type EditorFields,
  fieldsOf,
  type KeptTexts,
  textNames,
  textsOf,
  withChanges,
  writtenOf,
} from './fields.ts';
import { forgetDraft, keepDraft } from './kept-draft.ts';
import { type Opening, openingOf } from './opening.ts';
import { planFirstAutosave, planSaves, type SaveAction, type SavePlan, wireOf } from './save-plan.ts';
import {
  nextFailure,
  nothingSaved,
  outcomeOf,
  type SaveFailure,
  type SaveState,
  type SaveWay,
  standingFailure,
} from './save-state.ts';

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
  /** The tag of that state; null where there is none. */
  readonly tag: string | null;
  /** Its address on the site; empty until the server has it. */
  readonly link: string;
  readonly plan: SavePlan;
  /** What was saved beside it and is not published; null for nothing. */
  readonly beside: Proposal | null;
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
  store(way: 'main' | 'save' | 'beside'): Promise<boolean>;
  /**
   * Puts something into the text that nobody typed, such as the mark of a note. It is saved at once, and nothing else with it;
   * where the text has other changes that are not saved, it waits among them.
   */
  mark(put: (content: string) => void): void;
  /** What was saved beside it, as the server has it now. */
  setBeside(beside: Proposal): void;
  reloadBeside(): Promise<void>;
  /** Saves beside what is published; returns what the server has of it, null where it has nothing. */
  saveBeside(): Promise<Proposal | null>;
  /** Gives up what was saved beside it; returns what brings it back into the editor. */
  discardBeside(): Promise<() => void>;
  /** Tries again what did not work. */
  retry(): void;
  recover(isUsed: boolean): void;
  /** Goes back to what was saved; returns what brings the changes back. */
  discardRestored(): () => void;
  /** Returns what brings one's own version back, where it gave way. */
  resolve(keeps: 'mine' | 'theirs' | KeptTexts): Promise<(() => void) | null>;
}

interface EditingOptions {
  readonly kind: EditorKind;
  /** Null for something new. */
  readonly loaded: Loaded | null;
  readonly autosave: Autosave | null;
  /** What this account saved beside it; null for nothing. */
  readonly beside: Proposal | null;
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

type Held = Pick<Opening, 'id' | 'tag' | 'link' | 'base' | 'beside' | 'saved' | 'fields'>;

/** The text in hand: what was loaded, what was changed since, and how it gets to the server. */
export function useEditing(options: EditingOptions): Editing {
  const { kind, loaded, autosave, beside: loadedBeside, canPublish, siteTime, created } = options;
  const client = useQueryClient();
  const [opening] = useState(() => openingOf(kind, loaded, autosave, loadedBeside));
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
  const { id, base, saved, beside, fields } = held;
  const changes = changesOf(fields, saved);
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
  const isWritten = hasChangedWriting(fields, saved) && conflict === null;
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
    const { id: itsId, fields: current, base: published, saved: known } = now.current;
    if (!hasChangedWriting(current, known)) return;
    if (itsId === null) {
      if (isBlank(current)) return;
      await storeNow('autosave');
      return;
    }
    try {
      const isWhole = await sendAutosave(itsId, writtenOf(current, published));
      setAutosavedAt(isWhole ? new Date() : null);
      settle('autosave');
    } catch (error) {
      fail(error, 'autosave', Object.keys(changesOf(current, known)));
    }
  };

  const settle = (way: SaveWay, done: Partial<Pick<SaveState, 'savedAt' | 'outcome'>> = {}) => {
    const unsaved = changesOf(now.current.fields, now.current.saved);
    setSave((before) => ({
      ...before,
      ...done,
      isSaving: false,
      failure:
        isUnread.current && before.failure?.way === 'read'
          ? before.failure
          : standingFailure(before.failure, unsaved, way),
    }));
  };

  const fail = (error: unknown, way: SaveFailure['way'], names: readonly string[]) => {
    setSave((before) => ({ ...before, isSaving: false, failure: nextFailure(before.failure, { error, way, names }) }));
    // What the server refused it refuses again until something changes.
    if (way === 'autosave' && error instanceof Unreachable) setTries((number) => number + 1);
  };

  const planNow = (): SavePlan =>
    planSaves(now.current.base, now.current.fields, {
      canPublish,
      now: siteTime(),
      hasBeside: now.current.beside !== null,
    });

  /** What was kept of it here is not needed any more, but for what is not saved yet. */
  const forgetKept = (former: number | null, itsId: number): void => {
    form.refuse({});
    setAutosavedAt(null);
    setRestoredFrom(null);
    forgetDraft(kind.key, former);
    const unsaved = changesOf(now.current.fields, now.current.saved);
    if (Object.keys(unsaved).length > 0) keepDraft(kind.key, itsId, unsaved);
  };

  const accept = async (fresh: Loaded, { target, held: left }: SaveAction, before: Held): Promise<void> => {
    const stored = fieldsOf(fresh.item, kind);
    // What was typed while the request was under way stays.
    const typed = changesOf(now.current.fields, before.fields);
    const fields = withChanges(withChanges(stored, left), typed);
    // Where the server has what was typed, the form goes on with it.
    const meta = isSameMeta(fields.meta, form.values()) ? form.values() : fields.meta;
    const { id: itsId, link } = fresh.item;
    const nothingBeside = { base: stored, saved: stored, beside: null };
    change({ id: itsId, tag: fresh.tag, link, ...nothingBeside, fields: { ...fields, meta } });
    // The server may have cleaned the text.
    if (stored.content !== target.content && typed.content === undefined) showAnew();
    forgetKept(before.id, itsId);
    await client.invalidateQueries({ queryKey: [kind.key, 'list'] });
    // Its page may have another title or description now.
    await client.invalidateQueries({ queryKey: ['seo', 'item', fresh.item.id] });
  };

  const wayInConflict = useRef<SaveWay>('save');

  /** Whether the server has what was written last and this page could not read it since. */
  const isUnread = useRef(false);

  /** Reads what was written last, where that did not work at once. False where others have changed the same since. */
  const readAgain = async (way: SaveWay): Promise<boolean> => {
    const { id: itsId, base: written } = now.current;
    if (!isUnread.current || itsId === null) return true;
    const fresh = await kind.load(itsId);
    isUnread.current = false;
    const stored = fieldsOf(fresh.item, kind);
    const typed = changesOf(now.current.fields, written);
    const others = changesOf(stored, written);
    if (Object.keys(typed).some((name) => Object.hasOwn(others, name))) {
      wayInConflict.current = way;
      setConflict(fresh);
      return false;
    }
    const { content } = now.current.fields;
    const link = fresh.item.link;
    change({ tag: fresh.tag, link, base: stored, saved: stored, fields: withChanges(stored, typed) });
    if (now.current.fields.content !== content) showAnew();
    return true;
  };

  /** What was saved beside it was published or given up elsewhere: what is written stays, as changes of the item. */
  const endBeside = (): void => change({ beside: null, saved: now.current.base });

  /** Keeps what differs from what visitors see; where nothing does any more, there is nothing to keep. */
  const storeBeside = async (itsId: number, { target }: SaveAction, wire: Wire, before: Held): Promise<void> => {
    const isNothing = Object.keys(wire).length === 0;
    if (isNothing && before.beside) await withdraw(before.beside.id);
    const { tag, beside: former } = before;
    const kept = isNothing ? null : await saveBeside({ kind, id: itsId, tag, wire, beside: former });
    change({ beside: kept, saved: kept ? target : before.base });
    forgetKept(itsId, itsId);
    // Where it fails, it is older than what was saved and is not used.
    await removeAutosave(itsId).catch(() => {});
    settle('beside', { savedAt: new Date(), outcome: 'savedBeside' });
    await client.invalidateQueries({ queryKey: ['proposals'] });
  };

  const storeNow = async (way: SaveWay, { over = false, content }: StoreOptions = {}): Promise<boolean> => {
    setSave((state) => ({ ...state, isSaving: true }));
    try {
      if (!(await readAgain(way))) {
        settle(way);
        return false;
      }
    } catch (error) {
      fail(error, 'read', []);
      return false;
    }
    const before = now.current;
    const action = content === undefined ? actionOf(way, before, planNow()) : onlyContent(before, content);
    const sending = wireOf(action.target, before.base, kind.names, new Date().toISOString().slice(0, 19));
    try {
      if (way === 'beside' && before.id !== null) {
        await storeBeside(before.id, action, sending, before);
        return true;
      }
      const written = await write(sending, before, over);
      if (before.beside) await client.invalidateQueries({ queryKey: ['proposals'] });
      await acceptWritten(written, action, before, way);
      if (before.id === null) created(written.id);
      return true;
    } catch (error) {
      keepDraft(kind.key, before.id, changesOf(now.current.fields, before.base));
      if (before.beside && isBesideOver(error)) endBeside();
      // It stands in the text, and is saved with the rest.
      if (content !== undefined) {
        setSave((state) => ({ ...state, isSaving: false }));
        return false;
      }
      fail(error, way, Object.keys(changesOf(action.target, before.base)));
      form.refuse(refusedFields(error));
      if (before.id !== null && isConflict(error)) {
        wayInConflict.current = way;
        setConflict(await kind.load(before.id));
      }
      return false;
    }
  };

  /** Sends what is to be stored; what the server has afterwards is read by its id. */
  const write = async (sending: Wire, before: Held, over: boolean): Promise<Written> => {
    if (before.id === null) return kind.items.create(sending);
    if (before.beside) await publishBeside(before.beside, sending, over);
    else await kind.items.update(before.id, sending, before.tag);
    return { id: before.id, link: before.link };
  };

  const acceptWritten = async ({ id: itsId, link }: Written, action: SaveAction, before: Held, way: SaveWay) => {
    let fresh: Loaded;
    try {
      fresh = await kind.load(itsId);
    } catch (error) {
      // The server has it, so that it is not written again: it is read before anything else is.
      isUnread.current = true;
      const { target } = action;
      // Its tag is that of before: what others write until then is found as a conflict.
      change({ id: itsId, link, base: target, saved: target, beside: null });
      forgetKept(before.id, itsId);
      settle(way, { savedAt: new Date(), outcome: outcomeOf(before.base, target) });
      fail(error, 'read', []);
      return;
    }
    await accept(fresh, action, before);
    settle(way, { savedAt: new Date(), outcome: outcomeOf(before.base, now.current.base) });
  };

  const readNow = async (): Promise<void> => {
    try {
      await readAgain('save');
      settle('save');
    } catch (error) {
      fail(error, 'read', []);
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
    link: held.link,
    tag: held.tag,
    unsaved: changes,
    isChanged,
    plan: planNow(),
    beside,
    save,
    autosavedAt,
    conflict,
    recovered,
    restoredFrom,
    set: (more) => change({ fields: withChanges(now.current.fields, more) }),
    replace,
    store: (way) => inTurn(() => storeNow(way)),
    mark(put) {
      const { content: unmarked } = now.current.fields;
      put(unmarked);
      const { content } = now.current.fields;
      const isAlone = () => now.current.id !== null && now.current.saved.content === unmarked;
      if (content === unmarked || !isAlone()) return;
      void inTurn(async () => {
        // An earlier save may have brought it along.
        if (isAlone()) await storeNow(now.current.beside ? 'beside' : 'save', { content });
      });
    },
    setBeside: (fresh) => change({ beside: fresh }),
    async reloadBeside() {
      const known = now.current.beside;
      if (!known) return;
      const fresh = await proposalAt(known.id);
      if (fresh.state === 'open') return change({ beside: fresh });
      endBeside();
      fail(new BesideOver(), 'beside', Object.keys(changesOf(now.current.fields, now.current.base)));
    },
    saveBeside: () => inTurn(async () => ((await storeNow('beside')) ? now.current.beside : null)),
    async discardBeside() {
      const { beside: known, fields: mine, base: published } = now.current;
      try {
        if (known) await withdraw(known.id);
      } catch (error) {
        if (isBesideOver(error)) {
          endBeside();
          fail(error, 'beside', Object.keys(changesOf(mine, published)));
        }
        throw error;
      }
      change({ beside: null, saved: published });
      replace(published);
      forgetDraft(kind.key, id);
      if (id !== null) void inTurn(() => removeAutosave(id).catch(() => {}));
      settle('beside');
      return () => replace(mine);
    },
    retry() {
      const way = save.failure?.way ?? 'save';
      void inTurn(async () => {
        if (way === 'autosave') await keepOnServer();
        else if (way === 'read') await readNow();
        else await storeNow(way);
      });
    },
    recover(isUsed) {
      if (isUsed && recovered) replace(recovered);
      else forgetDraft(kind.key, id);
      setRecovered(null);
    },
    discardRestored() {
      const mine = now.current.fields;
      replace(now.current.saved);
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
        // Said once: what others change from now on is another conflict.
        await inTurn(() => storeNow(wayInConflict.current, { over: true }));
        return null;
      }
      const mine = now.current.fields;
      const { base: begun } = now.current;
      // First: what was written is given up only when it can be found again.
      await keepVersion(id, writtenOf(mine, begun));
      setConflict(null);
      const theirs = fieldsOf(conflict.item, kind);
      if (keeps !== 'theirs') {
        const merged = withChanges(withChanges(theirs, changesOf(mine, begun)), keeps);
        change({ tag: conflict.tag, base: theirs, saved: theirs, fields: merged });
        showAnew();
        await inTurn(() => storeNow(wayInConflict.current, { over: true }));
        return null;
      }
      if (now.current.beside) await withdraw(now.current.beside.id);
      change({ tag: conflict.tag, base: theirs, saved: theirs, beside: null, fields: theirs });
      showAnew();
      settle('save');
      forgetDraft(kind.key, id);
      return () => replace(mine);
    },
  };
}

type Wire = Readonly<Record<string, unknown>>;

/** What the server has, to be read anew. */
type Written = Pick<EditedItem, 'id' | 'link'>;

interface StoreOptions {
  /** Whether one has read what others changed since, and publishes all the same. */
  readonly over?: boolean;
  /** A text to save and nothing else. */
  readonly content?: string;
}

const onlyContent = ({ fields, saved }: Held, content: string): SaveAction => {
  const target = { ...saved, content };
  return { target, held: changesOf(fields, target) };
};

/** Whether somebody else changed the item since it was read. */
const isConflict = (error: unknown): boolean =>
  (error instanceof Refused && error.status === 412) || isRefused(error, 'platen_pending_conflict');

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

const actionOf = (way: SaveWay, { base, fields }: Held, { main, save, beside }: SavePlan): SaveAction =>
  way === 'autosave'
    ? planFirstAutosave(base, fields)
    : way === 'beside'
      ? (beside ?? save ?? main)
      : way === 'save'
        ? (save ?? main)
        : main;
