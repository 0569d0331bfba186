import { type Caller, type CommentChangers, capabilityTo, holdsFor, type TypeFacts } from './capabilities.ts';
import type { CommentVisibility, CommentVisibilityClause, Visibility, VisibilityClause } from './visibility.ts';

/** Statuses whose rules are known. A caller who may see all of these also sees statuses of other programs. */
const knownStatuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'];

/** Notes are comments of this type; those who may edit the post write and read them, and they are counted nowhere. */
export const noteType = 'note';

/** The types of comments that readers see; notes of editors are none of them. */
export const publicCommentTypes: readonly string[] = ['comment', '', 'pingback', 'trackback'];

/**
 * What the caller may read of these types: published rows, own rows, private rows with the capability, and rows that
 * the caller may edit. A row with status `inherit` is as visible as its parent. Types not listed here stay hidden.
 */
export function readVisibility(caller: Caller, types: readonly TypeFacts[]): Visibility {
  const columns = types.map((type) => column(caller, type, mayRead));
  const withoutParents = columns.flatMap((each) => [...ownClauses(each, caller), ...orphanClauses(each)]);
  const throughParents = columns.flatMap((each) => inheritedClauses(each, { anyOf: merge(withoutParents) }));
  return { anyOf: merge([...withoutParents, ...throughParents]) };
}

/** What the caller may edit of these types; a row in the trash is checked as if it were published. */
export function editVisibility(caller: Caller, types: readonly TypeFacts[]): Visibility {
  const columns = types.map((type) => column(caller, type, mayEdit));
  return { anyOf: merge(columns.flatMap((each) => ownClauses(each, caller))) };
}

/**
 * Which comments the caller may read: approved ones on visible posts without a password, own comments on such posts
 * in any status, and all on posts the caller may edit. Internal notes and comments without a post are for moderators.
 *
 */
export function commentVisibility(
  caller: Caller,
  types: readonly TypeFacts[],
  { unlockedPostIds = [], changedBy = 'moderators' }: CommentRules = {},
): CommentVisibility {
  const readable = {
    post: readVisibility(caller, types),
    unprotected: { exceptPostIds: unlockedPostIds },
    types: publicCommentTypes,
  };
  const clauses: CommentVisibilityClause[] = [{ approved: ['1'], ...readable }];
  if (caller.userId > 0) {
    clauses.push({ approved: 'any', userId: caller.userId, ...readable });
    const editable = editVisibility(caller, types);
    if (editable.anyOf.length > 0) clauses.push({ approved: 'any', post: editable, types: publicCommentTypes });
  }
  return { anyOf: [...clauses, ...commentEditVisibility(caller, types, changedBy).anyOf] };
}

/** What the rules of comments depend on besides the caller. */
interface CommentRules {
  /** Protected posts whose password was sent with the request. */
  readonly unlockedPostIds?: readonly number[];
  readonly changedBy?: CommentChangers;
}

/** Which comments the caller may change: those on posts that he or she may edit, for moderators or for everyone. */
export function commentEditVisibility(
  caller: Caller,
  types: readonly TypeFacts[],
  changedBy: CommentChangers = 'moderators',
): CommentVisibility {
  const isModerator = caller.can('moderate_comments');
  if (!isModerator && changedBy === 'moderators') return { anyOf: [] };
  const editable = editVisibility(caller, types);
  const onPosts: CommentVisibilityClause[] = editable.anyOf.length > 0 ? [{ approved: 'any', post: editable }] : [];
  return { anyOf: isModerator && caller.can('edit_posts') ? [...onPosts, { approved: 'any', post: 'none' }] : onPosts };
}

type PermissionCheck = (caller: Caller, type: TypeFacts, row: { status: string; own: boolean }) => boolean;

const mayEdit: PermissionCheck = (caller, type, row) =>
  holdsFor('edit', caller, type, { ...row, status: row.status === 'trash' ? 'publish' : row.status });

const mayRead: PermissionCheck = (caller, type, row) => {
  if (row.status === 'publish' && (type.public || type.openParts || caller.can(type.readCapability ?? ''))) return true;
  if (row.own && caller.can('read')) return true;
  if (row.status === 'private' && caller.can(capabilityTo('read_private', type))) return true;
  return mayEdit(caller, type, row);
};

/** The statuses of one type that are visible to the caller, for anyone's rows and for the caller's own. */
interface Column {
  readonly type: TypeFacts;
  readonly anyones: VisibilityClause['statuses'];
  readonly own: VisibilityClause['statuses'];
}

function column(caller: Caller, type: TypeFacts, isAllowed: PermissionCheck): Column {
  const open = (own: boolean) => {
    const statuses = knownStatuses.filter((status) => isAllowed(caller, type, { status, own }));
    return statuses.length === knownStatuses.length ? 'any' : statuses;
  };
  return { type, anyones: open(false), own: caller.userId > 0 ? open(true) : [] };
}

function ownClauses({ type, anyones, own }: Column, caller: Caller): VisibilityClause[] {
  const types = [type.name];
  const clauses: VisibilityClause[] = [];
  if (anyones.length > 0) clauses.push({ types, statuses: anyones });
  if (anyones !== 'any' && own.length > 0) clauses.push({ types, statuses: own, authorId: caller.userId });
  return clauses;
}

/** Rows with status `inherit` but without a parent are public. */
function orphanClauses({ type, anyones }: Column): VisibilityClause[] {
  if (!inherits(type) || opens(anyones, 'inherit')) return [];
  return [{ types: [type.name], statuses: ['inherit'], parent: 'none' }];
}

function inheritedClauses({ type, anyones }: Column, parent: Visibility): VisibilityClause[] {
  if (!inherits(type) || opens(anyones, 'inherit')) return [];
  return [{ types: [type.name], statuses: ['inherit'], parent }];
}

const inherits = (type: TypeFacts): boolean => type.public && type.inheritsFromParent;
const opens = (statuses: VisibilityClause['statuses'], status: string): boolean =>
  statuses === 'any' || statuses.includes(status);

/** Merges clauses that differ only in the type, so that the query stays short. */
function merge(clauses: readonly VisibilityClause[]): VisibilityClause[] {
  const merged = new Map<string, VisibilityClause>();
  for (const clause of clauses) {
    const { types, ...rest } = clause;
    const key = JSON.stringify(rest);
    const same = merged.get(key);
    merged.set(key, same ? { ...same, types: [...same.types!, ...types!] } : clause);
  }
  return [...merged.values()];
}
