import type { Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import type { ContentKind } from './content-kind.ts';
import type { ContentWork } from './content-work.ts';
import type { PostDraft } from './post-draft.ts';
import { setSticky } from './post-sticky.ts';

export const thumbnailKey = '_thumbnail_id';
export const templateKey = '_wp_page_template';
export const formatTaxonomy = 'post_format';
const formatPrefix = 'post-format-';

/** Writes everything of a draft that is kept outside the row itself: terms, format, lead image, template, meta, stickiness. */
export async function writeRelations(
  kind: ContentKind,
  post: Post,
  draft: PostDraft,
  work: ContentWork,
): Promise<void> {
  const { store } = work;
  for (const [taxonomy, ids] of Object.entries(draft.terms ?? {})) {
    await store.terms.assign(post.id, taxonomy, await knownTerms(taxonomy, ids, store));
  }
  if (draft.format !== undefined) await setFormat(post.id, draft.format, store);
  if (draft.featuredMediaId !== undefined) await setFeaturedMedia(post.id, draft.featuredMediaId, store);
  if (draft.template !== undefined) {
    await store.meta.set('post', post.id, templateKey, draft.template === '' ? [] : [draft.template]);
  }
  if (draft.meta !== undefined) {
    const of = { object: 'post', subtype: kind.type.name, ownerId: post.id } as const;
    for (const { key, values } of kind.parts.meta.plan(of, draft.meta, work.caller)) {
      await store.meta.set('post', post.id, key, values);
    }
  }
  if (draft.sticky !== undefined) await setSticky(post.id, draft.sticky, store);
}

/** What a new post gets where nobody chose: the site's default term of each taxonomy that has one. */
export function defaultTerms(
  kind: ContentKind,
  draft: PostDraft,
  work: ContentWork,
): Record<string, readonly number[]> {
  const terms: Record<string, readonly number[]> = { ...draft.terms };
  for (const { name, defaultTerm } of kind.taxonomies) {
    if (!(name in terms) && defaultTerm) terms[name] = [defaultTerm(work.site)];
  }
  return terms;
}

const batch = 1000;

async function knownTerms(taxonomy: string, ids: readonly number[], store: Store): Promise<number[]> {
  const asked = [...new Set(ids)];
  const known = new Set<number>();
  for (let from = 0; from < asked.length; from += batch) {
    for (const { id } of await store.terms.byIds(asked.slice(from, from + batch), taxonomy)) known.add(id);
  }
  return asked.filter((id) => known.has(id));
}

/** A format is a term of a taxonomy of its own, made when it is first used; the standard one is the lack of any. */
async function setFormat(postId: number, format: string, store: Store): Promise<void> {
  if (format === 'standard' || format === '') return store.terms.assign(postId, formatTaxonomy, []);
  const slug = formatPrefix + format;
  const [known] = await store.terms.find(
    { taxonomy: formatTaxonomy, slugs: [slug] },
    { by: 'id', direction: 'asc' },
    { limit: 1, offset: 0 },
  );
  const id =
    known?.id ??
    (await store.terms.insert({ name: slug, slug, taxonomy: formatTaxonomy, description: '', parentId: 0 }));
  await store.terms.assign(postId, formatTaxonomy, [id]);
}

/** The format that a post's terms say. */
export function formatOf(terms: readonly { readonly taxonomy: string; readonly slug: string }[]): string {
  const term = terms.find((one) => one.taxonomy === formatTaxonomy);
  return term?.slug.startsWith(formatPrefix) ? term.slug.slice(formatPrefix.length) : 'standard';
}

/** An image of the library becomes the lead image; an unknown id changes nothing, anything else takes the image away. */
async function setFeaturedMedia(postId: number, mediaId: number, store: Store): Promise<void> {
  const media = mediaId === 0 ? null : await store.posts.byId(mediaId);
  if (mediaId !== 0 && !media) return;
  const isImage = media?.type === 'attachment' && media.mimeType.startsWith('image/');
  await store.meta.set('post', postId, thumbnailKey, isImage ? [String(mediaId)] : []);
}
