import type { Call } from '../../../api/call.ts';
import { errors } from '../../../lib/errors.ts';
import type { Caller } from '../../../rules/capabilities.ts';
import type { MetaDefinition } from '../../../rules/meta-registry.ts';
import { showsMeta } from '../../../rules/post-types.ts';
import type { Direction, MetaKey, MetaOrder } from '../../../storage/store.ts';
import { leadsTo, relationIndexKey, relationKey } from '../../fields/relation-index.ts';
import type { ContentKind } from '../content-kind.ts';

/** A key that a caller may compare, and the types whose items show it to that caller. */
export interface ComparableKey {
  readonly key: MetaKey;
  readonly single: boolean;
  readonly types: readonly string[];
}

const types: Readonly<Record<MetaDefinition['type'], MetaKey['type'] | null>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  array: null,
  object: null,
  json: null,
};

/**
 * The key of this name, as far as these kinds show it to the caller. A value that depends on the item who may read it
 * cannot be compared: a list would tell of it.
 */
export function comparableKey(kinds: readonly ContentKind[], name: string, caller: Caller): ComparableKey | null {
  const found = kinds.flatMap(({ type, meta }) => {
    const definition = showsMeta(type) ? meta.find('post', type.name, name) : undefined;
    return definition && mayCompare(definition, caller) ? [{ definition, type: type.name }] : [];
  });
  const [first] = found;
  const type = first && types[first.definition.type];
  if (!type || found.some(({ definition }) => types[definition.type] !== type)) return null;
  return {
    key: { name, type, isIndexed: found.every(({ definition }) => definition.index === true) },
    single: found.every(({ definition }) => definition.single),
    types: found.map((one) => one.type),
  };
}

export const mayCompare = ({ mayRead, readCapability }: MetaDefinition, caller: Caller): boolean =>
  mayRead === undefined || (readCapability !== undefined && caller.can(readCapability));

/** `orderby=meta.price`: the order by a registered key. */
export const metaOrderName = /^meta\..{1,255}$/s;

/** The order by a key that every one of the kinds shows to this caller, with one value per item; null for another order. */
export function metaOrder(
  { orderby, order: direction }: { readonly orderby: string; readonly order: Direction },
  kinds: readonly ContentKind[],
  { caller }: Call,
): MetaOrder | null {
  if (!metaOrderName.test(orderby)) return null;
  const found = comparableKey(kinds, orderby.slice('meta.'.length), caller);
  if (found?.single && found.key.type !== 'boolean' && found.types.length === kinds.length)
    return { by: 'meta', key: found.key, direction };
  const params = { orderby: 'orderby names no meta key that you can sort by here.' };
  throw errors.rest_invalid_param({ params }, { details: { params } });
}

/** The keys of posts whose values the site keeps an index of; a key of several types once. */
export function indexedKeys(definitions: readonly MetaDefinition[]): readonly MetaKey[] {
  const keys = new Map<string, MetaKey>();
  for (const { object, key: name, type: shown, index } of definitions) {
    if (object !== 'post' || !index) continue;
    const type = shown === 'string' ? 'text' : 'number';
    keys.set(`${type} ${name}`, { name, type, isIndexed: true });
  }
  if (definitions.some((one) => one.object === 'post' && one.isField && leadsTo(one)))
    keys.set(relationKey, relationIndexKey);
  return [...keys.values()];
}
