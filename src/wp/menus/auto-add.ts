import type { Post } from '../../storage/rows.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { storeItem } from './items/write-item.ts';
import type { MenuContext } from './menu-context.ts';
import { readAutoAdded } from './menu-settings.ts';
import { navMenu } from './nav-menu.ts';
import { itemsOfMenu } from './whole/items-of-menu.ts';

/** Puts a page at the top, once it is published, at the end of every menu that asks for such pages. */
export function addToMenus(context: Pick<MenuContext, 'types'>) {
  return async (page: Post, work: OperationContext): Promise<void> => {
    if (page.type !== 'page' || page.parentId !== 0) return;
    for (const menuId of await readAutoAdded(work.store)) await addToMenu(menuId, page, context, work);
  };
}

async function addToMenu(
  menuId: number,
  page: Post,
  context: Pick<MenuContext, 'types'>,
  work: OperationContext,
): Promise<void> {
  const { store } = work;
  if (!(await store.terms.byId(menuId, navMenu.name))) return;
  // Whoever saves the whole menu waits, or finds what was written here.
  await store.hold('term', menuId);
  const items = await itemsOfMenu(store, menuId);
  const leadsToPage = ({ values }: (typeof items)[number]) =>
    values.type === 'post_type' && values.object === page.type && values.objectId === page.id;
  if (items.some(leadsToPage)) return;
  const order = Math.max(0, ...items.map(({ post }) => post.menuOrder)) + 1;
  const draft = { type: 'post_type', object: page.type, objectId: page.id, order } as const;
  const item = await storeItem({ before: null, stored: null, draft, texts: {} }, context, work);
  await store.terms.assign(item.id, navMenu.name, [menuId]);
}
