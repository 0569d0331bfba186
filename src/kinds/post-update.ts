import { noDate } from '../content/zone.ts';
import type { Post } from '../storage/rows.ts';
import { contentErrors } from './content-errors.ts';
import type { ContentKind } from './content-kind.ts';
import { type ContentWork, inTransaction } from './content-work.ts';
import { dateAfterChange, dateAt } from './post-dates.ts';
import type { PostDraft } from './post-draft.ts';
import { soundParent } from './post-parent.ts';
import { writeRelations } from './post-relations.ts';
import { mayReserveSlug, numberSlug, uniqueSlug, wantedSlug } from './post-slug.ts';
import { statusAt } from './post-status.ts';
import { stickyIds } from './post-sticky.ts';
import { refuseNothing, storedTexts } from './post-texts.ts';
import { clearTrashNotes, slugBeforeTrash } from './post-trash-notes.ts';
import { keepRevision } from './revision-make.ts';

/** Changes a row and what hangs on it as the draft asks, keeps a revision, and gives back the row as it is now. */
export function updatePost(kind: ContentKind, id: number, draft: PostDraft, work: ContentWork): Promise<Post> {
  return inTransaction(work, async (inner) => {
    const before = await inner.store.posts.byId(id);
    if (!before || before.type !== kind.type.name) throw contentErrors.rest_post_invalid_id();
    refuseNothing(kind, draft, before);
    await refuseStickyWithPassword(before, draft, inner);
    const changes = await changesTo(kind, before, draft, inner);
    await inner.store.posts.update(id, changes);
    const after = { ...before, ...changes };
    if (before.status === 'trash' && after.status !== 'trash') await clearTrashNotes(id, inner.store);
    await writeRelations(kind, after, draft, inner);
    await keepRevision(kind, after, inner);
    return after;
  });
}

async function changesTo(
  kind: ContentKind,
  before: Post,
  draft: PostDraft,
  work: ContentWork,
): Promise<Partial<Omit<Post, 'id'>>> {
  const { site, store } = work;
  const now = dateAt(work.now, site.zone);
  const asked = draft.status ?? before.status;
  const date = dateAfterChange(before, draft.date, asked, now, site.zone);
  const status = statusAt(asked, date.gmt === noDate ? now.gmt : date.gmt, now.gmt);
  const texts = storedTexts(draft, before, work.caller);
  const parentId = draft.parentId === undefined ? before.parentId : await soundParent(before.id, draft.parentId, store);
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

interface SlugWish {
  readonly slug?: string;
  readonly title: string;
  readonly status: string;
  readonly parentId: number;
}

async function slugAfterChange(kind: ContentKind, before: Post, wish: SlugWish, work: ContentWork): Promise<string> {
  const leavesTrash = before.status === 'trash' && wish.status !== 'trash';
  const kept = leavesTrash ? await slugBeforeTrash(before, work.store) : before.slug;
  const slug = wishedSlug(kind, kept, wish, work) || numberSlug(before.id, wish.status);
  if (slug === before.slug && wish.parentId === before.parentId && !leavesTrash) return slug;
  return uniqueSlug(kind, slug, { id: before.id, parentId: wish.parentId }, work.store);
}

/** Titles that change later leave the slug alone; it is made anew where it is emptied, or where there was none yet. */
function wishedSlug(kind: ContentKind, kept: string, wish: SlugWish, { caller }: ContentWork): string {
  if (!mayReserveSlug(kind, wish.status, caller)) return '';
  if (wish.slug !== undefined) return wantedSlug(kind, wish.slug, wish.title, wish.status);
  return kept || wantedSlug(kind, '', wish.title, wish.status);
}

async function refuseStickyWithPassword(before: Post, draft: PostDraft, work: ContentWork): Promise<void> {
  if (draft.sticky && (before.password !== '' || draft.password)) throw contentErrors.rest_invalid_field();
  if (!draft.password) return;
  if ((await stickyIds(work.store)).includes(before.id)) throw contentErrors.rest_invalid_field();
}
