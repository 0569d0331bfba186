import type { Reading } from '../../rules/parse-site-url.ts';
import { archiveLink, authorLink, type DateTarget, dateLink } from '../../rules/permalinks.ts';
import type { LinkStyle, PostType } from '../../rules/post-types.ts';
import type { Site } from '../../rules/site.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Post, Term, User } from '../../storage/rows.ts';
import { oldSlugKey } from '../../wp/posts/operations/post-slug.ts';
import type { PageAddress, PageReading } from './page-address.ts';
import type { PageWork } from './page-context.ts';
import { numberedLink, searchLink } from './page-link.ts';
import { pageLinks, pageTypes, termAddresses, visiblePosts } from './visible-posts.ts';

/** What a page shows, and its canonical address without a page number. */
export type PageTarget =
  /** The latest posts; `page` is the page that stands for them where another one is the front page. */
  | { readonly kind: 'home'; readonly link: string; readonly page: Post | null }
  | { readonly kind: 'entry'; readonly link: string; readonly post: Post }
  /** All rows of a declared type. */
  | { readonly kind: 'archive'; readonly link: string; readonly type: PostType }
  | { readonly kind: 'term'; readonly link: string; readonly term: Term }
  | { readonly kind: 'author'; readonly link: string; readonly user: User }
  | { readonly kind: 'date'; readonly link: string; readonly date: DateTarget }
  | { readonly kind: 'search'; readonly link: string; readonly text: string };

type Work = Pick<PageWork, 'call' | 'core'>;

/** What stands at an address. */
export type Located =
  | {
      readonly kind: 'found';
      readonly target: PageTarget;
      /** The page of the list or text that the address asks for. */
      readonly page: number;
      /** The one address of it; any other leads there. */
      readonly canonical: string;
    }
  /** The address is a former one. */
  | { readonly kind: 'moved'; readonly to: string; readonly status: 301 | 302 };

/** What a reader finds at an address; null where there is nothing that the reader may see. */
export async function locate(work: Work, address: PageAddress): Promise<Located | null> {
  for (const { reading, page } of address.candidates) {
    const target = await findTarget(work, reading);
    if (target)
      return { kind: 'found', target, page, canonical: canonicalOf(work.call.site, { target, page }, address) };
  }
  return movedFrom(work, address);
}

/** A redirect from the former slug of a post, if the reader may see the post. */
async function movedFrom(work: Work, { candidates, rest }: PageAddress): Promise<Located | null> {
  for (const { reading } of candidates) {
    const post = await findByOldSlug(work, reading);
    if (post) return { kind: 'moved', to: withParameters((await entryTarget(work, post)).link, rest), status: 301 };
  }
  return null;
}

function canonicalOf(
  site: Site,
  { target, page }: { readonly target: PageTarget; readonly page: number },
  { commentPage, rest }: PageAddress,
): string {
  const isEntry = target.kind === 'entry';
  const numbered = numberedLink(site, target.link, isEntry ? 'part' : 'list', page);
  const link = isEntry && commentPage > 0 ? numberedLink(site, target.link, 'comments', commentPage) : numbered;
  return withParameters(link, rest);
}

function withParameters(link: string, rest: URLSearchParams): string {
  if (rest.size === 0) return link;
  return `${link}${link.includes('?') ? '&' : '?'}${rest}`;
}

/** Whether a path within the site is this address; the order of parameters and the case of percent codes do not matter. */
export function isSameAddress(site: Site, target: string, canonical: string): boolean {
  // The target is a path within the site; the address has the path of the site before it.
  return normalised(target) === normalised(canonical.slice(site.url.length));
}

function normalised(target: string): string {
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const parameters = new URLSearchParams(at < 0 ? '' : target.slice(at + 1));
  parameters.sort();
  const lower = (path || '/').replace(/%[0-9A-F]{2}/gi, (code) => code.toLowerCase());
  return `${lower}?${parameters}`;
}

type TargetWork = Pick<PageWork, 'call' | 'core'>;

/** What a reading names; null where there is no such thing, or the reader may not see it. */
export async function findTarget(work: TargetWork, reading: PageReading): Promise<PageTarget | null> {
  const { site } = work.call;
  switch (reading.kind) {
    case 'front':
      return site.frontPageId > 0 ? frontPage(work) : { kind: 'home', link: `${site.url}/`, page: null };
    case 'term':
      return findTerm(work, reading);
    case 'author':
      return findAuthor(work, reading);
    case 'archive': {
      const type = pageTypes(work).find(({ name }) => name === reading.type);
      const link = type ? archiveLink(site, type) : null;
      return type && link ? { kind: 'archive', type, link } : null;
    }
    case 'date': {
      const { kind: _kind, ...date } = reading;
      return { kind: 'date', date, link: dateLink(site, date) };
    }
    case 'search':
      return { kind: 'search', text: reading.text, link: searchLink(site, reading.text) };
    default: {
      const post = await findEntry(work, reading);
      return post && entryTarget(work, post);
    }
  }
}

/** A row as a target: the page that stands for the latest posts is their list. */
export async function entryTarget(work: TargetWork, post: Post): Promise<PageTarget> {
  const link = (await pageLinks(work, [post])).get(post.id) ?? '';
  const isList = work.call.site.frontPageId > 0 && post.type === 'page' && post.id === (await postsPageId(work));
  return isList ? { kind: 'home', link, page: post } : { kind: 'entry', link, post };
}

/** The page that lists the latest posts; 0 where the front page does. */
async function postsPageId({ call }: TargetWork): Promise<number> {
  return readOption(call.store, 'page_for_posts');
}

/** The chosen page; the latest posts where it is gone or hidden. */
async function frontPage(work: TargetWork): Promise<PageTarget> {
  const { site } = work.call;
  const post = await findEntry(work, { kind: 'id', id: site.frontPageId, of: 'page' });
  return post ? { kind: 'entry', link: `${site.url}/`, post } : { kind: 'home', link: `${site.url}/`, page: null };
}

type TermReading = Extract<PageReading, { kind: 'term' }>;

async function findTerm(work: TargetWork, { taxonomy, slugs, id }: TermReading): Promise<PageTarget | null> {
  const { store } = work.call;
  const found = id === undefined ? await termsAt(store, taxonomy, slugs) : [await store.terms.byId(id, taxonomy)];
  for (const term of found) {
    if (!term) continue;
    const [link = ''] = await termAddresses(work, taxonomy, [term]);
    return { kind: 'term', term, link };
  }
  return null;
}

function termsAt(store: PageWork['store'], taxonomy: string, slugs: readonly string[] = []): Promise<Term[]> {
  const page = { limit: 10, offset: 0 };
  return store.terms.find({ taxonomy, slugs: slugs.slice(-1) }, { by: 'id', direction: 'asc' }, page);
}

type AuthorReading = Extract<PageReading, { kind: 'author' }>;

/** Only those who have published something have a page: no address tells whether an account exists. */
async function findAuthor(work: TargetWork, { id, slug }: AuthorReading): Promise<PageTarget | null> {
  const { store, site } = work.call;
  const wanted = id === undefined ? { slugs: [slug ?? ''] } : { ids: [id] };
  const types = pageTypes(work).map((type) => type.name);
  const [user] = await store.users.find(
    { ...wanted, withPublished: types },
    { by: 'id', direction: 'asc' },
    { limit: 1, offset: 0 },
  );
  return user ? { kind: 'author', user, link: authorLink(site, user) } : null;
}

type EntryWork = Pick<PageWork, 'call' | 'core'>;

const styles: Readonly<Record<'any' | 'page' | 'attachment', LinkStyle | null>> = {
  any: null,
  page: 'path',
  attachment: 'attached',
};

/** The row that a reading names, if the reader may see it. */
export async function findEntry(work: EntryWork, reading: PageReading): Promise<Post | null> {
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

async function byTraits(work: EntryWork, traits: Traits): Promise<Post | null> {
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
async function pageAt(work: EntryWork, slugs: readonly string[], type?: string): Promise<Post | null> {
  const wanted = { slugs: slugs.slice(-1), ...(type === undefined ? {} : { type }) };
  const candidates = slugs.length > 0 ? await visiblePosts(work, type === undefined ? 'path' : 'named', wanted) : [];
  for (const candidate of candidates) if (await isBelow(work, candidate, slugs.slice(0, -1))) return candidate;
  return null;
}

async function isBelow({ call }: EntryWork, post: Post, slugs: readonly string[]): Promise<boolean> {
  let { parentId } = post;
  for (const slug of slugs.toReversed()) {
    const parent = parentId > 0 ? await call.store.posts.byId(parentId) : null;
    if (parent?.slug.toLowerCase() !== slug.toLowerCase()) return false;
    parentId = parent.parentId;
  }
  return parentId === 0 || !(await call.store.posts.byId(parentId));
}

async function attachmentAt(work: EntryWork, slug: string, on: Reading | null): Promise<Post | null> {
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
export async function findByOldSlug(work: EntryWork, reading: PageReading): Promise<Post | null> {
  const isPath = reading.kind === 'page' || reading.kind === 'named';
  const slug = isPath ? reading.slugs.at(-1) : 'slug' in reading ? reading.slug : undefined;
  if (slug === undefined || reading.kind === 'author') return null;
  const ids = await work.call.store.meta.owners('post', oldSlugKey, slug);
  if (ids.length === 0) return null;
  return (
    (await visiblePosts(work, null, { ids })).find(({ status }) => status === 'publish' || status === 'inherit') ?? null
  );
}
