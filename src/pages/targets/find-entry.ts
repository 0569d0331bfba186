import type { Reading } from '../../rules/parse-site-url.ts';
import type { LinkStyle } from '../../rules/post-types.ts';
import type { Post } from '../../storage/rows.ts';
import { oldSlugKey } from '../../wp/posts/operations/old-slugs.ts';
import type { PageReading } from '../address/page-address.ts';
import type { PageWork } from '../page-context.ts';
import { visiblePosts } from './visible-posts.ts';

type Work = Pick<PageWork, 'call' | 'core'>;

const styles: Readonly<Record<'any' | 'page' | 'attachment', LinkStyle | null>> = {
  any: null,
  page: 'path',
  attachment: 'attached',
};

/** The row that a reading names, if the reader may see it. */
export async function findEntry(work: Work, reading: PageReading): Promise<Post | null> {
  switch (reading.kind) {
    case 'id':
      return (await visiblePosts(work, styles[reading.of], { ids: [reading.id] }))[0] ?? null;
    case 'slug':
      return (await visiblePosts(work, null, { slugs: [reading.slug] }))[0] ?? null;
    case 'named':
      return pageAt(work, reading.slugs, reading.type);
    case 'post':
      return byTraits(work, reading);
    case 'page':
      return pageAt(work, reading.slugs);
    case 'attachment':
      return attachmentAt(work, reading.slug, reading.on);
    default:
      return null;
  }
}

type Traits = Extract<Reading, { kind: 'post' }>;

async function byTraits(work: Work, traits: Traits): Promise<Post | null> {
  const { slug, id, authorSlug } = traits;
  if (slug === undefined && id === undefined) return null;
  const wanted = { ...(slug === undefined ? {} : { slugs: [slug] }), ...(id === undefined ? {} : { ids: [id] }) };
  const post = (await visiblePosts(work, 'dated', wanted)).find((found) => isDated(found, traits));
  if (!post || authorSlug === undefined) return post ?? null;
  return (await work.call.store.users.byId(post.authorId))?.slug === authorSlug ? post : null;
}

function isDated({ date }: Post, { datePrefix = '', hour, minute, second }: Traits): boolean {
  const [hours, minutes, seconds] = [date.slice(11, 13), date.slice(14, 16), date.slice(17, 19)];
  return (
    date.startsWith(datePrefix) &&
    (hour ?? hours) === hours &&
    (minute ?? minutes) === minutes &&
    (second ?? seconds) === seconds
  );
}

/** A page by its slugs from the root down; the pages above it must exist, but the reader need not see them. */
async function pageAt(work: Work, slugs: readonly string[], type?: string): Promise<Post | null> {
  const wanted = { slugs: slugs.slice(-1), ...(type === undefined ? {} : { type }) };
  const candidates = slugs.length > 0 ? await visiblePosts(work, type === undefined ? 'path' : 'named', wanted) : [];
  for (const candidate of candidates) if (await isBelow(work, candidate, slugs.slice(0, -1))) return candidate;
  return null;
}

async function isBelow({ call }: Work, post: Post, slugs: readonly string[]): Promise<boolean> {
  let { parentId } = post;
  for (const slug of slugs.toReversed()) {
    const parent = parentId > 0 ? await call.store.posts.byId(parentId) : null;
    if (parent?.slug.toLowerCase() !== slug.toLowerCase()) return false;
    parentId = parent.parentId;
  }
  return parentId === 0 || !(await call.store.posts.byId(parentId));
}

async function attachmentAt(work: Work, slug: string, on: Reading | null): Promise<Post | null> {
  const candidates = await visiblePosts(work, 'attached', { slugs: [slug] });
  if (on === null) {
    for (const candidate of candidates) {
      if (candidate.parentId === 0 || !(await work.call.store.posts.byId(candidate.parentId))) return candidate;
    }
    return null;
  }
  const parent = candidates.length > 0 ? await findEntry(work, on) : null;
  return parent ? (candidates.find((candidate) => candidate.parentId === parent.id) ?? null) : null;
}

/** The row that had the slug of a reading before, if the reader may see it. */
export async function findByOldSlug(work: Work, reading: PageReading): Promise<Post | null> {
  const isPath = reading.kind === 'page' || reading.kind === 'named';
  const slug = isPath ? reading.slugs.at(-1) : 'slug' in reading ? reading.slug : undefined;
  if (slug === undefined || reading.kind === 'author') return null;
  const ids = await work.call.store.meta.owners('post', oldSlugKey, slug);
  if (ids.length === 0) return null;
  return (
    (await visiblePosts(work, null, { ids })).find(({ status }) => status === 'publish' || status === 'inherit') ?? null
  );
}
