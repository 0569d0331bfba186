import { gmtAt, insertOwnPost, type Site, type Store } from '../../extension.ts';
import { metaKeys, type PopupDraft, popupType } from './popup-record.ts';

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
