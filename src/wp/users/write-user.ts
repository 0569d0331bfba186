import type { Call } from '../../api/call.ts';
import { forgetAccount } from '../../auth/accounts.ts';
import type { AfterAction, BeforeAction } from '../../background/hook-kinds.ts';
import type { UserHookDraft } from '../../background/hook-values.ts';
import type { DraftShape } from '../../background/hooks.ts';
import { s } from '../../lib/schema/schema.ts';
import { type Caller, callerOf, canGiveRole } from '../../rules/capabilities.ts';
import type { RoleTable } from '../../rules/roles.ts';
import { textLimits } from '../../rules/text-limits.ts';
import { everything } from '../../rules/visibility.ts';
import type { User } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { storeUrl } from '../../text/sanitise/clean-url.ts';
import { storePersonName } from '../../text/sanitise/store-text.ts';
import { type CoreContext, inTransaction, type OperationContext } from '../context/core-context.ts';
import type { ContentKind, ContentKinds } from '../posts/content-kind.ts';
import { trashPost } from '../posts/operations/trash-post.ts';
import { accountOwnerErrors } from './account-owner.ts';
import { userErrors } from './user-errors.ts';
import { type UserDraft, userFacts, userSlug } from './user-resource.ts';

/**
 * Deletes a user in one transaction. The user's content goes to the reassignee, or to the trash if there is none. `check`
 * may throw, inside the transaction and before anything is changed.
 */
export async function removeUser(
  userId: number,
  reassigneeId: number | null,
  context: OperationContext,
  kinds: ContentKinds,
  check?: (store: Store) => Promise<void>,
): Promise<void> {
  const user = context.hooks ? await context.store.users.byId(userId) : null;
  await askBeforeUser('delete', user, {}, { ...context, clean: async (changes) => changes });
  return inTransaction(context, async (inner) => {
    await check?.(inner.store);
    // What belongs to the site and not to an author stays: menus, patterns.
    const owned = [...kinds].filter((kind) => kind.supports('author'));
    if (reassigneeId === null) for (const kind of owned) await trashPostsOf(userId, kind, inner);
    else await inner.store.posts.updateWhere({ authorId: userId }, { authorId: reassigneeId });
    await forgetAccount(inner.store, userId);
    await inner.store.users.remove(userId);
    await recordUser('delete', user, inner);
  });
}

const batch = 200;
const outsideTrash = ['publish', 'future', 'draft', 'pending', 'private', 'inherit'];

async function trashPostsOf(userId: number, kind: ContentKind, context: OperationContext): Promise<void> {
  for (;;) {
    const rows = await context.store.posts.find(
      { types: [kind.type.name], visibility: everything, authorIds: [userId], statuses: outsideTrash },
      { by: 'id', direction: 'asc' },
      { limit: batch, offset: 0 },
      ['id'],
    );
    for (const { id } of rows) await trashPost(kind, id, context);
    if (rows.length < batch) return;
  }
}

const names = ['displayName', 'firstName', 'lastName', 'nickname'] as const;

/** The values of a hook, cleaned as those of a request are. */
export async function cleanChanges(
  changes: UserHookDraft,
  { textWork, variant }: Pick<CoreContext, 'textWork' | 'variant'>,
): Promise<UserHookDraft> {
  const cleaned: UserHookDraft = { ...changes };
  for (const name of names) if (cleaned[name] !== undefined) cleaned[name] = storePersonName(cleaned[name]);
  if (cleaned.url !== undefined) cleaned.url = storeUrl(cleaned.url, variant.text);
  if (cleaned.slug !== undefined) cleaned.slug = userSlug(cleaned.slug, variant.text.slugs);
  if (cleaned.description !== undefined) {
    const text = { as: 'personDescription', raw: cleaned.description, unfiltered: false } as const;
    const [description = ''] = await textWork.clean([text]);
    cleaned.description = description;
  }
  return cleaned;
}

/**
 * Refuses roles that do not exist, roles that allow what the caller may not do, and roles with which callers would lose
 * their own capability to edit users.
 *
 * @param before the roles that the user has, which may stay
 */
export function checkRoles(
  roles: readonly string[],
  table: RoleTable,
  { caller, isSelf, before }: { caller: Caller; isSelf: boolean; before: readonly string[] },
): void {
  for (const role of roles) {
    if (!table.has(role)) throw userErrors.rest_user_invalid_role({ role });
  }
  for (const role of roles) {
    if (!before.includes(role) && !canGiveRole(caller.ceiling?.account ?? caller, role, table))
      throw userErrors.rest_user_invalid_role({ role }, { status: 403 });
  }
  const keepsRights = roles.every((role) => table.get(role)?.capabilities['edit_users'] === true);
  if (isSelf && (roles.length === 0 || !keepsRights)) {
    throw userErrors.rest_user_invalid_role({ role: roles[0] ?? 'none' }, { status: 403 });
  }
}

/** An account that is written: the roles it gets, and whether the write gives somebody rights or a way in to them. */
interface WrittenAccount {
  /** Null for one that is made. */
  readonly user: User | null;
  readonly roles: readonly string[] | undefined;
  readonly opens: boolean;
}

/**
 * Refuses a limited credential that would make itself stronger through an account: who sets a password, an address for
 * mail, or roles gets at most the rights of the credential. An administrator's own password is beyond all scopes.
 */
export async function refuseStronger(
  { user, roles, opens }: WrittenAccount,
  table: RoleTable,
  { caller, store }: Pick<Call, 'caller' | 'store'>,
): Promise<void> {
  const { ceiling } = caller;
  if (ceiling === null || !opens) return;
  const stored = user ? ((await store.users.capabilities([user.id])).get(user.id) ?? {}) : {};
  const given = Object.fromEntries((roles ?? []).map((role) => [role, true]));
  const after = callerOf(user?.id ?? 0, { ...stored, ...given }, table);
  const stronger = [...after.capabilities].filter((one) => !isHarmless(one, table) && !caller.capabilities.has(one));
  if (stronger.length > 0) throw accountOwnerErrors.rest_credential_limited();
}

/** Names of roles and levels are stored among the capabilities; reading is what every account may. */
const isHarmless = (name: string, table: RoleTable): boolean =>
  table.has(name) || name === 'read' || /^level_\d+$/.test(name);

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
