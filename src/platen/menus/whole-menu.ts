import type { Call } from '../../api/call.ts';
import { json } from '../../schema/json-schema.ts';
import type { Term } from '../../storage/rows.ts';
import { loadTargets } from '../../wp/menus/items/item-targets.ts';
import { itemTypes } from '../../wp/menus/items/item-values.ts';
import type { MenuContext } from '../../wp/menus/menu-context.ts';
import { allPlaces } from '../../wp/menus/menu-places.ts';
import { readAutoAdded } from '../../wp/menus/menu-settings.ts';
import { itemsOfMenu } from '../../wp/menus/whole/items-of-menu.ts';

export const placeSchema = json.object({ name: json.string, description: json.string, menu: json.integer });

const facts = {
  id: json.integer,
  name: json.string,
  slug: json.string,
  description: json.string,
  // How many items it has.
  count: json.integer,
  locations: json.listOf(json.string),
  auto_add: json.boolean,
};

export const menuFactsSchema = json.object(facts);

const itemSchema = json.object({
  id: json.integer,
  // How deep it stands: 0 at the top, else below the nearest item before it with a smaller level.
  level: json.integer,
  // Its own label; empty where it shows that of what it leads to.
  title: json.string,
  target_title: json.string,
  type: json.words(...itemTypes),
  type_label: json.string,
  object: json.string,
  object_id: json.integer,
  url: json.string,
  attr_title: json.string,
  description: json.string,
  target: json.string,
  classes: json.listOf(json.string),
  xfn: json.listOf(json.string),
  status: json.string,
  // Whether what it leads to is gone.
  invalid: json.boolean,
});

export const wholeMenuSchema = json.object({ ...facts, items: json.listOf(itemSchema) });

/** Menus without their items. */
export async function menuFacts(menus: readonly Term[], context: MenuContext, call: Call) {
  const [places, added] = await Promise.all([allPlaces(context, call), readAutoAdded(call.store)]);
  return menus.map(({ id, name, slug, description, count }) => ({
    id,
    name,
    slug,
    description,
    count,
    locations: places.filter((place) => place.menu === id).map((place) => place.name),
    auto_add: added.has(id),
  }));
}

/** A menu with all of its items, in a fixed number of queries. */
export async function wholeMenu(menu: Term, context: MenuContext, call: Call) {
  const rows = await itemsOfMenu(call.store, menu.id);
  const targets = await loadTargets(
    rows.map(({ values }) => values),
    context,
    call,
  );
  const items = rows.map(({ post, values, level }, i) => ({
    id: post.id,
    level,
    title: post.title,
    target_title: targets[i]?.title ?? '',
    type: values.type,
    type_label: targets[i]?.label ?? '',
    object: values.object,
    object_id: values.objectId,
    url: targets[i]?.url ?? '',
    attr_title: post.excerpt,
    description: post.content,
    target: values.target,
    // Stored lists without members have one that is empty.
    classes: values.classes.filter((name) => name !== ''),
    xfn: values.relations.filter((name) => name !== ''),
    status: post.status,
    invalid: targets[i]?.isInvalid ?? true,
  }));
  const [shown] = await menuFacts([menu], context, call);
  return { ...shown, count: items.length, items };
}
