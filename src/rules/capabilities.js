/** The plural in the names of a type's capabilities: `posts` in `edit_posts`. */
export const thingsOf = ({ capabilityType, capabilityPlural }) => capabilityPlural ?? `${capabilityType}s`;
/** The capabilities that an action requires, on one's own row or another user's; all of them are needed. */
function capabilitiesFor(act, type, row) {
  const things = thingsOf(type);
  const published = row.status === 'publish' || row.status === 'future';
  if (row.own) return published ? [`${act}_published_${things}`] : [`${act}_${things}`];
  const others = `${act}_others_${things}`;
  if (published) return [others, `${act}_published_${things}`];
  return row.status === 'private' ? [others, `${act}_private_${things}`] : [others];
}
/** Whether the caller may do this to the row. A row in the trash is checked by the status it had before. */
function mayActOnPost(act, caller, type, post) {
  const status = post.status === 'trash' ? statusBeforeTrash(post) : post.status;
  return holdsFor(act, caller, type, { status, own: isOwn(caller, post) });
}
/** Whether the capabilities suffice; a caller who may act on anyone's rows may act on their own. */
export function holdsFor(act, caller, type, row) {
  const holds = (own) => capabilitiesFor(act, type, { status: row.status, own }).every(caller.can);
  return holds(false) || (row.own && holds(true));
}
export const canEditPost = (caller, type, post) => mayActOnPost('edit', caller, type, post);
export const canDeletePost = (caller, type, post) => mayActOnPost('delete', caller, type, post);
/** Whether the caller may create rows of the type; media also require `upload_files`. */
export const canCreatePosts = (caller, type) => caller.can(`edit_${thingsOf(type)}`);
/** Whether the caller may make a row public, schedule it or make it private. */
export const canPublishPosts = (caller, type) => caller.can(`publish_${thingsOf(type)}`);
/** Whether the caller may set another author, and make rows sticky. */
export const canEditOthersPosts = (caller, type) => caller.can(`edit_others_${thingsOf(type)}`);
/** Whether the caller may change, remove or approve a comment: moderators who may also edit its post. */
export function canEditComment(caller, on) {
  if (!caller.can('moderate_comments')) return false;
  return on ? canEditPost(caller, on.type, on.post) : caller.can('edit_posts');
}
export const canEditUser = (caller, userId) => (userId > 0 && caller.userId === userId) || caller.can('edit_users');
/** Whether the caller may see a user who has published nothing. */
export const canViewAnyUser = (caller, userId) => (userId > 0 && caller.userId === userId) || caller.can('list_users');
function isOwn(caller, post) {
  return caller.userId > 0 && caller.userId === post.authorId;
}
function statusBeforeTrash(post) {
  return post.trashedFrom === undefined ? 'publish' : (post.trashedFrom ?? 'draft');
}
