import { encodePhp } from '../../../src/storage/options/php-serialized.ts';
import type { Store } from '../../../src/storage/store.ts';

const blank = {
  authorId: 1,
  date: '2021-01-01 00:00:00',
  dateGmt: '2021-01-01 00:00:00',
  modified: '2021-01-01 00:00:00',
  modifiedGmt: '2021-01-01 00:00:00',
  content: '',
  title: '',
  excerpt: '',
  status: 'publish',
  commentStatus: 'closed',
  pingStatus: 'closed',
  password: '',
  slug: '',
  parentId: 0,
  guid: '',
  menuOrder: 0,
  mimeType: '',
};

export interface StoredItem {
  readonly label?: string;
  readonly post?: number;
  readonly type?: string;
  readonly term?: number;
  readonly taxonomy?: string;
  readonly url?: string;
  /** The position of the item it stands below. */
  readonly below?: number;
}

/** Writes a menu as the old system stores it, at the place `primary` of its theme. */
export async function writeMenu(store: Store, items: readonly StoredItem[]): Promise<void> {
  const menu = await store.terms.insert({
    name: 'Main',
    slug: 'main',
    taxonomy: 'nav_menu',
    description: '',
    parentId: 0,
  });
  const ids: number[] = [];
  for (const [at, item] of items.entries()) {
    const id = await store.posts.insert({
      ...blank,
      type: 'nav_menu_item',
      title: item.label ?? '',
      slug: `item-${at}`,
      menuOrder: at + 1,
    });
    ids.push(id);
    const kind = item.post ? 'post_type' : item.term ? 'taxonomy' : 'custom';
    const meta = {
      _menu_item_type: kind,
      _menu_item_object: item.type ?? item.taxonomy ?? 'custom',
      _menu_item_object_id: String(item.post ?? item.term ?? id),
      _menu_item_menu_item_parent: String(item.below === undefined ? 0 : ids[item.below]),
      _menu_item_url: item.url ?? '',
    };
    for (const [key, value] of Object.entries(meta)) await store.meta.set('post', id, key, [value]);
    await store.terms.assign(id, 'nav_menu', [menu]);
  }
  await store.options.set('stylesheet', 'oldtheme');
  const mods = new Map([
    [
      'nav_menu_locations',
      new Map([
        ['footer', 0],
        ['primary', menu],
      ]),
    ],
  ]);
  await store.options.set('theme_mods_oldtheme', encodePhp(mods));
}

/** Stores a picture's row, attached to a post; 0 for none. */
export async function addAttachment(store: Store, parentId: number): Promise<number> {
  const slug = `picture-${parentId}`;
  const id = await store.posts.insert({
    ...blank,
    type: 'attachment',
    status: 'inherit',
    title: slug,
    slug,
    parentId,
    mimeType: 'image/png',
    guid: `http://site.test/wp-content/uploads/${slug}.png`,
  });
  await store.meta.set('post', id, '_wp_attached_file', [`${slug}.png`]);
  return id;
}
