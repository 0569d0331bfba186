import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../../api/call.ts';
import { textTooLong } from '../../api/resource/field.ts';
import { isStorable, textLimits } from '../../rules/text-limits.ts';
import { gmtAt } from '../../rules/zone.ts';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { plainText } from '../../text/plain-text.ts';
import { cleanUrl } from '../../text/sanitise/clean-url.ts';
import type { ItemDraft } from './item-values.ts';
import { type ItemValues, itemKeys, readValues, storeValues } from './item-values.ts';
import type { MenuContext } from './nav-menu.ts';
import { menuErrors, navMenu, navMenuItem } from './nav-menu.ts';

const noValues: ItemValues = { ...readValues([]), relations: [''] };

/** Makes or changes an item of a menu, in one transaction. */
export async function writeItem(before: Post | null, sent: ItemDraft, context: MenuContext, call: Call): Promise<Post> {
  const draft = before || sent.menuId !== undefined ? sent : withoutOrder(sent);
  const [texts = {}] = await cleanItemTexts([draft], context, call);
  const of = { object: 'post', subtype: navMenuItem.name, ownerId: before?.id ?? 0 } as const;
  const meta = context.meta.plan(of, draft.meta, call.caller);
  return call.store.transaction(async (store) => {
    const menuId = draft.menuId ?? (before && (await menuOf(before.id, store)));
    // Whoever saves the whole menu waits, or finds what was written here.
    if (menuId) await store.hold('term', menuId);
    if (draft.menuId !== undefined) await refuseMenu(draft.menuId, store);
    const stored = before
      ? readValues((await store.meta.of('post', [before.id], itemKeys)).get(before.id) ?? [])
      : null;
    const post = await storeItem({ before, stored, draft, texts }, context, { ...call, store });
    if (draft.menuId !== undefined) await store.terms.assign(post.id, navMenu.name, [draft.menuId]);
    for (const { key, values: rows } of meta) await store.meta.set('post', post.id, key, rows);
    return post;
  });
}

/** A new item outside of all menus comes first: there is nothing that it could come after. */
function withoutOrder({ order: _order, ...draft }: ItemDraft): ItemDraft {
  return draft;
}

/** An item as it is stored, if it is, and what was sent for it. */
export interface ItemWrite {
  readonly before: Post | null;
  readonly stored: ItemValues | null;
  readonly draft: ItemDraft;
  readonly texts: Partial<ItemTexts>;
}

/** What storing an item needs of a request, or of whatever else publishes. */
type Writing = Pick<Call, 'store' | 'caller' | 'now' | 'site'>;

/** Stores an item inside the transaction of `call.store`; what is as it was is not written again. */
export async function storeItem(
  { before, stored, draft, texts }: ItemWrite,
  context: Pick<MenuContext, 'types'>,
  call: Writing,
): Promise<Post> {
  const { store } = call;
  const row = { ...(before ?? newRow(call)), ...texts, ...changesOf(draft) };
  const values = await checkedValues(mergedValues(stored ?? noValues, draft), row.title, context, store);
  const isSame = before !== null && isDeepStrictEqual(before, row) && isDeepStrictEqual(stored, values);
  if (isSame) return before;
  const post = before ? await update(before.id, row, call) : await insert(row, store);
  const written = values.type === 'custom' ? { ...values, objectId: post.id } : values;
  if (!isDeepStrictEqual(stored, written)) await storeValues(store, post.id, written);
  return post;
}

async function menuOf(id: number, store: Store): Promise<number> {
  return (await store.terms.ofPosts([id])).get(id)?.find((term) => term.taxonomy === navMenu.name)?.id ?? 0;
}

type Row = Omit<Post, 'id'>;
type ItemTexts = Pick<Post, 'title' | 'excerpt' | 'content'>;

/** The texts that were sent, cleaned: before the transaction, because long ones take time. */
export async function cleanItemTexts(
  drafts: readonly ItemDraft[],
  { textWork }: MenuContext,
  { caller }: Call,
): Promise<readonly Partial<ItemTexts>[]> {
  const unfiltered = caller.can('unfiltered_html');
  const cleaned = await textWork.clean(
    drafts.flatMap(({ title = '', description = '' }) => [
      { as: 'title', raw: title, unfiltered } as const,
      { as: 'postText', raw: description, unfiltered } as const,
    ]),
  );
  return drafts.map((draft, i) => {
    const [title = '', content = ''] = cleaned.slice(2 * i, 2 * i + 2);
    if (!isStorable(title, textLimits.title)) throw textTooLong('title', textLimits.title);
    if (!isStorable(content, textLimits.content)) throw textTooLong('description', textLimits.content);
    return {
      ...(draft.title === undefined ? {} : { title }),
      ...(draft.description === undefined ? {} : { content }),
      ...(draft.attributeTitle === undefined ? {} : { excerpt: plainText(draft.attributeTitle) }),
    };
  });
}

const cssName = (text: string): string => text.replace(/[^A-Za-z0-9_-]/g, '');
/** A list without names is stored with one that is empty, as it is read. */
const namesIn = (sent: readonly string[]): readonly string[] => (sent.length > 0 ? sent.map(cssName) : ['']);

function mergedValues(stored: ItemValues, draft: ItemDraft): ItemValues {
  return {
    type: draft.type ?? stored.type,
    object: draft.object ?? stored.object,
    objectId: draft.objectId ?? stored.objectId,
    parentId: draft.parentId ?? stored.parentId,
    target: draft.target ?? stored.target,
    classes: draft.classes ? namesIn(draft.classes) : stored.classes,
    relations: draft.relations ? namesIn(draft.relations) : stored.relations,
    url: draft.url === undefined ? stored.url : cleanUrl(draft.url),
  };
}

/** The values with the name of what the item leads to; refused if there is no such thing, or no title and address. */
async function checkedValues(
  values: ItemValues,
  title: string,
  { types }: Pick<MenuContext, 'types'>,
  store: Store,
): Promise<ItemValues> {
  const { type, objectId, object } = values;
  if (type === 'custom') {
    if (title === '') throw menuErrors.rest_title_required();
    if (values.url === '') throw menuErrors.rest_url_required();
    return { ...values, object: 'custom' };
  }
  if (type === 'post_type_archive') {
    if (!types.some((one) => one.name === object)) throw menuErrors.rest_post_invalid_type();
    return { ...values, objectId: 0, url: '' };
  }
  const isPost = type === 'post_type';
  if (objectId > 0 && object !== '') return { ...values, url: '' };
  const found = isPost ? (await store.posts.byId(objectId))?.type : (await store.terms.byId(objectId))?.taxonomy;
  if (!found) throw isPost ? menuErrors.rest_post_invalid_id() : menuErrors.rest_term_invalid_id();
  return { ...values, object: found, url: '' };
}

async function refuseMenu(id: number, store: Store): Promise<void> {
  if (!(await store.terms.byId(id, navMenu.name))) throw menuErrors.invalid_menu_id();
}

function newRow({ caller, now, site }: Writing): Row {
  const [local, gmt] = [site.zone.localAt(now), gmtAt(now)];
  return {
    authorId: caller.userId,
    date: local,
    dateGmt: gmt,
    content: '',
    title: '',
    excerpt: '',
    status: 'publish',
    commentStatus: 'closed',
    pingStatus: 'closed',
    password: '',
    slug: '',
    modified: local,
    modifiedGmt: gmt,
    parentId: 0,
    guid: '',
    menuOrder: 1,
    type: navMenuItem.name,
    mimeType: '',
    commentCount: 0,
  };
}

/** An item is published or a draft; there is nothing in between. */
function changesOf({ status, order }: ItemDraft): Partial<Row> {
  return {
    ...(status === undefined ? {} : { status: status === 'publish' ? 'publish' : 'draft' }),
    ...(order === undefined ? {} : { menuOrder: order }),
  };
}

async function insert(row: Row, store: Store): Promise<Post> {
  const id = await store.posts.insert(row);
  const slug = String(id);
  await store.posts.update(id, { slug });
  return { ...row, id, slug };
}

async function update(id: number, row: Row, { store, now, site }: Writing): Promise<Post> {
  const { title, content, excerpt, status, menuOrder } = row;
  const [modified, modifiedGmt] = [site.zone.localAt(now), gmtAt(now)];
  await store.posts.update(id, { title, content, excerpt, status, menuOrder, modified, modifiedGmt });
  return { ...row, id, modified, modifiedGmt };
}
