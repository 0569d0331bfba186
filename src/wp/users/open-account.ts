import { checkNames, createAccount } from '../../auth/accounts.ts';
import type { RoleTable } from '../../rules/roles.ts';
import type { Store } from '../../storage/store.ts';
import { type CoreContext, inTransaction, type OperationContext } from '../context/core-context.ts';
import { userErrors } from './user-errors.ts';
import { askBeforeUser, cleanChanges, recordUser } from './write-user.ts';

/** An account that nobody with an account makes: the owner of a mail address does, or a log-in elsewhere. */
export interface OpenedAccount {
  readonly login: string;
  readonly email: string;
  readonly displayName?: string;
  /** Null where no password logs in to it. */
  readonly password: string | null;
  readonly role: string;
}

export type AccountWork = Pick<CoreContext, 'textWork' | 'variant'>;

/**
 * Makes an account with one role, as `POST wp/v2/users` does: hooks are asked before and told afterwards. `alongside` is
 * committed with it.
 */
export async function openAccount(
  account: OpenedAccount,
  {
    table,
    work,
    alongside,
  }: {
    readonly table: RoleTable;
    readonly work: AccountWork;
    readonly alongside: (inner: OperationContext, userId: number) => Promise<void>;
  },
  context: OperationContext,
): Promise<number> {
  const { login, email, password, role } = account;
  if (!table.has(role)) throw userErrors.rest_user_invalid_role({ role });
  checkNames({ login, email });
  const { hooks, caller } = context;
  const sent = { email, ...(account.displayName ? { displayName: account.displayName } : {}) };
  const clean = (changes: Parameters<typeof cleanChanges>[0]) => cleanChanges(changes, work);
  // A hook may refuse and may name the account otherwise; the address was proved and stays.
  const draft = await askBeforeUser('create', null, sent, { hooks, caller, clean });
  const made = { ...draft, login, email, password, roles: [role], nowMs: context.now };
  return inTransaction(context, (inner) =>
    createAccount(inner.store, made, async (store: Store, userId) => {
      await alongside({ ...inner, store }, userId);
      const facts = { ...inner, store };
      await recordUser('create', await store.users.byId(userId), facts, { roles: [role] });
    }),
  );
}
