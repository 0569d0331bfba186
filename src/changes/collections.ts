import type { Call } from '../api/call.ts';
import type { Context } from '../api/resource/context.ts';
import { errors } from '../lib/errors.ts';
import { s } from '../lib/schema/schema.ts';
import { type Caller, capabilityTo, type TypeFacts } from '../rules/capabilities.ts';
import { isShownTaxonomy } from '../rules/taxonomies.ts';
import type { FeedRow } from '../storage/store.ts';
import type { Core } from '../wp/core.ts';
import type { ContentKind } from '../wp/posts/content-kind.ts';
import { listableStatuses } from '../wp/posts/list-statuses.ts';
import { feedErrors } from './feed-cursor.ts';

/** A list of the interface with everything of one type that a caller may see. */
export interface Collection {
  /** `post`, `page`, `category`, `user`, `comment` and so on. */
  readonly type: string;
  readonly kind: FeedRow['kind'];
  readonly path: string;
  /** The parameters with which the list leaves out nothing that the caller may see. */
  all(caller: Caller): Readonly<Record<string, string>>;
  /** Whether the caller could see an item that was in this state. */
  saw(caller: Caller, before: Pick<FeedRow, 'status' | 'authorId'>): boolean;
}

/** Every collection of the site, by type, in the order of a dump: what others refer to comes first. */
export function collectionsOf({ kinds, taxonomies }: Core): ReadonlyMap<string, Collection> {
  const terms = taxonomies.filter(isShownTaxonomy).map(({ name, restBase }): Collection => {
    return { type: name, kind: 'term', path: `/wp/v2/${restBase}`, all: () => ({}), saw: isNamed };
  });
  const content = [...kinds].map(contentCollection);
  return new Map([users, ...terms, ...content, comments].map((one) => [one.type, one]));
}

const isNamed = (_caller: Caller, { status }: Pick<FeedRow, 'status'>): boolean => status !== '';

const users: Collection = { type: 'user', kind: 'user', path: '/wp/v2/users', all: () => ({}), saw: isNamed };

const comments: Collection = {
  type: 'comment',
  kind: 'comment',
  path: '/wp/v2/comments',
  all: (caller): Record<string, string> => (caller.can('edit_posts') ? { status: 'any', type: 'all' } : {}),
  saw: (caller, { status, authorId }) =>
    status === '1' || (status !== '' && (caller.can('edit_posts') || isOwn(caller, authorId))),
};

function contentCollection({ type }: ContentKind): Collection {
  const asked = (caller: Caller): readonly string[] => listableStatuses(type, caller);
  return {
    type: type.name,
    kind: 'post',
    path: `/wp/v2/${type.restBase}`,
    all: (caller) => ({ status: asked(caller).join(',') }),
    saw: (caller, { status, authorId }) =>
      status === type.openStatus || (asked(caller).includes(status) && mayHaveSeen(caller, type, { status, authorId })),
  };
}

function mayHaveSeen(caller: Caller, type: TypeFacts, before: Pick<FeedRow, 'status' | 'authorId'>): boolean {
  if (isOwn(caller, before.authorId) || caller.can(capabilityTo('edit_others', type))) return true;
  return before.status === 'private' && caller.can(capabilityTo('read_private', type));
}

const isOwn = ({ userId }: Caller, authorId: number): boolean => userId !== 0 && userId === authorId;

const contexts = ['view', 'edit'] as const;

/** The arguments that feed and dump share. */
export const feedArguments = {
  context: s.string({ enum: contexts, default: 'view', description: 'How items are shown.' }),
  types: s.array(s.string(), {
    description: 'Limit to these types, such as post, page, category, comment, user.',
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
