import { refuseParams } from '../../../api/arguments.ts';
import type { Call } from '../../../api/call.ts';
import { Refusal } from '../../../schema/refusal.ts';
import { type Args, type Members, s } from '../../../schema/schema.ts';
import { accept } from '../../../schema/validate.ts';
import type { ItemDraft } from '../items/item-draft.ts';
import type { ItemResource } from '../items/item-resource.ts';

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
