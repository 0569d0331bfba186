import type { Members } from '../../lib/schema/schema.ts';
import { readStoredValue, writeStoredValue } from '../../media/attachment-metadata.ts';
import type { MetaRow } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

export const itemTypes = ['taxonomy', 'post_type', 'post_type_archive', 'custom'] as const;
export type ItemType = (typeof itemTypes)[number];

/** What an item of a menu stores beside its row. */
export interface ItemValues {
  readonly type: ItemType;
  /** Name of the type or taxonomy that it leads to. */
  readonly object: string;
  readonly objectId: number;
  readonly parentId: number;
  readonly target: string;
  readonly classes: readonly string[];
  /** Relations to what it leads to, such as `friend`. */
  readonly relations: readonly string[];
  readonly url: string;
}

/** The meta key of each value, as the public table layout names it. */
const keys = {
  type: '_menu_item_type',
  object: '_menu_item_object',
  objectId: '_menu_item_object_id',
  parentId: '_menu_item_menu_item_parent',
  target: '_menu_item_target',
  classes: '_menu_item_classes',
  relations: '_menu_item_xfn',
  url: '_menu_item_url',
} as const satisfies Record<keyof ItemValues, string>;

export const itemKeys: readonly string[] = Object.values(keys);

const isItemType = (text: string): text is ItemType => itemTypes.some((type) => type === text);

export function readValues(rows: readonly MetaRow[]): ItemValues {
  const text = (name: keyof ItemValues): string => rows.find((row) => row.key === keys[name])?.value ?? '';
  const type = text('type');
  return {
    type: isItemType(type) ? type : 'custom',
    object: text('object'),
    objectId: Number(text('objectId')) || 0,
    parentId: Number(text('parentId')) || 0,
    target: text('target'),
    classes: textsIn(readStoredValue(text('classes'))),
    relations: text('relations').split(/\s+/),
    url: text('url'),
  };
}

/** An item without classes has one that is empty, as clients of this interface expect. */
function textsIn(value: unknown): readonly string[] {
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  return texts.length > 0 ? texts : [''];
}

export async function storeValues(store: Store, id: number, values: ItemValues): Promise<void> {
  const texts: Record<keyof ItemValues, string> = {
    type: values.type,
    object: values.object,
    objectId: String(values.objectId),
    parentId: String(values.parentId),
    target: values.target,
    classes: writeStoredValue(values.classes),
    relations: values.relations.join(' '),
    url: values.url,
  };
  for (const [name, key] of Object.entries(keys)) {
    // `keys` and `texts` have the same members.
    await store.meta.set('post', id, key, [texts[name as keyof ItemValues]]);
  }
}

/** The requested values of an item. A value left out stays as it is, or takes its default on a new item. */
export interface ItemDraft {
  title?: string;
  status?: string;
  url?: string;
  attributeTitle?: string;
  description?: string;
  type?: ItemType;
  object?: string;
  objectId?: number;
  parentId?: number;
  order?: number;
  target?: string;
  classes?: readonly string[];
  relations?: readonly string[];
  menuId?: number;
  meta?: Members;
}
