import { freeSlug, gmtAt, type Post, type Site, type Store, slugify } from '../../extension.ts';
import { metaKeys, type PopupDraft, popupType } from './popup-record.ts';

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
      slug: await popupSlug(inside, draft.name),
      date: site.zone.toLocal(now),
      dateGmt: now,
      modified: site.zone.toLocal(now),
      modifiedGmt: now,
    });
    await inside.posts.update(id, { guid: `${site.url}/?post_type=${popupType}&p=${id}` });
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

function popupSlug(store: Store, name: string): Promise<string> {
  const among = { types: [popupType], exceptId: 0 };
  return freeSlug(
    slugify(name, { slash: 'dash' }) || 'popup',
    async (slug) => !(await store.posts.slugTaken(slug, among)),
  );
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
  type: popupType,
  mimeType: '',
};
