import { andThen, type MaybePromise } from '../../../lib/maybe-promise.ts';
import type { MetaChange } from '../../../rules/fields/field-storage.ts';
import { decodePhp, encodePhp, type PhpArray } from '../../../storage/options/php-serialized.ts';
import type { Post } from '../../../storage/rows.ts';
import type { AssignableTerm, Store } from '../../../storage/store.ts';
import type { OperationContext } from '../../context/core-context.ts';
import { indexRelations, leadingFields } from '../../fields/relation-index.ts';
import type { ContentKind } from '../content-kind.ts';
import type { PostDraft } from './post-draft.ts';

export const thumbnailKey = '_thumbnail_id';
export const templateKey = '_wp_page_template';
export const formatTaxonomy = 'post_format';
const formatPrefix = 'post-format-';

/** What the caller has looked up or checked beforehand. */
interface Known {
  /** The terms of the draft. */
  readonly terms?: readonly AssignableTerm[];
  /** The rows of its fields. */
  readonly fields: readonly MetaChange[];
}

/** Writes what a draft stores outside the row: terms, format, featured image, template, meta, fields, sticky flag. */
export async function writeRelations(
  kind: ContentKind,
  post: Post,
  draft: PostDraft,
  work: OperationContext,
  { terms, fields }: Known,
): Promise<void> {
  const { store } = work;
  if (draft.terms !== undefined) await store.terms.assignEach(post.id, draft.terms, terms);
  if (draft.format !== undefined) await setFormat(post.id, draft.format, store);
  if (draft.featuredMediaId !== undefined) await setFeaturedMedia(post.id, draft.featuredMediaId, store);
  if (draft.template !== undefined) {
    await store.meta.set('post', post.id, templateKey, draft.template === '' ? [] : [draft.template]);
  }
  if (draft.meta !== undefined) {
    const of = { object: 'post', subtype: kind.type.name, ownerId: post.id } as const;
    for (const { key, values } of kind.meta.plan(of, draft.meta, work.caller)) {
      await store.meta.set('post', post.id, key, values);
    }
  }
  await store.meta.apply('post', post.id, fields);
  const leading = leadingFields(kind.meta, kind.type.name);
  if (leading.some((one) => fields.some(({ key }) => key === one.key)))
    await indexRelations(kind.meta, kind.type.name, [post.id], store);
  if (draft.sticky !== undefined) await setSticky(post.id, draft.sticky, store);
}

/** The terms of a new post: those sent, and the site's default term for each other taxonomy that has one. */
export function defaultTerms(
  kind: ContentKind,
  draft: PostDraft,
  work: OperationContext,
): Record<string, readonly number[]> {
  const terms: Record<string, readonly number[]> = { ...draft.terms };
  for (const { name, defaultTerm } of kind.taxonomies) {
    if (!(name in terms) && defaultTerm) terms[name] = [defaultTerm(work.site)];
  }
  return terms;
}

/**
 * The taxonomies whose default term a change assigns, because the row has no term of them. A taxonomy whose terms were
 * sent is left alone, even if the list was empty.
 */
export async function taxonomiesLeftEmpty(
  kind: ContentKind,
  postId: number,
  draft: Pick<PostDraft, 'terms'>,
  store: Store,
): Promise<readonly EmptyTaxonomy[]> {
  const open = kind.taxonomies.filter(({ name, defaultTerm }) => defaultTerm && !(name in (draft.terms ?? {})));
  if (open.length === 0) return [];
  const held = (await store.terms.ofPosts([postId])).get(postId) ?? [];
  return open.filter(({ name }) => !held.some((term) => term.taxonomy === name));
}

type EmptyTaxonomy = ContentKind['taxonomies'][number];

export async function assignDefaultTerms(
  post: Pick<Post, 'id' | 'status'>,
  empty: readonly EmptyTaxonomy[],
  { store, site }: OperationContext,
): Promise<void> {
  if (post.status === 'auto-draft') return;
  for (const { name, defaultTerm } of empty) {
    if (defaultTerm) await store.terms.assign(post.id, name, [defaultTerm(site)]);
  }
}

/** A format is a term of its own taxonomy, created on first use; no term means the standard format. */
async function setFormat(postId: number, format: string, store: Store): Promise<void> {
  if (format === 'standard' || format === '') return store.terms.assign(postId, formatTaxonomy, []);
  const slug = formatPrefix + format;
  await store.terms.assign(postId, formatTaxonomy, [
    (await formatTerm(slug, store)) ?? (await makeFormatTerm(slug, store)),
  ]);
}

async function formatTerm(slug: string, store: Store): Promise<number | undefined> {
  const [known] = await store.terms.find(
    { taxonomy: formatTaxonomy, slugs: [slug] },
    { by: 'id', direction: 'asc' },
    { limit: 1, offset: 0 },
  );
  return known?.id;
}

/** Creates the term under a lock: two posts may need the same format for the first time at once. */
async function makeFormatTerm(slug: string, store: Store): Promise<number> {
  await store.lock(`terms of ${formatTaxonomy}`);
  const made = { name: slug, slug, taxonomy: formatTaxonomy, description: '', parentId: 0 };
  return (await formatTerm(slug, store)) ?? (await store.terms.insert(made));
}

/** The format stored in a post's terms. */
export function formatOf(terms: readonly { readonly taxonomy: string; readonly slug: string }[]): string {
  const term = terms.find((one) => one.taxonomy === formatTaxonomy);
  return term?.slug.startsWith(formatPrefix) ? term.slug.slice(formatPrefix.length) : 'standard';
}

/** Sets the featured image; an unknown id changes nothing, 0 or an item that is not an image removes it. */
async function setFeaturedMedia(postId: number, mediaId: number, store: Store): Promise<void> {
  const media = mediaId === 0 ? null : await store.posts.byId(mediaId);
  if (mediaId !== 0 && !media) return;
  const isImage = media?.type === 'attachment' && media.mimeType.startsWith('image/');
  await store.meta.set('post', postId, thumbnailKey, isImage ? [String(mediaId)] : []);
}

const option = 'sticky_posts';

/** The ids of the sticky posts, stored as a list in one option. */
export function stickyIds(store: Store): MaybePromise<number[]> {
  return andThen(store.options.get(option), idsIn);
}

/** Parses the stored list; an invalid one counts as empty. */
export function idsIn(stored: string | null): number[] {
  if (!stored) return [];
  const list = decodePhp(stored);
  if (!list.ok || !(list.value instanceof Map)) return [];
  return [...list.value.values()].map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** Makes a post sticky or not; writes nothing if that is so already. */
export async function setSticky(id: number, sticky: boolean, store: Store): Promise<void> {
  await store.options.change(option, (stored) => {
    const ids = idsIn(stored);
    if (ids.includes(id) === sticky) return stored;
    const wanted = sticky ? [...ids, id] : ids.filter((one) => one !== id);
    const list: PhpArray = new Map(wanted.map((one, at) => [at, one]));
    return encodePhp(list);
  });
}

/** Removes a deleted or trashed post from the sticky posts; takes no lock if it is not sticky. */
export async function dropSticky(id: number, store: Store): Promise<void> {
  if ((await stickyIds(store)).includes(id)) await setSticky(id, false, store);
}
