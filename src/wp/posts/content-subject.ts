import { timingSafeEqual } from 'node:crypto';
import type { Call } from '../../api/call.ts';
import { isReadMethod } from '../../api/request.ts';
import type { CacheKeyOf } from '../../api/resource/item-cache.ts';
import type { LoadedForTexts, LoadedMedia } from '../../background/text-tasks.ts';
import type { TextWork } from '../../background/text-work.ts';
import { allMaybe, andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import type { RowKey } from '../../rules/fields/field-storage.ts';
import { seoMetaKeys } from '../../rules/seo.ts';
import type { MetaRow, Post, PostTerm } from '../../storage/rows.ts';
import type { RevisionFacts, Store } from '../../storage/store.ts';
import type { BlockData } from '../../text/blocks/block-needs.ts';
import type { BlockText } from '../../text/blocks/needed-by-blocks.ts';
import type { NeededMedia } from '../../text/render/needed-media.ts';
import type { MediaLookup, RenderContext, TextSyntax } from '../../text/render/render-context.ts';
import { asksForStandard } from '../fields/acf-member.ts';
import { assignedTerms } from '../terms/term-lookup.ts';
import { addressesOf, addressOnce, addressTemplatesOf } from './content-addresses.ts';
import type { ContentKind } from './content-kind.ts';
import type { ContentView } from './content-view.ts';
import { stickyIds, templateKey, thumbnailKey } from './operations/post-relations.ts';
import { generatedSlugs } from './operations/post-slug.ts';
import { type TextContext, textContext } from './text-context.ts';

/** A row with what its fields and links need besides it; what was not requested stays empty. */
export interface ContentSubject {
  readonly post: Post;
  readonly terms: readonly PostTerm[];
  readonly meta: readonly MetaRow[];
  readonly isSticky: boolean;
  readonly address: string;
  /** The address with a placeholder for the slug. */
  readonly addressTemplate: string;
  /** The slug that the title would give. */
  readonly generatedSlug: string;
  readonly revisions: RevisionFacts;
  /** The type of its parent; empty where there is none. */
  readonly parentType: string;
  /** Whether this request may see the texts: there is no password, or the right one was sent. */
  readonly isUnlocked: boolean;
  readonly text: RenderContext;
  /** Whether fields are asked for as templates get them: then they depend on what they lead to. */
  readonly isStandard: boolean;
}

/** What a field or link can require to be loaded. */
export type ContentNeed =
  | 'terms'
  | 'meta'
  | 'sticky'
  | 'address'
  | 'addressTemplate'
  | 'generatedSlug'
  | 'revisions'
  | 'parentType'
  | 'seo'
  | 'text';

const noTerms: ReadonlyMap<number, readonly PostTerm[]> = new Map();
const noMeta: ReadonlyMap<number, readonly MetaRow[]> = new Map();
const noFacts: ReadonlyMap<number, RevisionFacts> = new Map();
const noRevisions: RevisionFacts = { count: 0, latestId: 0 };
const noTypes: ReadonlyMap<number, string> = new Map();
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
  const isStandard = view.acfMember !== null && asksForStandard(call);
  const [terms, meta, revisions, sticky, texts] = await allMaybe([
    needs.has('terms') ? assignedTerms(ids, call) : noTerms,
    needs.has('meta') ? metaOf(kind, ids, call, needs.has('seo') ? seoMetaKeys : nothing) : noMeta,
    needs.has('revisions') ? store.posts.revisionFacts(ids) : noFacts,
    needs.has('sticky') ? stickyIds(store) : noIds,
    needs.has('text') ? textFacts(view, posts, call) : textContext({ ...view, textWork: kind.textWork }, call),
  ]);
  const known = needs.has('terms') ? terms : undefined;
  const templates = needs.has('addressTemplate') ? await addressTemplatesOf(kind, posts, call, known) : nothing;
  const parents = needs.has('parentType') ? await parentTypes(posts, store) : noTypes;
  const generated = needs.has('generatedSlug') ? await generatedSlugs(kind, posts, store) : nothing;
  const addresses = needs.has('address') ? await addressesFor(kind, posts, call, needs.has('terms') && terms) : nothing;
  return posts.map((post, i) => ({
    post,
    terms: terms.get(post.id) ?? nothing,
    meta: meta.get(post.id) ?? nothing,
    isSticky: sticky.length > 0 && sticky.includes(post.id),
    address: addresses[i] ?? '',
    addressTemplate: templates[i] ?? '',
    generatedSlug: generated[i] ?? '',
    revisions: revisions.get(post.id) ?? noRevisions,
    parentType: parents.get(post.parentId) ?? '',
    isUnlocked: isUnlocked(post, call),
    text: { ...texts, postId: post.id },
    isStandard,
  }));
}

async function parentTypes(posts: readonly Post[], store: Store): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(posts.map(({ parentId }) => parentId))].filter((id) => id > 0);
  return ids.length === 0 ? noTypes : new Map((await store.posts.byIds(ids)).map(({ id, type }) => [id, type]));
}

/** What the item of a row is made of for a visitor; null where its text depends on more. */
export function contentMadeOf({ isSelfContained }: ContentView): CacheKeyOf<ContentSubject> {
  return ({ post, terms, meta, revisions, parentType, isSticky, address, isUnlocked, text, isStandard }) =>
    isSelfContained(post) && text.excerptWords === undefined && !isStandard
      ? [meta, post, terms, revisions, parentType, isSticky, address, isUnlocked]
      : null;
}

function addressesFor(
  kind: ContentKind,
  posts: readonly Post[],
  call: Call,
  terms: ReadonlyMap<number, readonly PostTerm[]> | false,
): MaybePromise<string[]> {
  const [only, ...others] = posts;
  if (only && others.length === 0) return andThen(addressOnce(kind, only, call), (address) => [address]);
  return addressesOf(kind, posts, call, terms || undefined);
}

type MetaOfPosts = ReadonlyMap<number, readonly MetaRow[]>;

/** The item whose version was asked for, with all of its meta: its fields take theirs from there. */
function itemRead(call: Call): { id: number; meta: MaybePromise<MetaOfPosts> } {
  return call.once('meta of item', () => ({ id: 0, meta: noMeta }));
}

export function metaOfItem(id: number, call: Call): MaybePromise<MetaOfPosts> {
  const meta = call.store.meta.of('post', [id]);
  Object.assign(itemRead(call), { id, meta });
  return meta;
}

function metaOf(
  kind: ContentKind,
  ids: readonly number[],
  call: Call,
  more: readonly string[],
): MaybePromise<MetaOfPosts> {
  const read = itemRead(call);
  if (ids.length === 1 && ids[0] === read.id) return read.meta;
  return call.store.meta.of('post', ids, [...metaKeys(kind), ...more]);
}

function metaKeys(kind: ContentKind): RowKey[] {
  return [thumbnailKey, templateKey, ...kind.meta.keysOf('post', kind.type.name)];
}

/** The password sent with a request, whatever its route. */
export function sentPassword(call: Call): string | null {
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
function textFacts(view: ContentView, posts: readonly Post[], call: Call): MaybePromise<TextContext> {
  const inContext = (loaded: LoadedForTexts): TextContext => {
    const kept = view.keptTexts(call.store);
    // Nobody has rendered a text that was just written.
    const isRead = isReadMethod(call.request.method);
    const context = textContext({ ...view, textWork: view.kind.textWork }, call, loaded);
    return { ...context, kept: isRead ? kept : { ...kept, take: () => undefined } };
  };
  const length = posts.reduce((sum, { content }) => sum + (content ?? '').length, 0);
  if (length <= longTexts && posts.every(view.isSelfContained)) return inContext({});
  const texts = posts.map(({ content, id }) => ({ raw: content ?? '', postId: id }));
  return loadedForTexts({ ...view, textWork: view.kind.textWork }, texts, call).then(inContext);
}

/** What texts are rendered with. */
interface TextSource extends Pick<ContentView, 'images' | 'blockData' | keyof TextSyntax> {
  readonly textWork: TextWork;
}

/** The rendering context of texts that no row has, with what they need besides. */
export async function contextOfTexts(
  source: TextSource,
  texts: readonly BlockText[],
  call: Call,
): Promise<TextContext> {
  return textContext(source, call, await loadedForTexts(source, texts, call));
}

async function loadedForTexts(source: TextSource, texts: readonly BlockText[], call: Call): Promise<LoadedForTexts> {
  const [media, blockData] = await Promise.all([imagesIn(source, texts, call), blockDataOf(source, texts, call)]);
  return { media, blockData };
}

async function imagesIn(
  { textWork, images }: TextSource,
  texts: readonly BlockText[],
  call: Call,
): Promise<LoadedMedia | undefined> {
  const needed = await textWork.findMedia(texts);
  if (needed.images.length === 0 && needed.attachedTo.length === 0) return undefined;
  return loadedMedia(needed, await images(needed, call));
}

async function blockDataOf(
  { textWork, blocks, blockData }: TextSource,
  texts: readonly BlockText[],
  call: Call,
): Promise<BlockData | undefined> {
  const needed = await textWork.findBlockNeeds(texts, blocks);
  return needed && blockData(needed, call);
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
