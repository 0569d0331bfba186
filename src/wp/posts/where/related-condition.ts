import type { Caller } from '../../../rules/capabilities.ts';
import type { MetaDefinition } from '../../../rules/meta-registry.ts';
import { showsMeta } from '../../../rules/post-types.ts';
import type { PostExpression } from '../../../storage/store.ts';
import { leadingFields, relationIndexKey, relationValue } from '../../fields/relation-index.ts';
import type { ContentKind } from '../content-kind.ts';
import { mayCompare } from './meta-keys.ts';
import { joinedBy, listedValues, refusedWhere, unknownOperator, wholeNumber } from './where-values.ts';

/** The fields of a kind that lead to items and that the caller may read: of others, a list would tell. */
export function comparableRelations({ meta, type }: ContentKind, caller: Caller): readonly MetaDefinition[] {
  if (!showsMeta(type)) return [];
  return leadingFields(meta, type.name, 'posts').filter((field) => mayCompare(field, caller));
}

/** `related`: a field of the item leads to one of these; null where no field of these kinds leads to items. */
export function relatedExpression(
  kinds: readonly ContentKind[],
  ids: readonly number[],
  caller: Caller,
): PostExpression | null {
  const parts = kinds.flatMap((kind): PostExpression[] => {
    const values = comparableRelations(kind, caller).flatMap(({ key }) =>
      ids.map((id) => relationValue('posts', id, key)),
    );
    if (values.length === 0) return [];
    const leads: PostExpression = { kind: 'meta', key: relationIndexKey, compared: { is: 'in', values } };
    if (kinds.length === 1) return [leads];
    const isOfType: PostExpression = {
      kind: 'column',
      column: 'type',
      compared: { is: 'in', values: [kind.type.name] },
    };
    return [{ kind: 'and', of: [isOfType, leads] }];
  });
  return parts.length === 0 ? null : joinedBy('or', parts);
}

const mostIds = 100;

/** Reads the condition as it was sent: an id, or several of which one is enough. */
export function readRelated(
  operators: Readonly<Record<string, unknown>>,
  kinds: readonly ContentKind[],
  caller: Caller,
): PostExpression | null {
  const parts = Object.entries(operators).map(([operator, sent]) => {
    if (operator !== '=' && operator !== 'in') throw unknownOperator('related', operator, '=, in');
    const values = operator === '=' ? [sent] : listedValues('related', operator, sent);
    const ids = values.map(wholeNumber).filter((id) => id !== undefined);
    if (ids.length < values.length || ids.length > mostIds)
      throw refusedWhere(`related takes ids of items, at most ${mostIds}.`);
    return relatedExpression(kinds, ids, caller);
  });
  const known = parts.filter((part) => part !== null);
  return known.length < parts.length ? null : joinedBy('and', known);
}
