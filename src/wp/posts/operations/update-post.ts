import { noDate } from '../../../rules/zone.ts';
import type { Post } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { inTransaction, type OperationContext } from '../../context/core-context.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind } from '../content-kind.ts';
import { latestRevision, saveRevision } from '../revisions/save-revision.ts';
import { dateAfterChange, dateAt, type PostDraft, statusAt } from './post-draft.ts';
import { type FieldPlanner, planBeforehand } from './post-fields.ts';
import { askBeforeWrite, notifyIfPublished, notifyIfReviewOver, recordPost } from './post-hooks.ts';
import { assignDefaultTerms, stickyIds, taxonomiesLeftEmpty, writeRelations } from './post-relations.ts';
import { mayReserveSlug, noteOldSlug, numberSlug, uniqueSlug, wantedSlug } from './post-slug.ts';
import { cleanBeforehand, hasTexts, refuseEmpty, type TextCleaner, type Texts } from './post-texts.ts';
import { clearTrashNotes, slugBeforeTrash } from './trash-meta.ts';

/**
 * Applies a draft to a row and its relations, saves a revision, and returns the new row. A caller that has already
 * opened a transaction must clean the texts and plan the fields before it, and pass what did so.
 */
export async function updatePost(
  kind: ContentKind,
  id: number,
  sent: PostDraft,
  work: OperationContext,
  { cleaned, planned, known }: PreparedUpdate = {},
): Promise<Post> {
  const draft = await askBeforeWrite(kind, id, sent, work);
  const clean = cleaned ?? (await cleanBeforehand(kind, known ?? id, draft, work));
  const planFields = planned ?? (await planBeforehand(kind, known ?? id, draft, work));
  return inTransaction(work, async (inner) => {
    // Waits for others who change the row: what they wrote is read here.
    const [before, revision, empty] = await Promise.all([
      inner.store.posts.lockedById(id),
      latestRevision(kind, id, inner.store),
      taxonomiesLeftEmpty(kind, id, draft, inner.store),
    ]);
    if (!before || before.type !== kind.type.name) throw contentErrors.rest_post_invalid_id();
    const texts = await clean(draft, before);
    if (hasTexts(draft)) refuseEmpty(kind, texts);
    await refuseStickyWithPassword(before, draft, inner);
    const changes = differing(before, await changesTo(kind, before, draft, texts, inner));
    await inner.store.posts.update(id, changes);
    const after = { ...before, ...changes };
    if (before.status === 'trash' && after.status !== 'trash') await clearTrashNotes(id, inner.store);
    await noteOldSlug(kind, before, after, inner.store);
    await writeRelations(kind, after, draft, inner, { fields: await planFields(draft, before) });
    await assignDefaultTerms(after, empty, inner);
    await saveRevision(kind, after, inner, revision);
    await notifyIfPublished(kind, before, after, inner);
    await notifyIfReviewOver(kind, before, after, inner);
    await recordPost(before, after, inner);
    return after;
  });
}

/** What was prepared before a transaction was opened, and the row as far as it is known. */
interface PreparedUpdate {
  readonly cleaned?: TextCleaner;
  readonly planned?: FieldPlanner;
  readonly known?: Post;
}

type Changes = Partial<Omit<Post, 'id'>> & Pick<Post, 'modified' | 'modifiedGmt'>;

/** What is written: that it was changed, and what differs. The rest would only cost indexes and counts their time. */
function differing(before: Post, { modified, modifiedGmt, ...after }: Changes): Changes {
  const was = new Map<string, unknown>(Object.entries(before));
  const differs = Object.entries(after).filter(([name, value]) => value !== was.get(name));
  return { ...Object.fromEntries(differs), modified, modifiedGmt };
}

async function changesTo(
  kind: ContentKind,
  before: Post,
  draft: PostDraft,
  texts: Texts,
  work: OperationContext,
): Promise<Changes> {
  const { site, store } = work;
  const now = dateAt(work.now, site.zone);
  const asked = draft.status ?? before.status;
  const date = dateAfterChange(before, draft.date, asked, now, site.zone);
  const status = statusAt(asked, date.gmt === noDate ? now.gmt : date.gmt, now.gmt);
  const parentId =
    draft.parentId === undefined ? before.parentId : await acyclicParent(before.id, draft.parentId, store);
  return {
    ...texts,
    authorId: draft.authorId || before.authorId,
    date: date.local,
    dateGmt: date.gmt,
    modified: now.local,
    modifiedGmt: now.gmt,
    status,
    commentStatus: draft.commentStatus ?? before.commentStatus,
    pingStatus: draft.pingStatus ?? before.pingStatus,
    password: status === 'private' ? '' : (draft.password ?? before.password),
    slug: await slugAfterChange(kind, before, { ...draft, title: texts.title, status, parentId }, work),
    parentId,
    menuOrder: draft.menuOrder ?? before.menuOrder,
  };
}

interface RequestedSlug {
  readonly slug?: string;
  readonly title: string;
  readonly status: string;
  readonly parentId: number;
}

async function slugAfterChange(
  kind: ContentKind,
  before: Post,
  requested: RequestedSlug,
  work: OperationContext,
): Promise<string> {
  const leavesTrash = before.status === 'trash' && requested.status !== 'trash';
  const current = leavesTrash ? await slugBeforeTrash(before, work.store) : before.slug;
  const isReturned = leavesTrash && kind.slugOutOfTrash === 'remembered' && current !== '';
  const sent = isReturned ? undefined : requested.slug;
  const slug = slugToStore(kind, { current, sent }, requested, work) || numberSlug(before.id, requested.status);
  if (slug === before.slug && requested.parentId === before.parentId && !leavesTrash) return slug;
  return uniqueSlug(kind, slug, { id: before.id, parentId: requested.parentId }, work.store);
}

/** A changed title does not change the slug; a new one is made if the slug was cleared or did not exist yet. */
function slugToStore(
  kind: ContentKind,
  { current, sent }: { readonly current: string; readonly sent: string | undefined },
  { title, status }: RequestedSlug,
  { caller }: OperationContext,
): string {
  if (!mayReserveSlug(kind, status, caller)) return '';
  if (sent !== undefined) return wantedSlug(kind, sent, title, status);
  return current || wantedSlug(kind, '', title, status);
}

async function refuseStickyWithPassword(before: Post, draft: PostDraft, work: OperationContext): Promise<void> {
  if (draft.sticky && (before.password !== '' || draft.password)) throw contentErrors.rest_invalid_field();
  if (!draft.password) return;
  if ((await stickyIds(work.store)).includes(before.id)) throw contentErrors.rest_invalid_field();
}

/** The requested parent, or 0 if the row would become its own ancestor. */
export async function acyclicParent(id: number, parentId: number, store: Store): Promise<number> {
  const seen = new Set([id]);
  for (let at = parentId; at !== 0; ) {
    if (at === id) return 0;
    // A cycle that is stored already and does not contain this row is tolerated.
    if (seen.has(at)) return parentId;
    seen.add(at);
    at = (await store.posts.byId(at))?.parentId ?? 0;
  }
  return parentId;
}
