import { everything, gmtAt, type Post, type Site, type Store, slugCandidate, slugify } from '../../extension.ts';

/** The kind of row popups are; it is hidden from every public route. */
export const POPUP_TYPE = 'popup';

/** A popup as its owner manages it. */
export interface Popup {
  readonly id: number;
  /** For the back office. */
  readonly name: string;
  readonly slug: string;
  readonly status: string;
  readonly enabled: boolean;
  /** What visitors see. */
  readonly title: string;
  readonly content: string;
  readonly settings: PopupSettings;
}

/** When and where a popup shows itself, and how it looks; read by the script on the page. */
export type PopupSettings = Readonly<Record<string, unknown>>;

/** What may be written of a popup. */
export type PopupDraft = Partial<Omit<Popup, 'id' | 'slug'>>;

const META = { enabled: '_popup_enabled', title: '_popup_title', settings: '_popup_settings_json' } as const;

/** All popups but trashed ones, by id. */
export async function listPopups(store: Store): Promise<readonly Popup[]> {
  const posts = await store.posts.find(
    { types: [POPUP_TYPE], statuses: ['publish', 'draft', 'private', 'pending'], sight: everything },
    { by: 'id', direction: 'asc' },
    { limit: 10_000, offset: 0 },
  );
  return withMeta(store, posts);
}

/** The popup with this id, or null. */
export async function findPopup(store: Store, id: number): Promise<Popup | null> {
  const post = await store.posts.byId(id);
  if (post?.type !== POPUP_TYPE) return null;
  return (await withMeta(store, [post]))[0] ?? null;
}

/** True for a popup whose events count; a disabled one still does, since cached pages may go on showing it. */
export async function isPublished(store: Store, id: number): Promise<boolean> {
  const post = await store.posts.byId(id);
  return post?.type === POPUP_TYPE && post.status === 'publish';
}

/** Stores a new popup and returns its id. */
export function createPopup(
  store: Store,
  site: Site,
  draft: PopupDraft & { name: string },
  nowMs: number,
): Promise<number> {
  return store.transaction(async (inside) => {
    const now = gmtAt(nowMs);
    const id = await inside.posts.insert({
      ...emptyPost,
      title: draft.name,
      content: draft.content ?? '',
      status: draft.status ?? 'publish',
      slug: await freeSlug(inside, draft.name),
      date: site.zone.toLocal(now),
      dateGmt: now,
      modified: site.zone.toLocal(now),
      modifiedGmt: now,
    });
    await inside.posts.update(id, { guid: `${site.url}/?post_type=${POPUP_TYPE}&p=${id}` });
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
  if (enabled !== undefined) await store.meta.set('post', id, META.enabled, [enabled ? '1' : '0']);
  if (title !== undefined) await store.meta.set('post', id, META.title, [title]);
  if (settings !== undefined) await store.meta.set('post', id, META.settings, [JSON.stringify(settings)]);
}

async function withMeta(store: Store, posts: readonly Post[]): Promise<readonly Popup[]> {
  const rows = await store.meta.of(
    'post',
    posts.map((post) => post.id),
    Object.values(META),
  );
  return posts.map((post) => {
    const meta = new Map((rows.get(post.id) ?? []).map((row) => [row.key, row.value ?? '']));
    return {
      id: post.id,
      name: post.title,
      slug: post.slug,
      status: post.status,
      enabled: meta.get(META.enabled) !== '0',
      title: meta.get(META.title) ?? '',
      content: post.content,
      settings: readSettings(meta.get(META.settings) ?? ''),
    };
  });
}

function readSettings(text: string): PopupSettings {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PopupSettings) : {};
  } catch {
    return {};
  }
}

async function freeSlug(store: Store, name: string): Promise<string> {
  const wanted = slugify(name, { slash: 'dash' }) || 'popup';
  for (let n = 1; ; n++) {
    const slug = slugCandidate(wanted, n);
    if (!(await store.posts.slugTaken(slug, { types: [POPUP_TYPE], exceptId: 0 }))) return slug;
  }
}

const emptyPost: Omit<
  Post,
  'id' | 'commentCount' | 'title' | 'content' | 'status' | 'slug' | 'date' | 'dateGmt' | 'modified' | 'modifiedGmt'
> = {
  authorId: 0,
  excerpt: '',
  commentStatus: 'closed',
  pingStatus: 'closed',
  password: '',
  parentId: 0,
  guid: '',
  menuOrder: 0,
  type: POPUP_TYPE,
  mimeType: '',
};
