import { everything } from '../../rules/visibility.ts';
import type { Post } from '../../storage/rows.ts';
import { needKey } from '../../text/blocks/block-needs.ts';
import type { BlockLoader, BlockWork } from './block-work.ts';

const types = { reusable: 'wp_block', menu: 'wp_navigation' } as const;

/** Reusable blocks and menus. Everybody may see the published ones that have no password; nobody sees others. */
export const loadStoredTexts: BlockLoader = async (needed, loaded, work) => {
  const ids = [...needed.reusable.values(), ...needed.menu.values()];
  if (ids.length === 0) return;
  for (const { id, type, title, content } of await published(ids, work)) {
    if (type === types.reusable && needed.reusable.has(needKey(id))) loaded.reusable.set(needKey(id), content);
    if (type === types.menu && needed.menu.has(needKey(id))) loaded.menu.set(needKey(id), { title, content });
  }
};

const published = (ids: readonly number[], { call }: BlockWork): Promise<Post[]> =>
  call.store.posts.find(
    {
      types: Object.values(types),
      // The types are internal ones, which the rule hides from every list; what is shown here was published to be shown.
      visibility: everything,
      statuses: ['publish'],
      withoutPassword: true,
      ids,
    },
    { by: 'id', direction: 'asc' },
    { limit: ids.length, offset: 0 },
  );
