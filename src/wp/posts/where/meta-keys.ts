import type { Caller } from '../../../rules/capabilities.ts';
import type { MetaDefinition } from '../../../rules/meta-registry.ts';
import { showsMeta } from '../../../rules/post-types.ts';
import type { MetaKey } from '../../../storage/store.ts';
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

const mayCompare = ({ mayRead, readCapability }: MetaDefinition, caller: Caller): boolean =>
  mayRead === undefined || (readCapability !== undefined && caller.can(readCapability));
