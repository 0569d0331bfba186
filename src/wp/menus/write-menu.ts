import type { Call } from '../../api/call.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Post, Term } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { OperationContext } from '../context/core-context.ts';
import { askBeforeTerm, recordTerm } from '../terms/term-hooks.ts';
import { createTerm, removeTerm, type TermWork, updateTerm } from '../terms/write-term.ts';
import { itemsOfMenu } from './menu-items.ts';
import { autoAdd, placeMenu, readAutoAdded } from './menu-locations.ts';
import type { MenuDraft } from './menu-resource.ts';
import { type MenuContext, menuErrors, navMenu, navMenuItem } from './nav-menu.ts';
import type { PlannedItems } from './save-items.ts';
import { storeItem } from './write-item.ts';

/** Makes or changes a menu with its places and items, in one transaction. No two menus have the same name. */
export async function writeMenu(
  before: Term | null,
  { sentMeta, places, autoAdd: isAdded, items, ...sent }: MenuDraft & { readonly items?: PlannedItems },
  { meta: registry, variant }: MenuContext,
  call: Call,
): Promise<Term> {
  const of = { object: 'term', subtype: navMenu.name, ownerId: before?.id ?? 0 } as const;
  const meta = registry.plan(of, sentMeta, call.caller);
  const action = before ? 'update' : 'create';
  const changes = await askBeforeTerm(action, before, sent, call);
  const slugs = variant.text.slugs;
  const written = await call.store.transaction(async (store) => {
    if (before) await store.hold('term', before.id);
    const draft = { ...sent, ...changes, meta };
    const term = await writeTerm({ store, taxonomy: navMenu, slugs }, before, draft);
    if (places) await placeMenu(store, term.id, places);
    if (isAdded !== undefined) await autoAdd(store, term.id, isAdded);
    await items?.store(store, term.id);
    await recordTerm(store, action, term, call);
    return term;
  });
  call.hooks?.wake();
  call.forget();
  return written;
}

async function writeTerm(work: TermWork, before: Term | null, draft: MenuDraft): Promise<Term> {
  if (before && draft.name !== undefined) await refuseName(work.store, before.id, draft.name);
  try {
    return await (before ? updateTerm(work, before, draft) : createTerm(work, draft));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'term_exists')
      throw menuErrors.menu_exists(undefined, {
        details: { ...error.details },
        additional: [error.details['term_id']],
      });
    throw error;
  }
}

async function refuseName(store: Store, id: number, name: string): Promise<void> {
  const filter = { taxonomy: navMenu.name, name, notIds: [id] };
  const [same] = await store.terms.find(filter, { by: 'id', direction: 'asc' }, { limit: 1, offset: 0 });
  if (same) throw menuErrors.menu_exists(undefined, { details: { term_id: same.id }, additional: [same.id] });
}

/** Removes a menu with its items, and leaves its places empty. */
export async function removeMenu(menu: Term, { variant }: MenuContext, call: Call): Promise<void> {
  await askBeforeTerm('delete', menu, {}, call);
  await call.store.transaction(async (store) => {
    await store.hold('term', menu.id);
    const ids = await store.terms.postIds(menu.id, navMenu.name);
    const items = (await store.posts.byIds(ids)).filter((post) => post.type === navMenuItem.name);
    for (const item of items) await store.posts.remove(item.id);
    await placeMenu(store, menu.id, []);
    await autoAdd(store, menu.id, false);
    const work = { store, taxonomy: navMenu, slugs: variant.text.slugs };
    await removeTerm(work, menu, call.site);
    await recordTerm(store, 'delete', menu, call);
  });
  call.hooks?.wake();
}

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
