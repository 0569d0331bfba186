import type { Call } from '../../api/call.ts';
import type { Context } from '../../api/resource/context.ts';
import { errors } from '../../errors.ts';
import { s } from '../../schema/schema.ts';
import type { Collection } from './collections.ts';
import { feedErrors } from './feed-errors.ts';

const contexts = ['view', 'edit'] as const;

/** The arguments that feed and dump share. */
export const feedArguments = {
  context: s.string({ enum: contexts, default: 'view', description: 'How items are shown.' }),
  types: s.array(s.string(), {
    description: 'Only these types, such as post, page, category, comment, user.',
    pass: 2,
  }),
};

/** Items are shown for editing only to those who are logged in; what each may not edit is left out. */
export function permitContext({ context }: { readonly context?: Context | undefined }, { caller }: Call): void {
  if (context === 'edit' && caller.userId === 0) throw errors.rest_not_logged_in();
}

/** The collections of these types, all where none are named; `settings` is no collection. */
export function chosenTypes(
  types: readonly string[] | undefined,
  all: ReadonlyMap<string, Collection>,
): ReadonlyMap<string, Collection> {
  if (types === undefined) return all;
  const unknown = types.filter((type) => !all.has(type) && type !== 'settings');
  if (unknown.length > 0) throw feedErrors.rest_types_unknown({ types: unknown.slice(0, 10) });
  return new Map([...all].filter(([type]) => types.includes(type)));
}
