import type { Call } from '../../api/call.ts';
import { ApiError } from '../../errors.ts';
import type { Term } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { createTerm } from '../terms/operations/create-term.ts';
import { removeTerm } from '../terms/operations/remove-term.ts';
import type { TermWork } from '../terms/operations/term-draft.ts';
import { askBeforeTerm, recordTerm } from '../terms/operations/term-hooks.ts';
import { updateTerm } from '../terms/operations/update-term.ts';
import type { MenuContext } from './menu-context.ts';
import { menuErrors } from './menu-errors.ts';
import type { MenuDraft } from './menu-resource.ts';
import { autoAdd, placeMenu } from './menu-settings.ts';
import { navMenu, navMenuItem } from './nav-menu.ts';
import type { PlannedItems } from './whole/save-items.ts';

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
  const slugs = { slash: variant.text.slashInSlug };
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
      throw menuErrors.menu_exists(undefined, { details: { ...error.details } });
    throw error;
  }
}

async function refuseName(store: Store, id: number, name: string): Promise<void> {
  const filter = { taxonomy: navMenu.name, name, notIds: [id] };
  const [same] = await store.terms.find(filter, { by: 'id', direction: 'asc' }, { limit: 1, offset: 0 });
  if (same) throw menuErrors.menu_exists(undefined, { details: { term_id: same.id } });
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
    const work = { store, taxonomy: navMenu, slugs: { slash: variant.text.slashInSlug } };
    await removeTerm(work, menu, call.site);
    await recordTerm(store, 'delete', menu, call);
  });
  call.hooks?.wake();
}
