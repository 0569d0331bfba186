/** Who sends the request, with their capabilities. Passed down as an argument; it never changes during a request. */
export interface Caller {
  /** 0 for an anonymous caller and for the program itself. */
  readonly userId: number;
  readonly roles: readonly string[];
  /** Every capability this caller has. */
  readonly capabilities: ReadonlySet<string>;
  can(capability: string): boolean;
}

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
  /** The capability that lets a caller read published rows of a type that is not public. */
  readonly readCapability?: string;
  /** The capability required for creating, besides the one for editing. */
  readonly createCapability?: string;
}

/** The plural in the names of a type's capabilities: `posts` in `edit_posts`. */
export const thingsOf = ({ capabilityType, capabilityPlural }: TypeFacts): string =>
  capabilityPlural ?? `${capabilityType}s`;

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
  const things = thingsOf(type);
  const published = row.status === 'publish' || row.status === 'future';
  if (row.own) return published ? [`${act}_published_${things}`] : [`${act}_${things}`];
  const others = `${act}_others_${things}`;
  if (published) return [others, `${act}_published_${things}`];
  return row.status === 'private' ? [others, `${act}_private_${things}`] : [others];
}

/** Whether the caller may do this to the row. A row in the trash is checked by the status it had before. */
function mayActOnPost(act: PostAct, caller: Caller, type: TypeFacts, post: PostFacts): boolean {
  const status = post.status === 'trash' ? statusBeforeTrash(post) : post.status;
  return holdsFor(act, caller, type, { status, own: isOwn(caller, post) });
}

/** Whether the capabilities suffice; a caller who may act on anyone's rows may act on their own. */
export function holdsFor(
  act: PostAct,
  caller: Caller,
  type: TypeFacts,
  row: { readonly status: string; readonly own: boolean },
): boolean {
  const holds = (own: boolean) => capabilitiesFor(act, type, { status: row.status, own }).every(caller.can);
  return holds(false) || (row.own && holds(true));
}

export const canEditPost = (caller: Caller, type: TypeFacts, post: PostFacts): boolean =>
  mayActOnPost('edit', caller, type, post);

export const canDeletePost = (caller: Caller, type: TypeFacts, post: PostFacts): boolean =>
  mayActOnPost('delete', caller, type, post);

/** Whether the caller may create rows of the type; media also require `upload_files`. */
export const canCreatePosts = (caller: Caller, type: TypeFacts): boolean =>
  caller.can(`edit_${thingsOf(type)}`) && (type.createCapability === undefined || caller.can(type.createCapability));

/** Whether the caller may make a row public, schedule it or make it private. */
export const canPublishPosts = (caller: Caller, type: TypeFacts): boolean => caller.can(`publish_${thingsOf(type)}`);

/** Whether the caller may set another author, and make rows sticky. */
export const canEditOthersPosts = (caller: Caller, type: TypeFacts): boolean =>
  caller.can(`edit_others_${thingsOf(type)}`);

/** Whether the caller may change, remove or approve a comment: moderators who may also edit its post. */
export function canEditComment(caller: Caller, on: { type: TypeFacts; post: PostFacts } | null): boolean {
  if (!caller.can('moderate_comments')) return false;
  return on ? canEditPost(caller, on.type, on.post) : caller.can('edit_posts');
}

export const canEditUser = (caller: Caller, userId: number): boolean =>
  (userId > 0 && caller.userId === userId) || caller.can('edit_users');

/** Whether the caller may see a user who has published nothing. */
export const canViewAnyUser = (caller: Caller, userId: number): boolean =>
  (userId > 0 && caller.userId === userId) || caller.can('list_users');

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
