import {
  everything,
  gmtAt,
  insertOwnPost,
  type Post,
  parseJsonRecord,
  type Site,
  type Store,
} from '../../extension.ts';

/** The post type of popups; it is hidden from every public route. */
export const popupType = 'popup';

/** A popup as its owner manages it. */
export interface Popup {
  readonly id: number;
  /** The name for administrators. */
  readonly name: string;
  readonly slug: string;
  readonly status: string;
  readonly enabled: boolean;
  /** The title for visitors. */
  readonly title: string;
  readonly content: string;
  readonly settings: PopupSettings;
}

/** When and where a popup opens, and how it looks; read by the script on the page. */
export type PopupSettings = Readonly<Record<string, unknown>>;

/** The writable members of a popup. */
export type PopupDraft = Partial<Omit<Popup, 'id' | 'slug'>>;

/** The meta keys of members that have no column. */
export const metaKeys = { enabled: '_popup_enabled', title: '_popup_title', settings: '_popup_settings_json' } as const;

/** All popups except trashed ones, by id. */
export async function listPopups(store: Store): Promise<readonly Popup[]> {
  const posts = await store.posts.find(notTrashed, { by: 'id', direction: 'asc' }, { limit: 10_000, offset: 0 });
  return withMeta(store, posts);
}

/** Some of them, newest first, and how many there are. */
export async function popupsOnPage(
  store: Store,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly popups: readonly Popup[]; readonly total: number }> {
  const posts = await store.posts.find(notTrashed, { by: 'id', direction: 'desc' }, page);
  return { popups: await withMeta(store, posts), total: await store.posts.count(notTrashed) };
}

const notTrashed = {
  types: [popupType],
  statuses: ['publish', 'draft', 'private', 'pending'],
  visibility: everything,
} as const;

/** The popup with this id, or null. */
export async function findPopup(store: Store, id: number): Promise<Popup | null> {
  const post = await store.posts.byId(id);
  if (post?.type !== popupType) return null;
  return (await withMeta(store, [post]))[0] ?? null;
}

/** True for a popup whose events count; a disabled one still counts, since cached pages may go on showing it. */
export async function isPublished(store: Store, id: number): Promise<boolean> {
  const post = await store.posts.byId(id);
  return post?.type === popupType && post.status === 'publish';
}

async function withMeta(store: Store, posts: readonly Post[]): Promise<readonly Popup[]> {
  const rows = await store.meta.of(
    'post',
    posts.map((post) => post.id),
    Object.values(metaKeys),
  );
  return posts.map((post) => {
    const meta = new Map((rows.get(post.id) ?? []).map((row) => [row.key, row.value ?? '']));
    return {
      id: post.id,
      name: post.title,
      slug: post.slug,
      status: post.status,
      enabled: meta.get(metaKeys.enabled) !== '0',
      title: meta.get(metaKeys.title) ?? '',
      content: post.content,
      settings: parseJsonRecord(meta.get(metaKeys.settings) ?? '') ?? {},
    };
  });
}

/** Stores a new popup and returns its id. */
export function createPopup(
  store: Store,
  site: Site,
  draft: PopupDraft & { name: string },
  nowMs: number,
): Promise<number> {
  return store.transaction(async (inside) => {
    const { name, content = '', status = 'publish' } = draft;
    const post = { type: popupType, title: name, content, status, defaultSlug: 'popup' };
    const { id } = await insertOwnPost(inside, post, { site, nowMs });
    await writeMeta(inside, id, draft);
    return id;
  });
}

/** Changes what the draft names. */
export function updatePopup(store: Store, site: Site, id: number, draft: PopupDraft, nowMs: number): Promise<void> {
  return store.transaction(async (inside) => {
    const now = gmtAt(nowMs);
    await inside.posts.update(id, {
      ...(draft.name === undefined ? {} : { title: draft.name }),
      ...(draft.content === undefined ? {} : { content: draft.content }),
      ...(draft.status === undefined ? {} : { status: draft.status }),
      modified: site.zone.toLocal(now),
      modifiedGmt: now,
    });
    await writeMeta(inside, id, draft);
  });
}

async function writeMeta(store: Store, id: number, { enabled, title, settings }: PopupDraft): Promise<void> {
  if (enabled !== undefined) await store.meta.set('post', id, metaKeys.enabled, [enabled ? '1' : '0']);
  if (title !== undefined) await store.meta.set('post', id, metaKeys.title, [title]);
  if (settings !== undefined) await store.meta.set('post', id, metaKeys.settings, [JSON.stringify(settings)]);
}
