import { checkNames, createAccount, forgetAccount, setRoles, updateAccount } from '../auth/accounts.ts';
import { createRoleSource } from '../auth/identity.ts';
import {
  addInvitation,
  invitationById,
  invitationPath,
  listInvitations,
  mostInvitationDays,
  mostInvitations,
  removeInvitation,
  usualInvitationDays,
} from '../auth/invitations.ts';
import { linkIdentity, unlinkIdentities } from '../auth/oidc.ts';
import { findUserByName } from '../auth/passwords/password-check.ts';
import { removeTwoFactor } from '../auth/two-factor.ts';
import { type Command, type CommandContext, CommandError, defineCommand } from '../extension/command.ts';
import { ApiError } from '../lib/errors.ts';
import { roleNames } from '../rules/capabilities.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { recordCommand } from './run-command.ts';

/** Accounts from the terminal: no permission checks, whoever can run this may do everything. */
export const userCommands: readonly Command[] = [
  defineCommand({
    name: 'user list',
    summary: 'List the users.',
    run: async (context) => {
      const store = await context.store();
      const table = await rolesOf(context, store);
      for await (const user of everyUser(store)) {
        const stored = (await store.users.capabilities([user.id])).get(user.id) ?? {};
        context.print([user.id, user.login, user.email, roleNames(stored, table).join(',') || '-'].join('\t'));
      }
    },
  }),
  defineCommand({
    name: 'user create',
    summary: 'Make a user. Asks for the password unless a flag gives it.',
    operands: ['name', 'email'],
    flags: {
      role: { value: 'ROLE', help: 'Role of the user; subscriber by default.' },
      password: { value: 'TEXT', help: 'Password; better left out, so that it is asked for.' },
    },
    run: async (context) => {
      const { name, email } = context.operands;
      await refusalsAsText(async () => checkNames({ login: name, email }));
      const store = await context.store();
      const role = await knownRole(context.flags.role ?? 'subscriber', context, store);
      const account = { login: name, email, password: await askPassword(context), roles: [role] };
      const record = (inner: Store, userId: number) =>
        recordCommand(inner, context.clock(), 'user.create', {
          user: { id: userId, login: name },
          detail: { roles: [role] },
        });
      const id = await refusalsAsText(() => createAccount(store, { ...account, nowMs: context.clock() }, record));
      context.print(`Made user ${id}, ${name}, as ${role}.`);
    },
  }),
  defineCommand({
    name: 'user invite',
    summary: 'Invite a person: prints a link with which they make their account.',
    operands: ['email'],
    flags: {
      role: { value: 'ROLE', help: 'Role of the account; subscriber by default.' },
      days: { value: 'NUMBER', help: `Days until the link expires; ${usualInvitationDays} by default.` },
    },
    run: async (context) => {
      const { email } = context.operands;
      await refusalsAsText(async () => checkNames({ login: 'anyone', email }));
      const days = Number(context.flags.days ?? usualInvitationDays);
      if (!Number.isInteger(days) || days < 1 || days > mostInvitationDays)
        throw new CommandError(`--days is a whole number from 1 to ${mostInvitationDays}.`);
      const store = await context.store();
      const role = await knownRole(context.flags.role ?? 'subscriber', context, store);
      if (await store.users.byEmail(email)) throw new CommandError('Another account has this e-mail address.');
      const made = await store.transaction(async (inner) => {
        await recordCommand(inner, context.clock(), 'account.invited', { detail: { role, email } });
        return addInvitation(inner, { email, role, invitedBy: 0, days, isMailed: false }, context.clock());
      });
      if (!made) throw new CommandError('There are too many open invitations. Revoke some of them first.');
      context.print((await context.site(store)).serverUrl + invitationPath(made.token));
    },
  }),
  defineCommand({
    name: 'user invitations',
    summary: 'List the invitations that nobody has accepted.',
    run: async (context) => {
      const store = await context.store();
      for (const row of await listInvitations(store, { limit: mostInvitations, offset: 0 }))
        context.print([row.id, row.email, row.role, new Date(row.expiresAt * 1000).toISOString()].join('\t'));
    },
  }),
  defineCommand({
    name: 'user revoke-invitation',
    summary: 'Revoke an invitation; its link is void.',
    operands: ['id'],
    run: async (context) => {
      const store = await context.store();
      const id = Number(context.operands.id);
      const row = Number.isInteger(id) ? await invitationById(store, id) : null;
      if (!row) throw new CommandError(`There is no invitation ${context.operands.id}.`);
      await store.transaction(async (inner) => {
        await removeInvitation(inner, id);
        const detail = { role: row.role, email: row.email };
        await recordCommand(inner, context.clock(), 'account.invitation_revoked', { detail });
      });
      context.print(`The invitation of ${row.email} is revoked.`);
    },
  }),
  defineCommand({
    name: 'user set-password',
    summary: 'Give a user a new password; every session of the user ends.',
    operands: ['user'],
    flags: { password: { value: 'TEXT', help: 'Password; better left out, so that it is asked for.' } },
    run: async (context) => {
      const store = await context.store();
      const user = await userNamed(context.operands.user, store);
      const password = await askPassword(context);
      const alongside = (inner: Store) => recordCommand(inner, context.clock(), 'account.password', { user });
      await refusalsAsText(() => updateAccount(store, user, { password }, { alongside }));
      context.print(`Changed the password of ${user.login}.`);
    },
  }),
  defineCommand({
    name: 'user reset-two-factor',
    summary: 'Switch two-factor log-in off for a user who lost the app and the recovery codes.',
    operands: ['user'],
    run: async (context) => {
      const store = await context.store();
      const user = await userNamed(context.operands.user, store);
      const wasOn = await store.transaction(async (inner) => {
        const removed = await removeTwoFactor(inner, user.id);
        if (removed) await recordCommand(inner, context.clock(), 'account.two_factor_off', { user });
        return removed;
      });
      context.print(
        wasOn
          ? `${user.login} logs in with the password alone now.`
          : `${user.login} has no two-factor log-in; nothing was changed.`,
      );
    },
  }),
  defineCommand({
    name: 'user link-oidc',
    summary: 'Let an identity of a provider (OpenID Connect) log in to the account of a user.',
    operands: ['user', 'issuer', 'subject'],
    run: async (context) => {
      const store = await context.store();
      const { issuer, subject } = context.operands;
      const user = await userNamed(context.operands.user, store);
      await store.transaction(async (inner) => {
        await linkIdentity(inner, { issuer, subject, userId: user.id }, context.clock());
        await recordCommand(inner, context.clock(), 'account.oidc_linked', { user, detail: { issuer } });
      });
      context.print(`${subject} of ${issuer} logs in as ${user.login} now.`);
    },
  }),
  defineCommand({
    name: 'user unlink-oidc',
    summary: 'End all log-ins of a user through providers (OpenID Connect).',
    operands: ['user'],
    run: async (context) => {
      const store = await context.store();
      const user = await userNamed(context.operands.user, store);
      const count = await store.transaction(async (inner) => {
        await recordCommand(inner, context.clock(), 'account.oidc_unlinked', { user });
        return unlinkIdentities(inner, user.id);
      });
      context.print(`${user.login} had ${count} identities; there is none now.`);
    },
  }),
  defineCommand({
    name: 'user set-role',
    summary: 'Give a user another role.',
    operands: ['user', 'role'],
    run: async (context) => {
      const store = await context.store();
      const user = await userNamed(context.operands.user, store);
      const role = await knownRole(context.operands.role, context, store);
      const table = await rolesOf(context, store);
      await store.transaction(async (inner) => {
        await setRoles(inner, user.id, [role], table);
        await recordCommand(inner, context.clock(), 'user.update', {
          user,
          detail: { fields: ['roles'], roles: [role] },
        });
      });
      context.print(`${user.login} is ${role} now.`);
    },
  }),
  defineCommand({
    name: 'user delete',
    summary: 'Remove a user and give what the user wrote to another.',
    operands: ['user', 'reassignee'],
    run: async (context) => {
      const store = await context.store();
      const user = await userNamed(context.operands.user, store);
      const reassignee = await userNamed(context.operands.reassignee, store);
      if (reassignee.id === user.id) throw new CommandError('Name another user as the one who gets the posts.');
      await store.transaction(async (inner) => {
        await inner.posts.updateWhere({ authorId: user.id }, { authorId: reassignee.id });
        await forgetAccount(inner, user.id);
        await inner.users.remove(user.id);
        await recordCommand(inner, context.clock(), 'user.delete', { user });
      });
      context.print(`Removed ${user.login}; ${reassignee.login} has the posts.`);
    },
  }),
];

/** The user with an id, a login or an e-mail address. */
export async function userNamed(name: string, store: Store): Promise<User> {
  const byId = /^\d+$/.test(name) ? await store.users.byId(Number(name)) : null;
  const user = byId ?? (await findUserByName(store, name));
  if (!user) throw new CommandError(`There is no user ${name}.`);
  return user;
}

async function* everyUser(store: Store): AsyncGenerator<User> {
  const limit = 500;
  for (let offset = 0; ; offset += limit) {
    const page = await store.users.find({}, { by: 'id', direction: 'asc' }, { limit, offset });
    yield* page;
    if (page.length < limit) return;
  }
}

const rolesOf = ({ config }: CommandContext, store: Store) =>
  createRoleSource(`${config.tablePrefix}user_roles`)(store);

async function knownRole(role: string, context: CommandContext, store: Store): Promise<string> {
  const table = await rolesOf(context, store);
  if (table.has(role)) return role;
  throw new CommandError(`There is no role ${role}. Roles: ${[...table.keys()].join(', ')}.`);
}

async function askPassword({ flags, ask }: CommandContext): Promise<string> {
  const password = flags['password'] || (await ask('Password: ', { hidden: true }));
  if (!password?.trim()) throw new CommandError('A password is needed: type one, or give --password.');
  return password;
}

/** Turns validation errors of the interface into messages for the terminal. */
async function refusalsAsText<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(error.message, { cause: error }) : error;
  }
}
