import { type Caller, thingsOf } from '../../../rules/capabilities.ts';
import type { ShownPostType } from '../../../rules/post-types.ts';

const written = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];
const uploaded = ['inherit', 'private', 'trash'];

/** The states of a type, other than those of drafts that nobody has saved. */
export const statusesOf = (type: Pick<ShownPostType, 'inheritsFromParent'>): readonly string[] =>
  type.inheritsFromParent ? uploaded : written;

/** The states that a caller may ask a list for; the visibility rule decides which rows of each the caller sees. */
export function listableStatuses(type: ShownPostType, caller: Caller): readonly string[] {
  const things = thingsOf(type);
  if (caller.can(`edit_${things}`)) return statusesOf(type);
  return caller.can(`read_private_${things}`) ? [type.openStatus, 'private'] : [type.openStatus];
}
