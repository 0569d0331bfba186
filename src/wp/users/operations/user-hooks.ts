import type { DraftShape } from '../../../hooks/draft-shape.ts';
import type { UserHookDraft } from '../../../hooks/hook-drafts.ts';
import type { AfterAction, BeforeAction } from '../../../hooks/hook-kinds.ts';
import { textLimits } from '../../../rules/text-limits.ts';
import { s } from '../../../schema/schema.ts';
import type { User } from '../../../storage/rows.ts';
import type { OperationContext } from '../../context/operation-context.ts';
import { userFacts } from '../user-facts.ts';
import type { UserDraft } from '../user-resource.ts';

const line = { schema: s.string(), limit: textLimits.personName };

const shape: DraftShape = {
  displayName: { schema: s.string(), limit: textLimits.userName },
  firstName: line,
  lastName: line,
  nickname: line,
  description: { schema: s.string(), limit: textLimits.userDescription },
  email: { schema: s.string({ format: 'email' }) },
  url: { schema: s.string(), limit: textLimits.userUrl },
  slug: { schema: s.string(), limit: textLimits.slug },
};

/** Brings the values of a hook into the form in which they are stored. */
export type CleanChanges = (changes: UserHookDraft) => Promise<UserHookDraft>;

/** The draft as the hooks leave it; they never see the password. */
export async function askBeforeUser(
  action: BeforeAction<'user'>,
  user: User | null,
  draft: UserDraft,
  { hooks, caller, clean }: Pick<OperationContext, 'hooks' | 'caller'> & { readonly clean: CleanChanges },
): Promise<UserDraft> {
  if (!hooks?.asks('user', [action])) return draft;
  const shown = Object.entries(draft).filter(([name, value]) => Object.hasOwn(shape, name) && value !== undefined);
  const changes = await hooks.before({
    kind: 'user',
    actions: [action],
    item: user ? userFacts(user) : null,
    draft: Object.fromEntries(shown),
    shape: action === 'delete' ? {} : shape,
    userId: caller.userId,
  });
  return { ...draft, ...(await clean(changes)) };
}

/** Records what happened to a user, in the transaction of the write. */
export async function recordUser(
  action: AfterAction<'user'>,
  user: User | null,
  { hooks, store, caller, now }: OperationContext,
  changed?: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!hooks || !user) return;
  const facts = { id: user.id, item: userFacts(user), userId: caller.userId, atMs: now };
  await hooks.record(store, { ...facts, kind: 'user', actions: [action], ...(changed ? { changed } : {}) });
}
