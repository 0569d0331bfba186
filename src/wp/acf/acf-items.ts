import type { Call } from '../../api/call.ts';
import {
  attachedPath,
  attachmentMetaKeys as keys,
  readPicture,
  readStoredValue,
  storedFileSize,
} from '../../media/attachment-metadata.ts';
import { baseNameOf, fileUrl, siblingUrl } from '../../media/files/media-path.ts';
import { canViewAccount } from '../../rules/capabilities.ts';
import type { PostType } from '../../rules/post-types.ts';
import type { Site } from '../../rules/site.ts';
import { isShownTaxonomy, type TaxonomyType } from '../../rules/taxonomies.ts';
import type { MetaRow, Post, Term, User } from '../../storage/rows.ts';
import { visibleUsers } from '../context/visible-users.ts';
import { readablePosts } from '../fields/related-items.ts';
import { mediaAddresses } from '../media/media-subject.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { isUnlocked } from '../posts/content-subject.ts';
import { avatarUrls } from '../users/user-avatar.ts';

/** What values lead to, by id. */
export type WantedItems = Readonly<Record<'posts' | 'terms' | 'users', Set<number>>>;

type Shape = Readonly<Record<string, unknown>>;

/** Everything of it that the caller may see, in the form that templates get. */
export interface FoundItems {
  readonly posts: ReadonlyMap<number, Shape>;
  readonly media: ReadonlyMap<number, Shape>;
  /** The addresses of posts and files. */
  readonly links: ReadonlyMap<number, string>;
  readonly terms: ReadonlyMap<number, Shape>;
  readonly users: ReadonlyMap<number, Shape>;
}

export interface ItemSource {
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly uploadsUrl: (site: Site) => string;
  /** Asked for when used, since they are made of the fields. */
  readonly kinds: () => ContentKinds;
}

/** Looks up all items at once, as far as the caller may see them. */
export async function loadAcfItems(source: ItemSource, wanted: WantedItems, call: Call): Promise<FoundItems> {
  const [rows, terms, users] = await Promise.all([
    readablePosts([...wanted.posts], source.types, call),
    loadTerms([...wanted.terms], source, call),
    loadUsers([...wanted.users], source, call),
  ]);
  const posts = [...rows.values()];
  const files = posts.filter(({ type }) => type === 'attachment');
  const links = await linksOf(posts, source, call);
  return {
    posts: new Map(posts.map((post) => [post.id, postShape(post, call)])),
    media: await mediaShapes(files, links, source, call),
    links,
    terms,
    users,
  };
}

async function linksOf(
  posts: readonly Post[],
  { kinds }: ItemSource,
  call: Call,
): Promise<ReadonlyMap<number, string>> {
  const links = new Map<number, string>();
  for (const [type, some] of Map.groupBy(posts, (post) => post.type)) {
    const kind = kinds().find(type);
    if (!kind) continue;
    const addresses =
      type === 'attachment' ? await mediaAddresses(kinds(), some, call) : await addressesOf(kind, some, call);
    for (const [i, { id }] of some.entries()) links.set(id, addresses[i] ?? '');
  }
  return links;
}

/** A post as templates get it; a password locks its texts, and is never shown. */
function postShape(post: Post, call: Call): Shape {
  const isOpen = isUnlocked(post, call);
  return {
    ID: post.id,
    post_author: String(post.authorId),
    post_date: post.date,
    post_date_gmt: post.dateGmt,
    post_content: isOpen ? post.content : '',
    post_title: post.title,
    post_excerpt: isOpen ? post.excerpt : '',
    post_status: post.status,
    comment_status: post.commentStatus,
    ping_status: post.pingStatus,
    post_password: '',
    post_name: post.slug,
    to_ping: '',
    pinged: '',
    post_modified: post.modified,
    post_modified_gmt: post.modifiedGmt,
    post_content_filtered: '',
    post_parent: post.parentId,
    guid: post.guid,
    menu_order: post.menuOrder,
    post_type: post.type,
    post_mime_type: post.mimeType,
    comment_count: String(post.commentCount),
    filter: 'raw',
  };
}

async function mediaShapes(
  files: readonly Post[],
  links: ReadonlyMap<number, string>,
  { uploadsUrl }: ItemSource,
  { store, site }: Call,
): Promise<ReadonlyMap<number, Shape>> {
  if (files.length === 0) return new Map();
  const ids = files.map(({ id }) => id);
  const meta = await store.meta.of('post', ids, Object.values(keys));
  const base = uploadsUrl(site);
  return new Map(
    files.map((file) => [file.id, mediaShape(file, meta.get(file.id) ?? [], links.get(file.id) ?? '', base)]),
  );
}

function mediaShape(file: Post, rows: readonly MetaRow[], link: string, uploads: string): Shape {
  const value = (key: string): string => rows.find((row) => row.key === key)?.value ?? '';
  const path = attachedPath(value(keys.file));
  const url = path === '' ? file.guid : fileUrl(uploads, path);
  const metadata = readStoredValue(value(keys.metadata));
  const picture = readPicture(metadata);
  const [type = '', subtype = ''] = file.mimeType.split('/');
  const sizes = Object.entries(picture?.sizes ?? {}).flatMap(([name, copy]) => [
    [name, siblingUrl(url, copy.file)],
    [`${name}-width`, copy.width],
    [`${name}-height`, copy.height],
  ]);
  return {
    ID: file.id,
    id: file.id,
    title: file.title,
    filename: baseNameOf(path),
    filesize: storedFileSize(metadata) ?? 0,
    url,
    link,
    alt: value(keys.altText),
    author: String(file.authorId),
    description: file.content,
    caption: file.excerpt,
    name: file.slug,
    status: file.status,
    uploaded_to: file.parentId,
    date: file.date,
    modified: file.modified,
    menu_order: file.menuOrder,
    mime_type: file.mimeType,
    type,
    subtype,
    icon: '',
    ...(picture ? { width: picture.width, height: picture.height, sizes: Object.fromEntries(sizes) } : {}),
  };
}

async function loadTerms(
  ids: readonly number[],
  { taxonomies }: ItemSource,
  { store }: Call,
): Promise<ReadonlyMap<number, Shape>> {
  if (ids.length === 0) return new Map();
  const shown = new Set(taxonomies.filter(isShownTaxonomy).map(({ name }) => name));
  const terms = (await store.terms.byIds(ids)).filter(({ taxonomy }) => shown.has(taxonomy));
  return new Map(terms.map((term) => [term.id, termShape(term)]));
}

const termShape = (term: Term): Shape => ({
  term_id: term.id,
  name: term.name,
  slug: term.slug,
  term_group: term.group,
  term_taxonomy_id: term.taxonomyRowId,
  taxonomy: term.taxonomy,
  description: term.description,
  parent: term.parentId,
  count: term.count,
  filter: 'raw',
});

const personKeys = ['first_name', 'last_name', 'nickname', 'description'];

async function loadUsers(
  ids: readonly number[],
  { types }: ItemSource,
  call: Call,
): Promise<ReadonlyMap<number, Shape>> {
  const visible = ids.length === 0 ? [] : [...(await visibleUsers(ids, call, types))];
  if (visible.length === 0) return new Map();
  const [users, meta] = await Promise.all([
    call.store.users.byIds(visible),
    call.store.meta.of('user', visible, personKeys),
  ]);
  return new Map(users.map((user) => [user.id, userShape(user, meta.get(user.id) ?? [], call)]));
}

/** A user as templates get it; the address and the date are for those who may list users. */
function userShape(user: User, rows: readonly MetaRow[], call: Call): Shape {
  const value = (key: string): string => rows.find((row) => row.key === key)?.value ?? '';
  const isKnown = canViewAccount(call.caller, user.id);
  const picture = Object.values(avatarUrls(user.email, call)).at(-1) ?? '';
  return {
    ID: user.id,
    user_firstname: isKnown ? value('first_name') : '',
    user_lastname: isKnown ? value('last_name') : '',
    nickname: isKnown ? value('nickname') : '',
    user_nicename: user.slug,
    display_name: user.displayName,
    user_email: isKnown ? user.email : '',
    user_url: user.url,
    user_registered: isKnown ? user.registered : '',
    user_description: value('description'),
    user_avatar: `<img alt="" src="${picture.replaceAll('&', '&amp;')}" class="avatar avatar-96 photo" height="96" width="96" />`,
  };
}
