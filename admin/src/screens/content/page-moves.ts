import { atomicBatch, mostSteps, type Step } from '../../api/batch.ts';
import type { ContentItem, ContentKind } from './content-kind.ts';

export type PageMove = 'up' | 'down' | 'in' | 'out';

/** Where an item stands after a move, counted from 1, and among how many. */
export interface MovedTo {
  readonly place: number;
  readonly of: number;
}

/** Moves an item among those beside it, below the one before it, or out beside its parent; all or nothing. */
export async function moveItem(kind: ContentKind, item: ContentItem, move: PageMove): Promise<MovedTo | null> {
  const beside = await allBelow(kind, item.parent ?? 0);
  const at = beside.findIndex(({ id }) => id === item.id);
  if (at < 0) return null;
  if (move === 'up' || move === 'down') {
    const to = at + (move === 'up' ? -1 : 1);
    if (to < 0 || to >= beside.length) return null;
    const others = beside.filter(({ id }) => id !== item.id);
    return place(kind, [...others.slice(0, to), item, ...others.slice(to)], item, item.parent ?? 0);
  }
  if (move === 'in') {
    const parent = beside[at - 1];
    return parent ? place(kind, [...(await allBelow(kind, parent.id)), item], item, parent.id) : null;
  }
  if (!item.parent) return null;
  const parent = await kind.items.get(item.parent);
  const above = await allBelow(kind, parent.parent ?? 0);
  const after = above.findIndex(({ id }) => id === parent.id) + 1;
  return place(kind, [...above.slice(0, after), item, ...above.slice(after)], item, parent.parent ?? 0);
}

/** Gives the items of one parent the order that they stand in; only what differs is written. */
async function place(
  kind: ContentKind,
  order: readonly ContentItem[],
  item: ContentItem,
  parent: number,
): Promise<MovedTo> {
  const steps = order.flatMap((one, position): Step[] => {
    const body = {
      ...(one.menu_order === position + 1 ? {} : { menu_order: position + 1 }),
      ...(one.id === item.id && (item.parent ?? 0) !== parent ? { parent } : {}),
    };
    if (Object.keys(body).length === 0) return [];
    return [{ method: 'POST', path: `${kind.type.rest_path}/${one.id}`, query: { _fields: 'id' }, body }];
  });
  for (let at = 0; at < steps.length; at += mostSteps) await atomicBatch(steps.slice(at, at + mostSteps));
  return { place: order.findIndex(({ id }) => id === item.id) + 1, of: order.length };
}

async function allBelow(kind: ContentKind, parent: number): Promise<ContentItem[]> {
  const found: ContentItem[] = [];
  for (let page = 1; ; page++) {
    const { items, pages } = await kind.below([parent], page);
    found.push(...items);
    if (page >= pages) return found;
  }
}
