import { Unreachable } from '../../api/refused.ts';
import { type EditorFields, textNames } from './fields.ts';

/** How something is saved: by one of the buttons, beside what is published, or by itself. */
export type SaveWay = 'main' | 'save' | 'beside' | 'autosave';

/** A save that did not work. It is shown until what it was to save is saved, or is not there any more. */
export interface SaveFailure {
  readonly error: unknown;
  /** `read` where it was saved, and only what the server has now could not be read. */
  readonly way: SaveWay | 'read';
  readonly names: readonly string[];
}

/** What a save did for visitors; `saved` where it left alone who sees the item. */
export type SaveOutcome = 'saved' | 'savedBeside' | 'published' | 'scheduled' | 'withdrawn';

export interface SaveState {
  readonly isSaving: boolean;
  readonly savedAt: Date | null;
  /** What that save did for visitors. */
  readonly outcome: SaveOutcome;
  readonly failure: SaveFailure | null;
}

export const nothingSaved: SaveState = { isSaving: false, savedAt: null, outcome: 'saved', failure: null };

/** What it did for visitors that an item went from one state to another. */
export function outcomeOf(before: Planned, after: Planned): SaveOutcome {
  if (after.status === 'future')
    return before.status === 'future' && before.date === after.date ? 'saved' : 'scheduled';
  if (after.status === before.status) return 'saved';
  if (isShown(after)) return 'published';
  return isShown(before) ? 'withdrawn' : 'saved';
}

type Planned = Pick<EditorFields, 'status' | 'date'>;

const isShown = ({ status }: Planned): boolean => status === 'publish' || status === 'private';

/** What of a failure still stands after a request that worked. `unsaved` is what the item itself does not have yet. */
export function standingFailure(
  failure: SaveFailure | null,
  unsaved: Partial<EditorFields>,
  way: SaveWay,
): SaveFailure | null {
  // That the server can be reached settles that it could not.
  if (!failure || failure.error instanceof Unreachable) return null;
  if (failure.way === 'autosave' && way === 'autosave') return null;
  return failure.names.some((name) => Object.hasOwn(unsaved, name)) ? failure : null;
}

/** The failure to show after another one: one that nobody asked for does not cover an answer to somebody. */
export function nextFailure(failure: SaveFailure | null, next: SaveFailure): SaveFailure | null {
  if (next.way !== 'autosave') return next;
  // This browser has the text as well, and tries again.
  if (next.error instanceof Unreachable) return failure;
  return failure && failure.way !== 'autosave' ? failure : next;
}

const autosavedNames = [...textNames, 'meta'];

export type SaveNoteKind = 'saving' | 'unsaved' | 'autosaved' | 'autosavedBeside' | 'saved' | 'none';

/** Which of the notes is true of what is on the screen. */
export function noteOf(
  { isSaving, savedAt }: SaveState,
  unsaved: Partial<EditorFields>,
  { autosavedAt, isLive }: { readonly autosavedAt: Date | null; readonly isLive: boolean },
): SaveNoteKind {
  if (isSaving) return 'saving';
  const names = Object.keys(unsaved);
  // A state that is only chosen is what the button says, and nothing that was written.
  if (names.every((name) => name === 'status')) return savedAt ? 'saved' : names.length > 0 ? 'unsaved' : 'none';
  const isAutosaved = autosavedAt !== null && names.every((name) => autosavedNames.some((one) => one === name));
  return isAutosaved ? (isLive ? 'autosavedBeside' : 'autosaved') : 'unsaved';
}
