import { type BulkRow, contentBulkTables } from '../../storage/bulk/bulk-table.ts';
import type { BulkTransaction } from '../../storage/bulk/bulk-writer.ts';
import type { WxrComment, WxrItem } from '../wxr/wxr-parts.ts';
import { commentRow, metaRow } from './content-rows.ts';
import type { ImportRun } from './import-run.ts';
import { commentIdentity, findImported, importedRow } from './imported.ts';

/** The comments of one item that are not here yet. */
export interface NewComments {
  readonly fresh: readonly { readonly comment: WxrComment; readonly identity: string; readonly userId: number }[];
  /** Old id → id here, of those that are. */
  readonly present: ReadonlyMap<number, number>;
  readonly known: number;
  readonly approved: number;
}

const noComments: NewComments = { fresh: [], present: new Map(), known: 0, approved: 0 };

/** Finds out which comments are to be made; those of a post that is new are all new. */
export async function commentsToMake(
  run: ImportRun,
  { item, identity: postIdentity }: { readonly item: WxrItem; readonly identity: string },
  postId: number | null,
): Promise<NewComments> {
  if (item.comments.length === 0) return noComments;
  const identities = item.comments.map((comment) => commentIdentity(postIdentity, comment));
  const imported = postId === null ? new Map() : await findImported(run.store, run.source, identities);
  const here = postId === null ? [] : await run.store.comments.byIds(item.comments.map((comment) => comment.id));
  const byId = new Map(here.filter((row) => row.postId === postId).map((row) => [row.id, row]));
  const fresh: NewComments['fresh'][number][] = [];
  const present = new Map<number, number>();
  for (const [i, comment] of item.comments.entries()) {
    const identity = identities[i]!;
    const before: number | undefined =
      imported.get(identity)?.newId ?? (byId.get(comment.id)?.date === comment.date ? comment.id : undefined);
    if (before !== undefined) present.set(comment.id, before);
    else fresh.push({ comment, identity, userId: await userOf(run, comment) });
  }
  const approved = fresh.filter(({ comment }) => comment.approved === '1').length;
  return { fresh, present, known: present.size, approved };
}

/** Makes the comments of a batch; returns what is to be remembered of them. */
export async function makeComments(
  run: ImportRun,
  tables: BulkTransaction,
  families: readonly { readonly postId: number; readonly comments: NewComments }[],
): Promise<BulkRow[]> {
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
      else id = await tables.insertOne(contentBulkTables.comments, commentRow(comment, facts));
      taken.add(id);
      newIds.set(comment.id, id);
      for (const { key, value } of comment.meta) meta.push(metaRow('comment', id, key, value));
      imported.push(importedRow({ source: run.source, kind: 'comment', identity, oldId: comment.id, newId: id }));
    }
  }
  await tables.insert(contentBulkTables.comments, rows);
  await tables.insert(contentBulkTables.commentmeta, meta);
  return imported;
}

/** Ids count up, so an answer always has a higher one than what it answers, wherever it stands in the file. */
function byAge(comments: NewComments['fresh']): NewComments['fresh'] {
  return comments.toSorted((a, b) => a.comment.id - b.comment.id);
}

/** The file names users by their old ids, which mean nothing here; the address says who it was. */
async function userOf({ store, commenters }: ImportRun, { userId, authorEmail }: WxrComment): Promise<number> {
  if (userId === 0 || authorEmail === '') return 0;
  const known = commenters.get(authorEmail);
  if (known !== undefined) return known;
  const id = (await store.users.byEmail(authorEmail))?.id ?? 0;
  commenters.set(authorEmail, id);
  return id;
}
