import type { Call } from '../../api/call.ts';
import { Refusal } from '../../lib/schema/schema.ts';
import { type Caller, capabilityTo } from '../../rules/capabilities.ts';
import type { ShownPostType } from '../../rules/post-types.ts';
import type { ContentKind } from './content-kind.ts';
import type { ContentListInput } from './content-list-arguments.ts';

/** The statuses that `any` includes; others must be requested by name. */
export const ordinaryStatuses: readonly string[] = ['publish', 'future', 'draft', 'pending', 'private'];

export function askedStatuses({ status }: Pick<ContentListInput, 'status'>): readonly string[] {
  return typeof status === 'string' ? [status] : status;
}

/** Only callers who can edit may request statuses other than `publish`; `private` needs only permission to read it. */
export function refuseStatuses(
  kind: ContentKind,
  { status = [] }: Partial<Pick<ContentListInput, 'status'>>,
  { caller, variant }: Call,
): { status: Refusal } | null {
  const isOpen = (status: string): boolean =>
    status === kind.type.openStatus ||
    caller.can(capabilityTo('edit', kind.type)) ||
    (status === 'private' && caller.can(capabilityTo('read_private', kind.type)));
  const asked = askedStatuses({ status });
  const isKnown = (one: string): boolean => variant.content.listStatuses.includes(one);
  if (asked.every(isOpen))
    return asked.every(isKnown) || !variant.content.fullListFilters
      ? null
      : { status: new Refusal('status must name states of content.', 'rest_not_in_enum') };
  const why = 'status names a state that you may not ask for.';
  return { status: new Refusal(why, 'rest_forbidden_status', { status: caller.userId === 0 ? 401 : 403 }) };
}

const written = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];
const uploaded = ['inherit', 'private', 'trash'];

/** The states of a type, other than those of drafts that nobody has saved. */
export const statusesOf = (type: Pick<ShownPostType, 'inheritsFromParent'>): readonly string[] =>
  type.inheritsFromParent ? uploaded : written;

/** The states that a caller may ask a list for; the visibility rule decides which rows of each the caller sees. */
export function listableStatuses(type: ShownPostType, caller: Caller): readonly string[] {
  if (caller.can(capabilityTo('edit', type))) return statusesOf(type);
  return caller.can(capabilityTo('read_private', type)) ? [type.openStatus, 'private'] : [type.openStatus];
}
