import type { Comment } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';

/** The values of `status` a client may send, and the status to store; null restores the former one. */
const storedStatuses: Readonly<Record<string, string | null>> = {
  approve: '1',
  approved: '1',
  '1': '1',
  hold: '0',
  '0': '0',
  spam: 'spam',
  trash: 'trash',
  unspam: null,
  untrash: null,
};

const shownNames: ReadonlyMap<string, string> = new Map([
  ['1', 'approved'],
  ['0', 'hold'],
]);

/** The name of a stored status in the interface. */
export const commentStatusName = (approved: string): string => shownNames.get(approved) ?? approved;

const notes = { status: '_wp_trash_meta_status', time: '_wp_trash_meta_time' } as const;

/** Sets the requested status of a comment; an unknown value changes nothing. */
export async function setCommentStatus(
  store: Store,
  comment: Comment,
  wanted: string,
  nowMs: number,
): Promise<Comment> {
  if (!Object.hasOwn(storedStatuses, wanted) || wanted === commentStatusName(comment.approved)) return comment;
  const approved = storedStatuses[wanted] ?? (await stateBefore(store, comment.id));
  const putAside = approved === 'spam' || approved === 'trash';
  const time = String(Math.floor(nowMs / 1000));
  await store.meta.set('comment', comment.id, notes.status, putAside ? [comment.approved] : []);
  await store.meta.set('comment', comment.id, notes.time, putAside ? [time] : []);
  await store.comments.update(comment.id, { approved });
  await store.comments.recount(comment.postId);
  return { ...comment, approved };
}

/** The status before spam or trash, as stored in meta; pending if there is none. */
async function stateBefore(store: Store, id: number): Promise<string> {
  const rows = (await store.meta.of('comment', [id], [notes.status])).get(id) ?? [];
  return rows[0]?.value || '0';
}
