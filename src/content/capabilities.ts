/** Who is asking. Authority is this value, handed down as an argument; it cannot change inside a request. */
export interface Caller {
  /** 0 for a visitor and for the program itself. */
  readonly userId: number;
  readonly roles: readonly string[];
  /** Every capability this caller holds. */
  readonly capabilities: ReadonlySet<string>;
  can(capability: string): boolean;
}

/** What the rules of permission need to know of a post type. */
export interface TypeFacts {
  readonly name: string;
  /** Whose capabilities the type shares: `post` asks for `edit_posts`, `page` for `edit_pages`. */
  readonly capabilityType: string;
  /** Whether a row of status `inherit` is as visible as its parent (media). */
  readonly inheritsFromParent: boolean;
  /** Whether published rows are there for everyone. */
  readonly public: boolean;
}

export interface PostFacts {
  readonly status: string;
  readonly authorId: number;
  /**
   * For a row in the trash: the status it had before, null where none was noted. Left out, the row is judged as if it
   * had been published, so that forgetting to look can only refuse.
   */
  readonly trashedFrom?: string | null;
}

export type PostAct = 'edit' | 'delete';

/** The capabilities that an act asks for, on one's own row or another's; all of them are needed. */
function capabilitiesFor(
  act: PostAct,
  type: TypeFacts,
  row: { readonly status: string; readonly own: boolean },
): readonly string[] {
  const things = `${type.capabilityType}s`;
  const published = row.status === 'publish' || row.status === 'future';
  if (row.own) return published ? [`${act}_published_${things}`] : [`${act}_${things}`];
  const others = `${act}_others_${things}`;
  if (published) return [others, `${act}_published_${things}`];
  return row.status === 'private' ? [others, `${act}_private_${things}`] : [others];
}

/** Whether the caller may do this to the row. What is in the trash is judged by what it was before. */
function mayActOnPost(act: PostAct, caller: Caller, type: TypeFacts, post: PostFacts): boolean {
  const status = post.status === 'trash' ? statusBeforeTrash(post) : post.status;
  return holdsFor(act, caller, type, { status, own: isOwn(caller, post) });
}

/** Whether the capabilities suffice; what one may do to anyone's rows one may do to one's own. */
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

/** Start a new row of the type; media ask for `upload_files` besides. */
export const canCreatePosts = (caller: Caller, type: TypeFacts): boolean => caller.can(`edit_${type.capabilityType}s`);

/** Make a row public, schedule it or make it private. */
export const canPublishPosts = (caller: Caller, type: TypeFacts): boolean =>
  caller.can(`publish_${type.capabilityType}s`);

/** Write in another's name, and mark rows as sticky for everyone. */
export const canEditOthersPosts = (caller: Caller, type: TypeFacts): boolean =>
  caller.can(`edit_others_${type.capabilityType}s`);

/** Change, remove or approve a comment: a moderator who may also edit what it was written on. */
export function canEditComment(caller: Caller, on: { type: TypeFacts; post: PostFacts } | null): boolean {
  if (!caller.can('moderate_comments')) return false;
  return on ? canEditPost(caller, on.type, on.post) : caller.can('edit_posts');
}

export const canEditUser = (caller: Caller, userId: number): boolean =>
  (userId > 0 && caller.userId === userId) || caller.can('edit_users');

/** See a user who has published nothing. */
export const canViewAnyUser = (caller: Caller, userId: number): boolean =>
  (userId > 0 && caller.userId === userId) || caller.can('list_users');

/** The capabilities a taxonomy asks for. */
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
