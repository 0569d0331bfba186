import {
  anonymous,
  type Post,
  type PostType,
  parseSiteUrl,
  type Reading,
  readVisibility,
  type Site,
  type Store,
} from '../../extension.ts';

/** Where URLs are looked up. */
export interface AddressBook {
  readonly store: Store;
  readonly site: Site;
  readonly types: readonly PostType[];
}

/** A public row and the kind of view its URL requests. */
export interface Resolved {
  readonly post: Post;
  readonly view: 'page' | 'embed' | 'feed';
}

/** The row at a URL of this site, if every visitor may see it; null for anything else, whatever the reason. */
export async function resolveAddress(book: AddressBook, url: string): Promise<Resolved | null> {
  const address = parseSiteUrl(book.site, url, { types: book.types });
  for (const reading of address?.readings ?? []) {
    const post = await findReading(book, reading);
    if (post && address) return { post, view: address.view };
  }
  return null;
}

async function findReading(book: AddressBook, reading: Reading): Promise<Post | null> {
  switch (reading.kind) {
    case 'front':
      return book.site.frontPageId > 0 ? byId(book, book.site.frontPageId, 'path') : null;
    case 'id':
      // Whichever parameter an id is sent as, it may be that of any item.
      return byId(book, reading.id, null);
    case 'post':
      return byTraits(book, reading);
    case 'page':
      return byPath(book, reading.slugs);
    case 'named':
      return byPath(book, reading.slugs, 'named', reading.type);
    case 'attachment':
      return byParent(book, reading.slug, reading.on);
    default:
      return null;
  }
}

type Style = PostType['linkStyle'];

/** Public rows of the types whose permalinks have this structure. */
async function visible(
  book: AddressBook,
  style: Style | null,
  wanted: { ids?: number[]; slugs?: string[] },
): Promise<Post[]> {
  const types = book.types.filter((type) => type.public && type.restBase !== null);
  const named = types.filter((type) => style === null || type.linkStyle === style).map((type) => type.name);
  if (named.length === 0) return [];
  const filter = { types: named, visibility: readVisibility(anonymous, types), ...wanted };
  return book.store.posts.find(filter, { by: 'id', direction: 'asc' }, { limit: 100, offset: 0 });
}

async function byId(book: AddressBook, id: number, style: Style | null): Promise<Post | null> {
  return (await visible(book, style, { ids: [id] }))[0] ?? null;
}

type Traits = Extract<Reading, { kind: 'post' }>;

async function byTraits(book: AddressBook, traits: Traits): Promise<Post | null> {
  const { slug, id, authorSlug } = traits;
  if (slug === undefined && id === undefined) return null;
  const found = await visible(book, 'dated', {
    ...(slug === undefined ? {} : { slugs: [slug] }),
    ...(id === undefined ? {} : { ids: [id] }),
  });
  const post = found.find((candidate) => isDated(candidate, traits));
  if (!post || authorSlug === undefined) return post ?? null;
  return (await book.store.users.byId(post.authorId))?.slug === authorSlug ? post : null;
}

function isDated({ date }: Post, { datePrefix = '', hour, minute, second }: Traits): boolean {
  const [, hours, minutes, seconds] = /(\d\d):(\d\d):(\d\d)$/.exec(date) ?? [];
  return (
    date.startsWith(datePrefix) &&
    [hour ?? hours, minute ?? minutes, second ?? seconds].join() === [hours, minutes, seconds].join()
  );
}

/** A row by its slugs from the root down; its ancestors must exist, but need not be public. */
async function byPath(
  book: AddressBook,
  slugs: readonly string[],
  style: Style = 'path',
  type?: string,
): Promise<Post | null> {
  const candidates = await visible(book, style, { slugs: slugs.slice(-1) });
  for (const candidate of candidates) {
    if (type !== undefined && candidate.type !== type) continue;
    if (await hasAncestors(book.store, candidate, slugs.slice(0, -1))) return candidate;
  }
  return null;
}

async function hasAncestors(store: Store, post: Post, slugs: readonly string[]): Promise<boolean> {
  let { parentId } = post;
  for (const slug of slugs.toReversed()) {
    const parent = parentId > 0 ? await store.posts.byId(parentId) : null;
    if (parent?.slug !== slug) return false;
    parentId = parent.parentId;
  }
  return parentId === 0;
}

async function byParent(book: AddressBook, slug: string, on: Reading | null): Promise<Post | null> {
  const candidates = await visible(book, 'attached', { slugs: [slug] });
  if (on === null) return candidates.find((candidate) => candidate.parentId === 0) ?? null;
  const parent = candidates.length > 0 ? await findReading(book, on) : null;
  return candidates.find((candidate) => candidate.parentId === parent?.id) ?? null;
}

/** The row of a URL that is not exactly the row's own: without a host, or with a page number at its end. */
export async function resolveLooseAddress(book: AddressBook, url: string): Promise<Resolved | null> {
  for (const spelling of spellings(book.site, url)) {
    const resolved = await resolveAddress(book, spelling);
    if (resolved) return resolved;
  }
  return null;
}

/** A URL without a host as a URL of the site; every other URL unchanged. */
export function completeAddress(site: Site, url: string): string {
  const lacksHost = /^(?:\/(?![/\\])|\?)/.test(url);
  return lacksHost ? (URL.parse(url, `${site.url}/`)?.href ?? url) : url;
}

/** The possible meanings of a URL, most exact first. */
function* spellings(site: Site, url: string): Generator<string> {
  const whole = completeAddress(site, url);
  yield whole;
  const address = URL.parse(whole);
  const unnumbered = address && withoutPageNumber(address);
  // The front page of the site is not an item with numbered pages.
  if (unnumbered && unnumbered !== `${site.url}/`) yield unnumbered;
}

function withoutPageNumber({ origin, pathname, search }: URL): string | null {
  const path = /^(.*[^/]\/)[1-9]\d{0,5}\/?$/.exec(pathname)?.[1];
  return path === undefined ? null : origin + path + search;
}
