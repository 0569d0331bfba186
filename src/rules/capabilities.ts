import { isGranted, type Role, type RoleTable } from './roles.ts';
import type { Scope } from './scopes.ts';

/** Who sends the request, with their capabilities. Passed down as an argument; it never changes during a request. */
export interface Caller {
  /** 0 for an anonymous caller and for the program itself. */
  readonly userId: number;
  readonly roles: readonly string[];
  /** Every capability this caller has. */
  readonly capabilities: ReadonlySet<string>;
  can(capability: string): boolean;
  /** What the credential of the request leaves of that; null where it leaves everything. */
  readonly ceiling: Ceiling | null;
}

/** The second ceiling of a caller: what the scopes of its credential cover of the rights of its account. */
export interface Ceiling {
  readonly scopes: ReadonlySet<Scope>;
  /** The account without the ceiling. */
  readonly account: Caller;
  /** Whether it is that of a request which only reads; reading takes less. */
  readonly isReading: boolean;
  /** Whether acts in this scope are covered. */
  covers(scope: Scope): boolean;
  /** The same credential in a request that only reads, or in one that writes. */
  acting(as: { readonly isReading: boolean }): Caller;
  /** The caller with one scope more. */
  and(scope: Scope): Caller;
  /** The same caller, for one request that wants to know what was checked. */
  noting(checks: NotedChecks): Caller;
}

/** What was checked against a ceiling. */
export interface NotedChecks {
  /** Scopes that were asked for and are not covered, of what the account itself may do. */
  readonly missing: Set<Scope>;
  /** Whether a scope that allows more than reading was asked for and is covered. */
  isCovered: boolean;
}

/** The caller as it is in requests that only read, or in those that write. */
export const actingAs = (caller: Caller, as: { readonly isReading: boolean }): Caller =>
  caller.ceiling ? caller.ceiling.acting(as) : caller;

/** Whether the credential covers what the caller may do without any capability, such as changing the own profile. */
export const coversOwn = ({ ceiling }: Caller, scope: Scope): boolean => ceiling === null || ceiling.covers(scope);

/** What has something of everything takes the scope of each; all are asked, so that a refusal names all that are missing. */
export const coversEverything = (caller: Caller): boolean =>
  (['read', 'users', 'settings'] as const).filter((scope) => !coversOwn(caller, scope)).length === 0;

/** What the permission rules need to know about a post type. */
export interface TypeFacts {
  readonly name: string;
  /** The name its capabilities are built from: `post` requires `edit_posts`, `page` requires `edit_pages`. */
  readonly capabilityType: string;
  /** The plural of that name, where it is not the name with an s. */
  readonly capabilityPlural?: string;
  /** Whether a row of status `inherit` is as visible as its parent (media). */
  readonly inheritsFromParent: boolean;
  /** Whether everyone may read published rows. */
  readonly public: boolean;
  /** The one capability that every act on rows of the type takes, instead of those named after it. */
  readonly soleCapability?: string;
  /** The capability that lets a caller read published rows of a type that is not public. */
  readonly readCapability?: string;
  /** Whether everyone may read published rows of a type that is not public: parts that pages are made of. */
  readonly openParts?: boolean;
  /** The capability required for creating, besides the one for editing. */
  readonly createCapability?: string;
}

/** The plural in the names of a type's capabilities: `posts` in `edit_posts`. */
export const thingsOf = ({ capabilityType, capabilityPlural }: TypeFacts): string =>
  capabilityPlural ?? `${capabilityType}s`;

/** The capability that an act on rows of a type takes: `edit_posts` for `edit` on posts. */
export const capabilityTo = (act: string, type: TypeFacts): string => type.soleCapability ?? `${act}_${thingsOf(type)}`;

export interface PostFacts {
  readonly status: string;
  readonly authorId: number;
  /**
   * For a row in the trash: the status it had before, null where none was stored. If left out, the row is checked as if
   * it had been published, so that a caller who forgets to load it can only be refused more.
   */
  readonly trashedFrom?: string | null;
}

export type PostAct = 'edit' | 'delete';

/** The capabilities that an action requires, on one's own row or another user's; all of them are needed. */
function capabilitiesFor(
  act: PostAct,
  type: TypeFacts,
  row: { readonly status: string; readonly own: boolean },
): readonly string[] {
  const published = row.status === 'publish' || row.status === 'future';
  if (row.own) return [capabilityTo(published ? `${act}_published` : act, type)];
  const others = capabilityTo(`${act}_others`, type);
  if (published) return [others, capabilityTo(`${act}_published`, type)];
  return row.status === 'private' ? [others, capabilityTo(`${act}_private`, type)] : [others];
}

/** Whether the caller may do this to the row. A row in the trash is checked by the status it had before. */
function mayActOnPost(act: PostAct, caller: Caller, type: TypeFacts, post: PostFacts): boolean {
  const status = post.status === 'trash' ? statusBeforeTrash(post) : post.status;
  return holdsFor(act, caller, type, { status, own: isOwn(caller, post) });
}

/** How capabilities are checked for a type: those of files are called like those of posts, but are in a scope of their own. */
function checkFor(caller: Caller, type: TypeFacts): (capability: string) => boolean {
  const { ceiling } = caller;
  if (ceiling === null || !type.inheritsFromParent) return caller.can;
  return (capability) => ceiling.account.can(capability) && ceiling.covers('media');
}

/** Whether the capabilities suffice; a caller who may act on anyone's rows may act on their own. */
export function holdsFor(
  act: PostAct,
  caller: Caller,
  type: TypeFacts,
  row: { readonly status: string; readonly own: boolean },
): boolean {
  const can = checkFor(caller, type);
  const holds = (own: boolean) => capabilitiesFor(act, type, { status: row.status, own }).every(can);
  return holds(false) || (row.own && holds(true));
}

export const canEditPost = (caller: Caller, type: TypeFacts, post: PostFacts): boolean =>
  mayActOnPost('edit', caller, type, post);

export const canDeletePost = (caller: Caller, type: TypeFacts, post: PostFacts): boolean =>
  mayActOnPost('delete', caller, type, post);

/** Whether the caller may create rows of the type; media also require `upload_files`. */
export function canCreatePosts(caller: Caller, type: TypeFacts): boolean {
  const can = checkFor(caller, type);
  return can(capabilityTo('edit', type)) && (type.createCapability === undefined || can(type.createCapability));
}

/** Whether the caller may make a row public, schedule it or make it private. */
export const canPublishPosts = (caller: Caller, type: TypeFacts): boolean =>
  checkFor(caller, type)(capabilityTo('publish', type));

/** Whether the caller may set another author, and make rows sticky. */
export const canEditOthersPosts = (caller: Caller, type: TypeFacts): boolean =>
  checkFor(caller, type)(capabilityTo('edit_others', type));

/** Who may change a comment: moderators who may edit its post, or everyone who may. */
export type CommentChangers = 'moderators' | 'post editors';

/** Whether the caller may change, remove or approve a comment: moderators who may also edit its post. */
export function canEditComment(
  caller: Caller,
  on: { type: TypeFacts; post: PostFacts } | null,
  changedBy: CommentChangers = 'moderators',
): boolean {
  const { ceiling } = caller;
  // The rights on the post are a condition of moderating here, not an act on the post.
  if (ceiling) return canEditComment(ceiling.account, on, changedBy) && ceiling.covers('comments');
  if (!caller.can('moderate_comments') && (changedBy === 'moderators' || !on)) return false;
  return on ? canEditPost(caller, on.type, on.post) : caller.can('edit_posts');
}

export const canEditUser = (caller: Caller, userId: number): boolean =>
  (userId > 0 && caller.userId === userId && coversOwn(caller, caller.ceiling?.isReading ? 'read' : 'users')) ||
  caller.can('edit_users');

/** Whether the caller may see a user who has published nothing. */
export const canViewAnyUser = (caller: Caller, userId: number): boolean =>
  (userId > 0 && caller.userId === userId) || caller.can('list_users');

/** Whether the caller may see more of others than readers do: mail addresses, roles, real names. `read` shows none of them. */
export const canViewAccounts = (caller: Caller): boolean => caller.can('list_users') && coversOwn(caller, 'users');

/** The same for one account; everybody sees their own. */
export const canViewAccount = (caller: Caller, userId: number): boolean =>
  (userId > 0 && caller.userId === userId) || canViewAccounts(caller);

/** Legacy user levels follow from roles; they grant nothing. */
const isLevel = (name: string): boolean => /^level_\d+$/.test(name);

/**
 * The capabilities among these with which their owner could do more than the caller: those that the caller lacks and the
 * administrators of the site have. What not even they have cannot raise anyone above anybody.
 */
export function capabilitiesAbove(caller: Caller, granted: Iterable<string>, table: RoleTable): string[] {
  const ceiling = table.get('administrator')?.capabilities;
  return [...granted].filter(
    (name) =>
      !caller.can(name) && !isLevel(name) && !table.has(name) && (ceiling === undefined || isGranted(ceiling[name])),
  );
}

/** The capabilities that a role grants. */
export const grantedBy = ({ capabilities }: Role): string[] =>
  Object.keys(capabilities).filter((name) => isGranted(capabilities[name]));

/** Whether the caller may give somebody a role: none that allows what the caller may not do. */
export function canGiveRole(caller: Caller, name: string, table: RoleTable): boolean {
  const role = table.get(name);
  return role !== undefined && capabilitiesAbove(caller, grantedBy(role), table).length === 0;
}

/** With any of these somebody can become all that an administrator is. */
export const rulingCapabilities = ['manage_options', 'edit_users', 'promote_users', 'create_users'] as const;

/** The capabilities a taxonomy requires. */
export interface TermCapabilities {
  readonly manage: string;
  readonly create: string;
  readonly edit: string;
  readonly delete: string;
  readonly assign: string;
}

function isOwn(caller: Caller, post: PostFacts): boolean {
  return caller.userId > 0 && caller.userId === post.authorId;
}

function statusBeforeTrash(post: PostFacts): string {
  return post.trashedFrom === undefined ? 'publish' : (post.trashedFrom ?? 'draft');
}

/** A caller who is not logged in. */
export const anonymous: Caller = { userId: 0, roles: [], capabilities: new Set(), can: () => false, ceiling: null };

/** The program itself, for background work such as publishing scheduled posts. It may do everything. */
export const system: Caller = { userId: 0, roles: [], capabilities: new Set(), can: () => true, ceiling: null };

/** The caller without one of the capabilities; for callers whom no credential limits. */
export const withoutCapability = (caller: Caller, withheld: string): Caller => ({
  ...caller,
  capabilities: new Set([...caller.capabilities].filter((one) => one !== withheld)),
  can: (capability) => capability !== withheld && caller.can(capability),
});

/** Creates the caller for a user from the role names and single capabilities stored for the user. */
export function callerOf(userId: number, stored: Readonly<Record<string, boolean>>, table: RoleTable): Caller {
  const held = heldCapabilities(stored, table);
  const capabilities = new Set([...held].filter(([, granted]) => granted).map(([name]) => name));
  return {
    userId,
    roles: roleNames(stored, table),
    capabilities,
    can: (capability) => capabilities.has(capability),
    ceiling: null,
  };
}

/** The roles among the names stored for a user, in stored order. */
export function roleNames(stored: Readonly<Record<string, boolean>>, table: RoleTable): string[] {
  return Object.keys(stored).filter((name) => isGranted(stored[name]) && table.has(name));
}

/** The capabilities of a user's roles, overridden by those stored for the user alone. */
export function heldCapabilities(
  stored: Readonly<Record<string, boolean>>,
  table: RoleTable,
): ReadonlyMap<string, boolean> {
  const held = new Map<string, boolean>();
  for (const name of roleNames(stored, table)) {
    for (const [capability, granted] of Object.entries(table.get(name)!.capabilities)) held.set(capability, granted);
  }
  for (const [name, granted] of Object.entries(stored)) held.set(name, isGranted(granted));
  return held;
}
