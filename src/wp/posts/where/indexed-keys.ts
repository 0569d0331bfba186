import type { MetaDefinition } from '../../../rules/meta-registry.ts';
import type { MetaKey } from '../../../storage/store.ts';

/** The keys of posts whose values the site keeps an index of; a key of several types once. */
export function indexedKeys(definitions: readonly MetaDefinition[]): readonly MetaKey[] {
  const keys = new Map<string, MetaKey>();
  for (const { object, key: name, type: shown, index } of definitions) {
    if (object !== 'post' || !index) continue;
    const type = shown === 'string' ? 'text' : 'number';
    keys.set(`${type} ${name}`, { name, type, isIndexed: true });
  }
  return [...keys.values()];
}
