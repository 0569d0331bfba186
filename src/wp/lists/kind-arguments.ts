import type { Call } from '../../api/call.ts';
import { Refusal, s } from '../../lib/schema/schema.ts';
import { capabilityTo } from '../../rules/capabilities.ts';
import type { Visibility } from '../../rules/visibility.ts';
import { contentErrors } from '../posts/content-errors.ts';
import type { ContentKind, ContentKinds } from '../posts/content-kind.ts';
import { listableStatuses, statusesOf } from '../posts/list-statuses.ts';

/** The argument `type` of routes over several types. */
export function typeArgument(kinds: ContentKinds) {
  const names = [...kinds].map(({ type }) => type.name);
  return s.array(s.string({ enum: names }), {
    default: ['post'],
    description: 'Types of content, separated by commas.',
    check: (list: readonly string[]) => (list.length === 0 ? 'Name at least one type.' : null),
  });
}

/** The states that can be asked for; `publish` stands for the open state of every type, which for files is `inherit`. */
export const statusArgument = s.array(
  s.string({ enum: ['publish', 'future', 'draft', 'pending', 'private', 'trash'] }),
  { pass: 2, description: 'Limit to these statuses; statuses other than publish need permission.' },
);

/** The kinds of these types, each once. */
export const chosenKinds = (kinds: ContentKinds, types: readonly string[] = ['post']): ContentKind[] =>
  [...new Set(types)].map((name) => kinds.of(name));

/** These states as rows of the kind have them. */
export function statusesIn({ type }: Pick<ContentKind, 'type'>, asked: readonly string[]): string[] {
  const own = asked.map((status) => (status === 'publish' ? type.openStatus : status));
  return statusesOf(type).filter((status) => own.includes(status));
}

/** Refuses a state that the caller may not list, of any of the types. */
export function refuseTypeStatuses(
  kinds: readonly ContentKind[],
  asked: readonly string[] | undefined,
  { caller }: Call,
): { status: Refusal } | null {
  const isListable = (kind: ContentKind): boolean => {
    const listable = listableStatuses(kind.type, caller);
    return statusesIn(kind, asked ?? []).every((status) => listable.includes(status));
  };
  if (kinds.every(isListable)) return null;
  const why = 'status names a state that you may not ask for.';
  return { status: new Refusal(why, 'rest_forbidden_status', { status: caller.userId === 0 ? 401 : 403 }) };
}

/** The edit context is for those who may edit every one of the types. */
export function permitKinds(kinds: readonly ContentKind[], context: string | undefined, { caller }: Call): void {
  if (context !== 'edit' || kinds.every(({ type }) => caller.can(capabilityTo('edit', type)))) return;
  throw contentErrors.rest_forbidden_context();
}

/** What the caller may see of a kind, or edit in the edit context. */
export const visibilityIn = ({ visibility }: ContentKind, context: string, { caller }: Call): Visibility =>
  context === 'edit' ? visibility.editable(caller) : visibility.readable(caller);
