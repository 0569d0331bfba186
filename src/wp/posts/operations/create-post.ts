import { system } from '../../../rules/capabilities.ts';
import type { Post } from '../../../storage/rows.ts';
import { inTransaction, type OperationContext } from '../../context/core-context.ts';
import { addressOf, addressOfNew } from '../content-addresses.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind } from '../content-kind.ts';
import type { PostDraft } from './post-draft.ts';
import { dateAt, dateOfNew, statusAt } from './post-draft.ts';
import { createFieldPlanner, type FieldPlanner } from './post-fields.ts';
import { askBeforeWrite, notifyIfPublished, recordPost } from './post-hooks.ts';
import { defaultTerms, writeRelations } from './post-relations.ts';
import { insertUnderSlug, mayReserveSlug, numberSlug, uniqueSlug, wantedSlug } from './post-slug.ts';
import { createTextCleaner, noTexts, refuseEmpty, type TextCleaner, type Texts } from './post-texts.ts';

/**
 * Creates a row with its terms, meta and other relations in one transaction. Permission is checked before. A caller
 * that has already opened a transaction must clean the texts and plan the fields before it, and pass what did so.
 */
export async function createPost(
  kind: ContentKind,
  sent: PostDraft,
  work: OperationContext,
  { clean = createTextCleaner(kind, work.caller), planFields = createFieldPlanner(kind, work) }: Prepared = {},
): Promise<Post> {
  const draft = await askBeforeWrite(kind, null, sent, work);
  if (draft.sticky && draft.password) throw contentErrors.rest_invalid_field();
  const texts = await clean(draft, noTexts);
  refuseEmpty(kind, texts);
  const fields = await planFields(draft, null);
  return inTransaction(work, async (inner) => {
    const terms = defaultTerms(kind, draft, inner);
    const row = newRow(kind, draft, texts, inner);
    const [{ id, slug }, assignable] = await Promise.all([
      insertUnderSlug(kind, row, inner.store),
      inner.store.terms.assignable(terms),
    ]);
    const post: Post = { ...row, ...(slug === row.slug ? {} : underSlug(kind, row, slug, inner.site)), id };
    post.slug ||= await uniqueSlug(kind, numberSlug(id, post.status), post, inner.store);
    await writeRelations(kind, post, { ...draft, terms }, inner, { terms: assignable, fields });
    post.guid ||= storableGuid(await addressOf(kind, post, { ...inner, caller: system }), inner.site.url, id);
    await inner.store.posts.update(id, {
      ...(post.slug === row.slug ? {} : { slug: post.slug }),
      ...(post.guid === row.guid ? {} : { guid: post.guid }),
    });
    await notifyIfPublished(kind, null, post, inner);
    await recordPost(null, post, inner);
    return post;
  });
}

/** What was prepared before a transaction was opened. */
export interface Prepared {
  readonly clean?: TextCleaner;
  readonly planFields?: FieldPlanner;
}

/** The row with the slug that it asks for, which may be taken. */
function newRow(kind: ContentKind, draft: PostDraft, texts: Texts, work: OperationContext): Omit<Post, 'id'> {
  const { site, caller } = work;
  const now = dateAt(work.now, site.zone);
  const asked = draft.status ?? 'draft';
  const date = dateOfNew(draft.date, asked, now);
  const status = statusAt(asked, date.gmt, now.gmt);
  const parentId = draft.parentId ?? 0;
  const slug = mayReserveSlug(kind, status, caller) ? wantedSlug(kind, draft.slug ?? '', texts.title, status) : '';
  const row = {
    ...texts,
    authorId: draft.authorId || caller.userId,
    date: date.local,
    dateGmt: date.gmt,
    modified: date.local,
    modifiedGmt: date.gmt,
    status,
    commentStatus: draft.commentStatus ?? (kind.type.siteDiscussion.comments ? site.defaultCommentStatus : 'closed'),
    pingStatus: draft.pingStatus ?? (kind.type.siteDiscussion.pings ? site.defaultPingStatus : 'closed'),
    password: status === 'private' ? '' : (draft.password ?? ''),
    slug,
    parentId,
    guid: '',
    menuOrder: draft.menuOrder ?? 0,
    type: kind.type.name,
    mimeType: draft.mimeType ?? '',
    commentCount: 0,
  };
  return { ...row, ...underSlug(kind, row, slug, site) };
}

/** The slug of a row, with its guid where that does not depend on the id. */
function underSlug(
  kind: ContentKind,
  row: Omit<Post, 'id'>,
  slug: string,
  site: OperationContext['site'],
): Pick<Post, 'slug' | 'guid'> {
  const address = slug === '' ? null : addressOfNew(kind, { ...row, slug }, site);
  return { slug, guid: address !== null && address.length <= longestGuid ? address : '' };
}

const longestGuid = 255;

/** A URL that is too long for the column is replaced by one with the id. */
function storableGuid(address: string, siteUrl: string, id: number): string {
  return address.length <= longestGuid ? address : `${siteUrl}/?p=${id}`;
}
