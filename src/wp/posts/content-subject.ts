import { timingSafeEqual } from 'node:crypto';
import type { Call } from '../../api/call.ts';
import { isReadMethod } from '../../api/read-method.ts';
import type { MadeOf } from '../../api/resource/kept-items.ts';
import { allReady, type Ready, whenReady } from '../../ready.ts';
import type { HeldTerm, MetaRow, Post } from '../../storage/rows.ts';
import type { RevisionFacts } from '../../storage/store.ts';
import type { BlockData } from '../../text/blocks/block-needs.ts';
import type { NeededMedia } from '../../text/needed-media.ts';
import type { MediaLookup, RenderContext } from '../../text/render-context.ts';
import type { LoadedForTexts, LoadedMedia } from '../../workers/text-tasks.ts';
import { assignedTerms } from '../terms/assigned-terms.ts';
import { addressesOf, addressOnce } from './content-addresses.ts';
import type { ContentKind } from './content-kind.ts';
import type { ContentView } from './content-view.ts';
import { templateKey, thumbnailKey } from './operations/post-relations.ts';
import { stickyIds } from './operations/sticky-posts.ts';
import { type TextContext, textContext } from './text-context.ts';

/** A row with what its fields and links need besides it; what was not requested stays empty. */
export interface ContentSubject {
  readonly post: Post;
  readonly terms: readonly HeldTerm[];
  readonly meta: readonly MetaRow[];
  readonly isSticky: boolean;
  readonly address: string;
  readonly revisions: RevisionFacts;
  /** Whether this request may see the texts: there is no password, or the right one was sent. */
  readonly isUnlocked: boolean;
  readonly text: RenderContext;
}

/** What a field or link can require to be loaded. */
export type ContentNeed = 'terms' | 'meta' | 'sticky' | 'address' | 'revisions' | 'text';

const noTerms: ReadonlyMap<number, readonly HeldTerm[]> = new Map();
const noMeta: ReadonlyMap<number, readonly MetaRow[]> = new Map();
const noFacts: ReadonlyMap<number, RevisionFacts> = new Map();
const noRevisions: RevisionFacts = { count: 0, latestId: 0 };
const nothing: readonly never[] = [];
const noIds: readonly number[] = nothing;

/** Loads what a page of rows needs, in a fixed number of queries. */
export async function loadContent(
  view: ContentView,
  posts: readonly Post[],
  needs: ReadonlySet<ContentNeed>,
  call: Call,
): Promise<ContentSubject[]> {
  const { store } = call;
  const { kind } = view;
  const ids = posts.map((post) => post.id);
  const [terms, meta, revisions, sticky, texts] = await allReady([
    needs.has('terms') ? assignedTerms(ids, call) : noTerms,
    needs.has('meta') ? metaOf(kind, ids, call) : noMeta,
    needs.has('revisions') ? store.posts.revisionFacts(ids) : noFacts,
    needs.has('sticky') ? stickyIds(store) : noIds,
    needs.has('text') ? textFacts(view, posts, call) : textContext({ ...view, textWork: kind.textWork }, call),
  ]);
  const addresses = needs.has('address') ? await addressesFor(kind, posts, call, needs.has('terms') && terms) : nothing;
  return posts.map((post, i) => ({
    post,
    terms: terms.get(post.id) ?? nothing,
    meta: meta.get(post.id) ?? nothing,
    isSticky: sticky.length > 0 && sticky.includes(post.id),
    address: addresses[i] ?? '',
    revisions: revisions.get(post.id) ?? noRevisions,
    isUnlocked: isUnlocked(post, call),
    text: { ...texts, postId: post.id },
  }));
}

/** What the item of a row is made of for a visitor; null where its text depends on more. */
export function contentMadeOf({ isSelfContained }: ContentView): MadeOf<ContentSubject> {
  return ({ post, terms, meta, revisions, isSticky, address, isUnlocked }) =>
    isSelfContained(post) ? [meta, post, terms, revisions, isSticky, address, isUnlocked] : null;
}

function addressesFor(
  kind: ContentKind,
  posts: readonly Post[],
  call: Call,
  terms: ReadonlyMap<number, readonly HeldTerm[]> | false,
): Ready<string[]> {
  const [only, ...others] = posts;
  if (only && others.length === 0) return whenReady(addressOnce(kind, only, call), (address) => [address]);
  return addressesOf(kind, posts, call, terms || undefined);
}

type MetaOfPosts = ReadonlyMap<number, readonly MetaRow[]>;

/** The item whose version was asked for, with all of its meta: its fields take theirs from there. */
function itemRead(call: Call): { id: number; meta: Ready<MetaOfPosts> } {
  return call.once('meta of item', () => ({ id: 0, meta: noMeta }));
}

export function metaOfItem(id: number, call: Call): Ready<MetaOfPosts> {
  const meta = call.store.meta.of('post', [id]);
  Object.assign(itemRead(call), { id, meta });
  return meta;
}

function metaOf(kind: ContentKind, ids: readonly number[], call: Call): Ready<MetaOfPosts> {
  const read = itemRead(call);
  if (ids.length === 1 && ids[0] === read.id) return read.meta;
  return call.store.meta.of('post', ids, metaKeys(kind));
}

function metaKeys(kind: ContentKind): string[] {
  return [thumbnailKey, templateKey, ...kind.meta.keysOf('post', kind.type.name)];
}

/** The password sent with a request, whatever its route. */
function sentPassword(call: Call): string | null {
  const password = call.request.query['password'];
  return typeof password === 'string' && password !== '' ? password : null;
}

/** Whether a request may see the texts of a row: there is no password, or the right one was sent. */
export function isUnlocked({ password }: Pick<Post, 'password'>, call: Call): boolean {
  const sent = password === '' ? null : sentPassword(call);
  return password === '' || (sent !== null && isPassword(password, sent));
}

/** Compares in constant time. */
export function isPassword(stored: string, sent: string): boolean {
  const one = Buffer.from(stored);
  const other = Buffer.from(sent);
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Texts that are longer together are looked through by other threads. */
const longTexts = 65_536;

/** The rendering context of a page of rows, with what their texts need besides; most need nothing. */
function textFacts(view: ContentView, posts: readonly Post[], call: Call): Ready<TextContext> {
  const inContext = (loaded: LoadedForTexts): TextContext => {
    const kept = view.keptTexts(call.store);
    // Nobody has rendered a text that was just written.
    const isRead = isReadMethod(call.request.method);
    const context = textContext({ ...view, textWork: view.kind.textWork }, call, loaded);
    return { ...context, kept: isRead ? kept : { ...kept, take: () => undefined } };
  };
  const length = posts.reduce((sum, { content }) => sum + (content ?? '').length, 0);
  if (length <= longTexts && posts.every(view.isSelfContained)) return inContext({});
  return Promise.all([imagesIn(view, posts, call), blockDataOf(view, posts, call)]).then(([media, blockData]) =>
    inContext({ media, blockData }),
  );
}

async function imagesIn(view: ContentView, posts: readonly Post[], call: Call): Promise<LoadedMedia | undefined> {
  const texts = posts.map(({ content, id }) => ({ raw: content ?? '', postId: id }));
  const needed = await view.kind.textWork.findMedia(texts);
  if (needed.images.length === 0 && needed.attachedTo.length === 0) return undefined;
  return loadedMedia(needed, await view.images(needed, call));
}

async function blockDataOf(view: ContentView, posts: readonly Post[], call: Call): Promise<BlockData | undefined> {
  const texts = posts.map(({ content, id }) => ({ raw: content ?? '', postId: id }));
  const needed = await view.kind.textWork.findBlockNeeds(texts, view.blocks);
  return needed && view.blockData(needed, call);
}

function loadedMedia({ images, attachedTo }: NeededMedia, library: MediaLookup): LoadedMedia {
  const found = images.flatMap((id) => library.image(id) ?? []);
  return {
    images: new Map(found.map((image) => [image.id, image])),
    attachedTo: new Map(attachedTo.map((id) => [id, library.attachedTo(id)])),
  };
}

/** The stored value of one meta key; empty if there is none. */
export function metaText(subject: ContentSubject, key: string): string {
  for (const row of subject.meta) if (row.key === key) return row.value ?? '';
  return '';
}
