import { noteType } from '../../rules/post-visibility.ts';
import { type BulkRow, contentBulkTables } from '../../storage/bulk/bulk-table.ts';
import type { BulkTransaction } from '../../storage/bulk/bulk-writer.ts';
import type { Comment } from '../../storage/rows.ts';
import type { WxrComment, WxrItem } from '../wxr/wxr-parts.ts';
import { commentRow, metaRow } from './content-rows.ts';
import { pendingFields } from './import-meta.ts';
import { commentIdentity, findImported, importedRow } from './import-record.ts';
import type { ImportRun, PendingField } from './import-run.ts';

/** The comments of one item that do not exist here yet. */
export interface NewComments {
  readonly fresh: readonly { readonly comment: WxrComment; readonly identity: string; readonly userId: number }[];
  /** Those that exist. */
  readonly known: readonly WxrComment[];
  /** Old id → id here, for comments that exist. */
  readonly present: ReadonlyMap<number, number>;
  readonly approved: number;
}

/** Number of comments looked up with one query. */
const chunk = 500;

const noComments: NewComments = { fresh: [], known: [], present: new Map(), approved: 0 };

/** An item with its identity. */
type KnownItem = { readonly item: WxrItem; readonly identity: string };

/** The existing comments of some posts. */
export interface KnownComments {
  /** The id here of a comment of this post. */
  find(comment: WxrComment, identity: string, postId: number): number | undefined;
}

/** Looks up the comments of items that already exist, all in one go. */
export async function knownComments(run: ImportRun, items: readonly KnownItem[]): Promise<KnownComments> {
  const wanted = items.flatMap(({ item, identity }) =>
    item.comments.map((comment) => ({ id: comment.id, identity: commentIdentity(identity, comment) })),
  );
  const imported = new Map<string, number>();
  const here = new Map<number, Comment>();
  for (let at = 0; at < wanted.length; at += chunk) {
    const some = wanted.slice(at, at + chunk);
    const identities = some.map((one) => one.identity);
    for (const row of (await findImported(run.store, run.source, identities)).values())
      imported.set(row.identity, row.newId);
    for (const row of await run.store.comments.byIds(some.map((one) => one.id))) here.set(row.id, row);
  }
  return {
    find: (comment, identity, postId) => {
      const same = here.get(comment.id);
      return imported.get(identity) ?? (same?.postId === postId && same.date === comment.date ? same.id : undefined);
    },
  };
}

/** Determines which comments of an item must be created; for a new post these are all of them. */
export async function commentsToMake(
  run: ImportRun,
  { item, identity: postIdentity }: KnownItem,
  there: { readonly postId: number; readonly known: KnownComments } | null,
): Promise<NewComments> {
  if (item.comments.length === 0) return noComments;
  const fresh: NewComments['fresh'][number][] = [];
  const known: WxrComment[] = [];
  const present = new Map<number, number>();
  for (const comment of item.comments) {
    const identity = commentIdentity(postIdentity, comment);
    const before = there?.known.find(comment, identity, there.postId);
    if (before !== undefined) {
      known.push(comment);
      present.set(comment.id, before);
    } else fresh.push({ comment, identity, userId: await userOf(run, comment) });
  }
  const approved = fresh.filter(({ comment }) => comment.approved === '1' && comment.type !== noteType).length;
  return { fresh, known, present, approved };
}

/** Creates the comments of a batch; returns the rows to record as imported, and fields whose ids are mapped later. */
export async function makeComments(
  run: ImportRun,
  tables: BulkTransaction,
  families: readonly { readonly postId: number; readonly comments: NewComments }[],
): Promise<{ readonly notes: BulkRow[]; readonly fields: readonly PendingField[] }> {
  const fields: PendingField[] = [];
  const wanted = families.flatMap(({ comments }) => comments.fresh.map(({ comment }) => comment.id));
  const taken = new Set((await run.store.comments.byIds(wanted)).map((row) => row.id));
  const rows: BulkRow[] = [];
  const meta: BulkRow[] = [];
  const imported: BulkRow[] = [];
  for (const { postId, comments } of families) {
    const newIds = new Map(comments.present);
    for (const { comment, identity, userId } of byAge(comments.fresh)) {
      const facts = { postId, userId, parentId: newIds.get(comment.parentId) ?? 0 };
      let { id } = comment;
      if (id > 0 && !taken.has(id)) rows.push(commentRow(comment, { ...facts, id }));
      else {
        // The database assigns an id past the highest that is there, so those that keep theirs must be there before.
        await tables.insert(contentBulkTables.comments, rows.splice(0));
        id = await tables.insertOne(contentBulkTables.comments, commentRow(comment, facts));
      }
      taken.add(id);
      newIds.set(comment.id, id);
      for (const { key, value } of comment.meta) meta.push(metaRow('comment', id, key, value));
      fields.push(...pendingFields(run, { object: 'comment', subtype: 'comment', ownerId: id }, comment.meta));
      imported.push(importedRow({ source: run.source, kind: 'comment', identity, oldId: comment.id, newId: id }));
    }
  }
  await tables.insert(contentBulkTables.comments, rows);
  await tables.insert(contentBulkTables.commentmeta, meta);
  return { notes: imported, fields };
}

/** Ids increase, so a reply always has a higher id than its parent, whatever their order in the file. */
function byAge(comments: NewComments['fresh']): NewComments['fresh'] {
  return comments.toSorted((a, b) => a.comment.id - b.comment.id);
}

/** The file has the old ids of users: they name an author that the file lists, or the e-mail address identifies the user. */
async function userOf({ store, commenters, userIds }: ImportRun, { userId, authorEmail }: WxrComment): Promise<number> {
  if (userId === 0) return 0;
  const listed = userIds.get(userId);
  if (listed !== undefined) return listed;
  if (authorEmail === '') return 0;
  const known = commenters.get(authorEmail);
  if (known !== undefined) return known;
  const id = (await store.users.byEmail(authorEmail))?.id ?? 0;
  commenters.set(authorEmail, id);
  return id;
}
