import { api } from '../../api/api.ts';
import type { Routes } from '../../api/interface.ts';
import { withoutEntities } from '../../ui/plain-text.ts';

export type Menu = Routes['/platen/v1/menus/{id}']['GET']['edit'];
export type MenuFacts = Routes['/platen/v1/menus']['GET']['edit'][number];
export type Place = Routes['/platen/v1/menus/locations']['GET']['edit'][number];
type StoredItem = Menu['items'][number];

/** An item on the screen; `key` tells new ones apart, which have no number yet. */
export interface Item extends StoredItem {
  readonly key: string;
}

/** What is saved of a menu. */
export interface MenuDraft {
  readonly name: string;
  readonly locations: readonly string[];
  readonly auto_add: boolean;
  readonly items: readonly Item[];
}

export interface LoadedMenu {
  readonly item: Menu;
  /** The tag of the state that was loaded; a change is refused when it is not the state any more. */
  readonly tag: string | null;
}

export const menusQuery = {
  queryKey: ['menus', 'list'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get('/platen/v1/menus', {}, signal),
};

export const placesQuery = {
  queryKey: ['menus', 'places'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get('/platen/v1/menus/locations', {}, signal),
};

export const loadMenu = (id: number, signal?: AbortSignal): Promise<LoadedMenu> =>
  api.tagged('/platen/v1/menus/{id}', { id }, signal);

export const draftOf = ({ name, locations, auto_add, items }: Menu): MenuDraft => ({
  name: withoutEntities(name),
  locations,
  auto_add,
  items: items.map((item) => ({ ...item, key: String(item.id) })),
});

/** The members of an item that can be written. */
const written = ({ key: _key, target_title: _title, type_label: _label, invalid: _invalid, url, ...item }: Item) => ({
  ...item,
  // The address of anything else is that of what the item leads to.
  ...(item.type === 'custom' ? { url } : {}),
});

export const saveMenu = (id: number, draft: MenuDraft, tag: string | null): Promise<Menu> =>
  api.post(
    '/platen/v1/menus/{id}',
    { id, ...draft, locations: [...draft.locations], items: draft.items.map(written) },
    tag ? { 'If-Match': tag } : {},
  );

export const makeMenu = (name: string): Promise<Menu> => api.post('/platen/v1/menus', { name });

export const removeMenu = async (id: number): Promise<Menu> =>
  (await api.delete('/platen/v1/menus/{id}', { id })).previous;

/** Makes a menu that was removed again; its items get new numbers. */
export const makeAgain = (menu: Menu): Promise<Menu> => {
  const { name, locations, auto_add, items } = draftOf(menu);
  const fresh = items.map((item) => ({ ...written(item), id: 0 }));
  return api.post('/platen/v1/menus', { name, locations: [...locations], auto_add, items: fresh });
};

let made = 0;

const blank = {
  id: 0,
  level: 0,
  title: '',
  target_title: '',
  object: 'custom',
  object_id: 0,
  url: '',
  attr_title: '',
  description: '',
  target: '',
  classes: [],
  xfn: [],
  status: 'publish',
  invalid: false,
};

export function newItem(values: Partial<Item> & Pick<Item, 'type' | 'type_label'>): Item {
  made += 1;
  return { ...blank, ...values, key: `new-${made}` };
}

/** What the item is called on the page. */
export const labelOf = (item: Item): string => withoutEntities(item.title || item.target_title || item.url);
