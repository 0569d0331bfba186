import { type Caller, holdsFor, type TypeFacts } from './capabilities.ts';
import type { CommentSight, CommentSightClause } from './comment-sight.ts';
import type { Sight, SightClause } from './sight.ts';

/** Statuses whose rules are known. One that opens all of these also opens statuses other programs invented. */
const knownStatuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'];

/** Comments of these types are there for readers; others are notes that programs write for themselves. */
const publicCommentTypes = ['comment', '', 'pingback', 'trackback'];

/**
 * What the caller may read of these types: the published, one's own, the private with leave, and what one may edit.
 * Rows that inherit are as visible as the row they hang on. Types not named here stay out of sight.
 */
export function readSight(caller: Caller, types: readonly TypeFacts[]): Sight {
  const columns = types.map((type) => column(caller, type, mayRead));
  const withoutParents = columns.flatMap((each) => [...ownClauses(each, caller), ...orphanClauses(each)]);
  const throughParents = columns.flatMap((each) => heirClauses(each, { anyOf: merge(withoutParents) }));
  return { anyOf: merge([...withoutParents, ...throughParents]) };
}

/** What the caller may edit of these types; what is in the trash only where it could have been edited when published. */
export function editSight(caller: Caller, types: readonly TypeFacts[]): Sight {
  const columns = types.map((type) => column(caller, type, mayEdit));
  return { anyOf: merge(columns.flatMap((each) => ownClauses(each, caller))) };
}

/**
 * Which comments the caller may read: approved ones on posts within sight and not behind a password, one's own there
 * in any state, and all on posts one may edit. Notes that programs write and comments without a post are for moderators.
 *
 * @param unlockedPostIds protected posts whose password came with the request
 */
export function commentSight(
  caller: Caller,
  types: readonly TypeFacts[],
  unlockedPostIds: readonly number[] = [],
): CommentSight {
  const readable = {
    post: readSight(caller, types),
    unprotected: { exceptPostIds: unlockedPostIds },
    types: publicCommentTypes,
  };
  const clauses: CommentSightClause[] = [{ approved: ['1'], ...readable }];
  if (caller.userId > 0) {
    clauses.push({ approved: 'any', userId: caller.userId, ...readable });
    const editable = editSight(caller, types);
    if (editable.anyOf.length > 0) clauses.push({ approved: 'any', post: editable, types: publicCommentTypes });
  }
  return { anyOf: [...clauses, ...commentEditSight(caller, types).anyOf] };
}

/** Which comments the caller may change: those of moderators on what they may edit. */
export function commentEditSight(caller: Caller, types: readonly TypeFacts[]): CommentSight {
  if (!caller.can('moderate_comments')) return { anyOf: [] };
  const onPosts: CommentSightClause = { approved: 'any', post: editSight(caller, types) };
  return { anyOf: caller.can('edit_posts') ? [onPosts, { approved: 'any', post: 'none' }] : [onPosts] };
}

type Judge = (caller: Caller, type: TypeFacts, row: { status: string; own: boolean }) => boolean;

const mayEdit: Judge = (caller, type, row) =>
  holdsFor('edit', caller, type, { ...row, status: row.status === 'trash' ? 'publish' : row.status });

const mayRead: Judge = (caller, type, row) => {
  if (row.status === 'publish' && type.public) return true;
  if (row.own && caller.can('read')) return true;
  if (row.status === 'private' && caller.can(`read_private_${type.capabilityType}s`)) return true;
  return mayEdit(caller, type, row);
};

/** The statuses of one type that are open to the caller, for anyone's rows and for the caller's own. */
interface Column {
  readonly type: TypeFacts;
  readonly anyones: SightClause['statuses'];
  readonly own: SightClause['statuses'];
}

function column(caller: Caller, type: TypeFacts, judge: Judge): Column {
  const open = (own: boolean) => {
    const statuses = knownStatuses.filter((status) => judge(caller, type, { status, own }));
    return statuses.length === knownStatuses.length ? 'any' : statuses;
  };
  return { type, anyones: open(false), own: caller.userId > 0 ? open(true) : [] };
}

function ownClauses({ type, anyones, own }: Column, caller: Caller): SightClause[] {
  const types = [type.name];
  const clauses: SightClause[] = [];
  if (anyones.length > 0) clauses.push({ types, statuses: anyones });
  if (anyones !== 'any' && own.length > 0) clauses.push({ types, statuses: own, authorId: caller.userId });
  return clauses;
}

/** Rows that would inherit but hang on nothing are public. */
function orphanClauses({ type, anyones }: Column): SightClause[] {
  if (!inherits(type) || opens(anyones, 'inherit')) return [];
  return [{ types: [type.name], statuses: ['inherit'], parent: 'none' }];
}

function heirClauses({ type, anyones }: Column, parent: Sight): SightClause[] {
  if (!inherits(type) || opens(anyones, 'inherit')) return [];
  return [{ types: [type.name], statuses: ['inherit'], parent }];
}

const inherits = (type: TypeFacts): boolean => type.public && type.inheritsFromParent;
const opens = (statuses: SightClause['statuses'], status: string): boolean =>
  statuses === 'any' || statuses.includes(status);

/** Clauses that differ in nothing but the type become one, so that the query stays short. */
function merge(clauses: readonly SightClause[]): SightClause[] {
  const merged = new Map<string, SightClause>();
  for (const clause of clauses) {
    const { types, ...rest } = clause;
    const key = JSON.stringify(rest);
    const same = merged.get(key);
    merged.set(key, same ? { ...same, types: [...same.types!, ...types!] } : clause);
  }
  return [...merged.values()];
}
