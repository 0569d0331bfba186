import { timingSafeEqual } from 'node:crypto';
import type { Call } from '../api/call.ts';
import { type NeededMedia, neededMedia } from '../content/text/needed-media.ts';
import { createCounters, type MediaLookup, type RenderContext } from '../content/text/render-context.ts';
import type { HeldTerm, MetaRow, Post } from '../storage/rows.ts';
import type { RevisionFacts } from '../storage/store.ts';
import { addressesOf, addressOnce } from './content-addresses.ts';
import type { ContentKind } from './content-kind.ts';
import { heldTerms } from './held-terms.ts';
import { templateKey, thumbnailKey } from './post-relations.ts';
import { stickyIds } from './post-sticky.ts';

/** A row with what its fields and links read beside it; what nobody asked for stays empty. */
export interface ContentSubject {
  readonly post: Post;
  readonly terms: readonly HeldTerm[];
  readonly meta: readonly MetaRow[];
  readonly isSticky: boolean;
  readonly address: string;
  readonly revisions: RevisionFacts;
  /** Whether the texts are open to this request: no password, or the right one came with it. */
  readonly isUnlocked: boolean;
  readonly text: RenderContext;
}

/** What a field or link can ask to have loaded. */
export type ContentNeed = 'terms' | 'meta' | 'sticky' | 'address' | 'revisions' | 'text';

const noTerms: ReadonlyMap<number, readonly HeldTerm[]> = new Map();
const noMeta: ReadonlyMap<number, readonly MetaRow[]> = new Map();
const noFacts: ReadonlyMap<number, RevisionFacts> = new Map();
const noRevisions: RevisionFacts = { count: 0, latestId: 0 };
const nothing: readonly never[] = [];
const noIds: readonly number[] = nothing;

/** Loads what a page of rows needs, in as many queries for a hundred rows as for one. */
export async function prepareContent(
  kind: ContentKind,
  posts: readonly Post[],
  needs: ReadonlySet<string>,
  call: Call,
): Promise<ContentSubject[]> {
  const { store } = call;
  const ids = posts.map((post) => post.id);
  const [terms, meta, revisions, sticky, texts] = await Promise.all([
    needs.has('terms') ? heldTerms(ids, call) : noTerms,
    needs.has('meta') ? store.meta.of('post', ids, metaKeys(kind)) : noMeta,
    needs.has('revisions') ? store.posts.revisionFacts(ids) : noFacts,
    needs.has('sticky') ? stickyIds(store) : noIds,
    textFacts(kind, posts, needs.has('text'), call),
  ]);
  const addresses = needs.has('address') ? await addressesFor(kind, posts, call, needs.has('terms') && terms) : nothing;
  const password = sentPassword(call);
  return posts.map((post, i) => ({
    post,
    terms: terms.get(post.id) ?? nothing,
    meta: meta.get(post.id) ?? nothing,
    isSticky: sticky.length > 0 && sticky.includes(post.id),
    address: addresses[i] ?? '',
    revisions: revisions.get(post.id) ?? noRevisions,
    isUnlocked: post.password === '' || (password !== null && isPassword(post.password, password)),
    text: { ...texts, postId: post.id },
  }));
}

async function addressesFor(
  kind: ContentKind,
  posts: readonly Post[],
  call: Call,
  terms: ReadonlyMap<number, readonly HeldTerm[]> | false,
): Promise<string[]> {
  const [only, ...others] = posts;
  if (only && others.length === 0) return [await addressOnce(kind, only, call)];
  return addressesOf(kind, posts, call, terms || undefined);
}

function metaKeys(kind: ContentKind): string[] {
  return [thumbnailKey, templateKey, ...kind.parts.meta.keysOf('post', kind.type.name)];
}

/** The password that came with a request, whatever it asks for. */
function sentPassword(call: Call): string | null {
  const password = call.request.query['password'];
  return typeof password === 'string' && password !== '' ? password : null;
}

/** Compares in a time that does not tell how much was right. */
export function isPassword(stored: string, sent: string): boolean {
  const one = Buffer.from(stored);
  const other = Buffer.from(sent);
  return one.length === other.length && timingSafeEqual(one, other);
}

async function textFacts(
  kind: ContentKind,
  posts: readonly Post[],
  isNeeded: boolean,
  call: Call,
): Promise<Omit<RenderContext, 'postId'>> {
  const media = isNeeded && kind.parts.images ? await imagesIn(posts, kind.parts.images, call) : undefined;
  return {
    siteUrl: call.site.url,
    smilies: call.site.smilies,
    shortcodes: kind.parts.shortcodes,
    // Players count through a whole answer, so embedded posts go on where the others stopped.
    counters: await call.once('text counters', async () => createCounters()),
    ...(media ? { media } : {}),
  };
}

async function imagesIn(
  posts: readonly Post[],
  fetch: (needed: NeededMedia, call: Call) => Promise<MediaLookup>,
  call: Call,
): Promise<MediaLookup | undefined> {
  const images = new Set<number>();
  const attachedTo = new Set<number>();
  for (const post of posts) {
    const needed = neededMedia(post.content ?? '', post.id);
    for (const id of needed.images) images.add(id);
    for (const id of needed.attachedTo) attachedTo.add(id);
  }
  if (images.size === 0 && attachedTo.size === 0) return undefined;
  return fetch({ images: [...images], attachedTo: [...attachedTo] }, call);
}

/** The stored value of one meta key, empty where there is none. */
export function metaText(subject: ContentSubject, key: string): string {
  for (const row of subject.meta) if (row.key === key) return row.value ?? '';
  return '';
}
