import { needKey } from '../../text/blocks/block-needs.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import type { BlockLoader } from './block-work.ts';

const mostPages = 1000;
const columns = ['id', 'parentId', 'title', 'menuOrder', 'slug', 'status', 'date', 'type', 'authorId'] as const;

/** The published pages, in the order of the site. */
export const loadPages: BlockLoader = async (needed, loaded, { call, kinds, visibility }) => {
  if (needed.pages.size === 0 || loaded.pages.size > 0) return;
  const rows = await call.store.posts.find(
    { types: ['page'], visibility, statuses: ['publish'] },
    { by: 'menuOrder', direction: 'asc' },
    { limit: mostPages, offset: 0 },
    columns,
  );
  const urls = await addressesOf(kinds.of('page'), rows, call);
  const pages = rows.map(({ id, parentId, title, menuOrder }, i) => ({
    id,
    parentId,
    title,
    menuOrder,
    url: urls[i] ?? '',
  }));
  const { compare } = new Intl.Collator(call.site.language, { sensitivity: 'base' });
  loaded.pages.set(
    needKey(null),
    pages.sort((a, b) => a.menuOrder - b.menuOrder || compare(a.title, b.title) || a.id - b.id),
  );
};
