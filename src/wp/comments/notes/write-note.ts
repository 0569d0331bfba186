import type { Call } from '../../../api/call.ts';
import type { Outbox } from '../../../background/mail/outbox.ts';
import { noteType } from '../../../rules/post-visibility.ts';
import type { Post, User } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { escapeHtml } from '../../../text/entities.ts';
import { plainText } from '../../../text/plain-text.ts';
import type { OperationContext } from '../../context/core-context.ts';
import { editorAddress } from '../../context/mail-person.ts';
import type { ContentKind } from '../../posts/content-kind.ts';
import { changedText } from '../comment-author.ts';
import type { CommentContext } from '../comment-context.ts';
import { createCommentPreparation } from '../submit-comment.ts';
import { askBeforeComment, recordComment, setCommentStatus, trashComment, updateComment } from '../write-comment.ts';
import { noteErrors } from './note-errors.ts';
import { mailMention } from './note-mail.ts';
import { findNote, type Note, type NoteAction, noteActionKey } from './notes.ts';

/** What somebody says about an item. */
export interface SentNote {
  readonly kind: ContentKind;
  readonly post: Post;
  readonly content: string;
  /** The first note of the thread that is answered. */
  readonly parent?: number | undefined;
  readonly resolved?: boolean | undefined;
  /** Those who are told by mail. */
  readonly people: readonly User[];
}

/** Stores a note, what it does to its thread, and the mails about it: all of it, or nothing. */
export function createNoteWriter(
  context: CommentContext,
  mail: NoteMail,
): (sent: SentNote, call: Call) => Promise<Note> {
  const prepare = createNotePreparation(context, mail);
  return async (sent, call) => (await prepare(sent, call))(call);
}

type NoteMail = Pick<Outbox, 'enqueue' | 'isConfigured'>;

/** The same in two steps, for notes that are stored with something else: what asks extensions and cleans comes before. */
export function createNotePreparation(
  context: CommentContext,
  mail: NoteMail,
): (sent: SentNote, call: Call) => Promise<PreparedNote> {
  const prepare = createCommentPreparation(context);
  return async (sent, call) => {
    const { post, content, resolved } = sent;
    const first = sent.parent === undefined ? null : await firstNote(post.id, sent.parent, call.store);
    if (resolved !== undefined && !first) throw noteErrors.platen_note_parent();
    if (content === '' && resolved === undefined) throw noteErrors.platen_note_empty();
    const action: NoteAction | null = resolved === undefined ? null : resolved ? 'resolved' : 'reopen';
    const isResolved = resolved ?? first?.approved === '1';
    const draft = await askBeforeComment(
      'create',
      null,
      {
        postId: post.id,
        parentId: first?.id ?? 0,
        sentText: escapeHtml(content),
        status: isResolved ? 'approved' : 'hold',
        type: noteType,
      },
      call,
    );
    const storeComment = await prepare(draft, call);
    return async (work) => {
      const alongside = async (store: Store, id: number): Promise<void> => {
        if (action) await store.meta.set('comment', id, noteActionKey, [action]);
        if (action && first) {
          const settled = await setCommentStatus(store, first, isResolved ? 'approved' : 'hold', work.now);
          if (settled !== first) await recordComment(first, settled, { ...work, store });
        }
        if (mail.isConfigured) await tell(sent, id, { ...work, store, mail });
      };
      return { ...(await storeComment(work, alongside)), action };
    };
  };
}

/** Stores a note that was prepared, alone or inside a transaction. */
export type PreparedNote = (work: OperationContext) => Promise<Note>;

async function firstNote(postId: number, id: number, store: Store): Promise<Note> {
  const note = await findNote(postId, id, store);
  if (note.parentId !== 0) throw noteErrors.platen_note_parent();
  return note;
}

type Telling = Pick<Call, 'store' | 'site' | 'now' | 'caller'> & { readonly mail: Pick<Outbox, 'enqueue'> };

/** Queues a mail to everybody who is mentioned, but for the writer. */
async function tell({ kind, post, content, people }: SentNote, id: number, work: Telling): Promise<void> {
  const writer = await work.store.users.byId(work.caller.userId);
  const values = {
    writer: writer?.displayName ?? '',
    title: plainText(post.title) || `#${post.id}`,
    text: content,
    link: `${editorAddress(work.site, kind.type.name, post.id)}?note=${id}`,
  };
  for (const { id: userId, email } of people) if (userId !== work.caller.userId) await mailMention(email, values, work);
}

/** Changes the words of a note. */
export const changeNote =
  (context: CommentContext) =>
  async (before: Note, content: string, call: Call): Promise<Note> => {
    const draft = await askBeforeComment('update', before, { sentText: escapeHtml(content) }, call);
    const text = { content: await changedText(before, draft, call, context), wasSent: true };
    return { ...(await updateComment(before, { columns: {}, text }, call)), action: before.action };
  };

export const removeNote = async (note: Note, call: Call): Promise<void> => {
  await trashComment(note, call);
};
