import { refuseParams } from '../../api/arguments.ts';
import type { Call } from '../../api/call.ts';
import { type Args, type Members, Refusal, s } from '../../lib/schema/schema.ts';
import { accept } from '../../lib/schema/validate.ts';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { ItemResource } from './item-resource.ts';
import { loadTargets } from './item-targets.ts';
import { type ItemDraft, readValues } from './item-values.ts';
import { itemsOfMenu } from './menu-items.ts';
import { type MenuContext, navMenu } from './nav-menu.ts';
import { cleanItemTexts, type ItemWrite, storeItem } from './write-item.ts';

/** All items of a menu, ready to be stored. */
export interface PlannedItems {
  /** Stores them inside a transaction, and removes the items of the menu that are not among them. */
  store(store: Store, menuId: number): Promise<void>;
}

/** Checks what new items lead to and cleans all texts, before the transaction that stores them. */
export async function planItems(sent: readonly SentItem[], context: MenuContext, call: Call): Promise<PlannedItems> {
  const drafts = await withTargets(sent, context, call);
  const texts = await cleanItemTexts(drafts, context, call);
  const writes = sent.map(({ id, level }, i) => ({ id, level, draft: drafts[i] ?? {}, texts: texts[i] ?? {} }));
  return {
    async store(store, menuId) {
      const inside = { ...call, store };
      const before = new Map((await itemsOfMenu(store, menuId)).map((item) => [item.id, item]));
      const above: Post[] = [];
      for (const [i, { id, level, draft, texts: own }] of writes.entries()) {
        const known = before.get(id);
        if (id > 0 && !known) refuse(i, 'id names no item of this menu. Load the menu again.', call);
        const place = { parentId: above[level - 1]?.id ?? 0, order: i + 1 };
        const write: ItemWrite = {
          before: known?.post ?? null,
          stored: known?.values ?? null,
          draft: { ...draft, ...place },
          texts: own,
        };
        const post = await storeItem(write, context, inside);
        if (!known) await store.terms.assign(post.id, navMenu.name, [menuId]);
        above.splice(level, above.length, post);
        before.delete(id);
      }
      for (const id of before.keys()) await store.posts.remove(id);
    },
  };
}

/** New items must lead to something that their maker may see; those of a menu may lead to what is gone since. */
async function withTargets(sent: readonly SentItem[], context: MenuContext, call: Call): Promise<readonly ItemDraft[]> {
  const none = readValues([]);
  const values = sent.map(({ draft: { type = 'custom', object = '', objectId = 0 } }) => ({
    ...none,
    type,
    object,
    objectId,
  }));
  const isNew = (i: number) => sent[i]?.id === 0;
  const targets = await loadTargets(
    values.filter((_, i) => isNew(i)),
    context,
    call,
  );
  let next = 0;
  return sent.map(({ id, draft }, i) => {
    const target = id === 0 ? targets[next++] : undefined;
    if (!target) return draft;
    const found = target.post?.type ?? target.term?.taxonomy;
    const isThere = found !== undefined || values[i]?.type === 'custom' || !target.isInvalid;
    if (!isThere) refuse(i, 'leads to nothing that is there.', call);
    return found === undefined ? draft : { ...draft, object: found };
  });
}

function refuse(i: number, why: string, call: Call): void {
  refuseParams({ items: new Refusal(`items[${i}] ${why}`) }, call);
}

/** Most items of a menu that is saved as a whole. */
export const mostMenuItems = 1000;
/** Levels below the top; pages show as many. */
export const deepestLevel = 9;

/** One item of a whole menu that was sent; `id` is 0 for a new one. */
export interface SentItem {
  readonly id: number;
  readonly level: number;
  readonly draft: ItemDraft;
}

/** What an item of a whole menu has of the members of an item by itself. */
export const wholeItemMembers = [
  'title',
  'url',
  'attr_title',
  'description',
  'type',
  'object',
  'object_id',
  'status',
  'target',
  'classes',
  'xfn',
] as const;

/** The argument with the items; what is in them is read by `readItems`. */
export const itemsArgument = s.array(s.object(), {
  description: `All items in reading order, at most ${mostMenuItems}; level tells how deep one stands below the one before it. Items that are left out are removed.`,
  check: (items: Members[]) =>
    items.length > mostMenuItems
      ? new Refusal(`items has at most ${mostMenuItems} items.`, 'rest_too_many_items')
      : null,
});

/** The items that were sent; refuses them with the name of the first wrong member. */
export async function readItems(
  sent: readonly Members[],
  resource: ItemResource,
  call: Call,
): Promise<readonly SentItem[]> {
  const known: Args = resource.arguments.update;
  const args: Args = {
    id: s.integer({ minimum: 0 }),
    level: s.integer({ minimum: 0, maximum: deepestLevel }),
    ...Object.fromEntries(wholeItemMembers.flatMap((name) => (known[name] ? [[name, known[name]]] : []))),
  };
  const refuse = (refusal: Refusal) => refuseParams({ items: refusal }, call);
  const read: SentItem[] = [];
  const ids = new Set<number>();
  for (const [i, item] of sent.entries()) {
    const { id = 0, level = 0, ...members } = acceptedMembers(item, args, `items[${i}]`, refuse);
    // The validator has made numbers of them.
    const [ownId, ownLevel] = [Number(id), Number(level)];
    if (ownLevel > (read.at(-1)?.level ?? -1) + 1)
      refuse(new Refusal(`items[${i}][level] is more than one below the item before it.`, 'rest_out_of_bounds'));
    if (ownId > 0 && ids.has(ownId)) refuse(new Refusal(`items[${i}][id] is there already.`));
    ids.add(ownId);
    read.push({ id: ownId, level: ownLevel, draft: await resource.draft(members, call) });
  }
  return read;
}

/** The members with a schema, each validated by it. Others are ignored, so that what was read can be sent back. */
function acceptedMembers(
  item: Members,
  args: Args,
  name: string,
  refuse: (refusal: Refusal) => void,
): Record<string, unknown> {
  const accepted: Record<string, unknown> = {};
  for (const [member, schema] of Object.entries(args)) {
    const value = Object.hasOwn(item, member) ? item[member] : undefined;
    if (value === undefined || value === null) continue;
    const found = accept(schema, value, `${name}[${member}]`);
    if (found instanceof Refusal) refuse(found);
    else accepted[member] = found;
  }
  return accepted;
}
