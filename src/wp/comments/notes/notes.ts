import type { Call } from '../../../api/call.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { noteType } from '../../../rules/post-visibility.ts';
import type { CommentVisibility } from '../../../rules/visibility.ts';
import { wireDate } from '../../../rules/zone.ts';
import type { Comment } from '../../../storage/rows.ts';
import type { CommentFilter, Store } from '../../../storage/store.ts';
import { noteErrors } from './note-errors.ts';

/** Where existing sites store that an answer resolves its thread, or opens it again. */
export const noteActionKey = '_wp_note_status';
export type NoteAction = 'resolved' | 'reopen';

/** A note with what it does besides saying something. The first note of a resolved thread is approved, of an open one held. */
export interface Note extends Comment {
  readonly action: NoteAction | null;
}

export const noteSchema = json.object({
  id: json.integer,
  parent: json.integer,
  author: json.integer,
  author_name: json.string,
  content: json.string,
  date: json.dateTime,
  date_gmt: json.dateTime,
  resolved: json.boolean,
  action: json.orNull(json.string),
  own: json.boolean,
});

/** How many notes of an item are read. */
const most = 1000;

const anyState: CommentVisibility = { anyOf: [{ approved: 'any' }] };
const notesOn = (postId: number): CommentFilter => ({
  visibility: anyState,
  types: [noteType],
  postIds: [postId],
  approved: ['0', '1'],
});

/** The notes of an item, oldest first. */
export async function notesOf(
  postId: number,
  store: Store,
): Promise<{ readonly notes: readonly Note[]; readonly truncated: boolean }> {
  const page = { limit: most + 1, offset: 0 };
  const rows = await store.comments.find(notesOn(postId), { by: 'id', direction: 'asc' }, page);
  return { notes: await withActions(rows.slice(0, most), store), truncated: rows.length > most };
}

/** A note of this item; throws where there is none. */
export async function findNote(postId: number, id: number, store: Store): Promise<Note> {
  const page = { limit: 1, offset: 0 };
  const rows = await store.comments.find({ ...notesOn(postId), ids: [id] }, { by: 'id', direction: 'asc' }, page);
  const [note] = await withActions(rows, store);
  if (!note) throw noteErrors.platen_note_not_found();
  return note;
}

async function withActions(rows: readonly Comment[], store: Store): Promise<Note[]> {
  const ids = rows.map(({ id }) => id);
  const stored = ids.length > 0 ? await store.meta.of('comment', ids, [noteActionKey]) : new Map();
  return rows.map((row) => ({ ...row, action: actionOf(stored.get(row.id)?.[0]?.value) }));
}

const actionOf = (value: unknown): NoteAction | null => (value === 'resolved' || value === 'reopen' ? value : null);

/** A note as its readers see it. */
export function shownNote(note: Note, { caller }: Pick<Call, 'caller'>) {
  const { id, parentId, userId, authorName, content, date, dateGmt, approved, action } = note;
  return {
    id,
    parent: parentId,
    author: userId,
    author_name: authorName,
    content,
    date: wireDate(date),
    date_gmt: wireDate(dateGmt),
    resolved: approved === '1',
    action,
    own: userId > 0 && userId === caller.userId,
  };
}
