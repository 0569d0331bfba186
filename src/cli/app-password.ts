import {
  createApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
} from '../auth/passwords/application-passwords.ts';
import { type Command, CommandError, defineCommand } from '../extension/command.ts';
import type { Platen } from '../index.ts';
import { isDate } from '../lib/schema/formats.ts';
import { scopes } from '../rules/scopes.ts';
import { scopesFrom } from './read-scopes.ts';
import { recordCommand } from './run-command.ts';
import { userNamed } from './user.ts';

/** Application passwords: each can be revoked on its own. */
export const appPasswordCommands: readonly Command[] = [
  defineCommand({
    name: 'app-password create',
    summary: 'Make a password for a program; it is shown this once.',
    operands: ['user', 'name'],
    flags: {
      scopes: { help: `what it is limited to: ${scopes.join(', ')}; all rights without it`, value: 'NAMES' },
      expires: { help: 'the day on which it stops working, such as 2030-01-31, or a number of days', value: 'WHEN' },
    },
    run: async (context) => {
      const limits = {
        scopes: scopesFrom(context.flags.scopes),
        expiresAt: expiryFrom(context.flags.expires, context.clock()),
      };
      const store = await context.store();
      const user = await userNamed(context.operands.user, store);
      const name = context.operands.name.trim();
      if (name === '') throw new CommandError('Say what the password is for.');
      const { password, application } = await store.transaction(async (inner) => {
        await recordCommand(inner, context.clock(), 'account.program_made', { user, detail: { name } });
        return createApplicationPassword(inner, user.id, name, context.clock(), limits);
      });
      context.print(`${password}\nKeep it: it is not shown again. Its id is ${application.id}.`);
    },
  }),
  defineCommand({
    name: 'app-password list',
    summary: 'List the application passwords of a user.',
    operands: ['user'],
    run: async (context) => {
      const store = await context.store();
      const user = await userNamed(context.operands.user, store);
      for (const one of await listApplicationPasswords(store, user.id)) {
        const { id, name, createdAt, lastUsedAt, lastAddress } = one;
        const used = lastUsedAt === null ? 'never used' : `used ${dayOf(lastUsedAt)} from ${lastAddress ?? '?'}`;
        const limits = [
          one.scopes === null ? 'all rights' : `scopes ${one.scopes.join(' ')}`,
          ...(one.expiresAt === null ? [] : [`expires ${dayOf(one.expiresAt)}`]),
        ];
        context.print([id, name, `made ${dayOf(createdAt)}`, used, ...limits].join('\t'));
      }
    },
  }),
  defineCommand({
    name: 'app-password revoke',
    summary: 'Take an application password away; it stops working at once.',
    operands: ['user', 'id'],
    run: async (context) => {
      const store = await context.store();
      const user = await userNamed(context.operands.user, store);
      const id = context.operands.id;
      const gone = await store.transaction(async (inner) => {
        const found = (await listApplicationPasswords(inner, user.id)).find((one) => one.id === id);
        if (!(await revokeApplicationPassword(inner, user.id, id))) return false;
        const detail = { name: found?.name ?? '' };
        await recordCommand(inner, context.clock(), 'account.program_revoked', { user, detail });
        return true;
      });
      if (!gone) throw new CommandError(`${user.login} has no application password with the id ${id}.`);
      context.print('Taken away.');
    },
  }),
];

const secondsOfDay = 86_400;

/** Seconds since the epoch: the end of a day, or so many days from now. */
function expiryFrom(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  const nowSeconds = Math.floor(nowMs / 1000);
  const days = /^\d{1,5}$/.test(text) ? Number(text) : null;
  const day = isDate(text) ? Date.parse(`${text}T00:00:00Z`) / 1000 + secondsOfDay : Number.NaN;
  const expiresAt = days === null ? day : nowSeconds + days * secondsOfDay;
  if (!(expiresAt > nowSeconds))
    throw new CommandError('Write a day to come, such as 2030-01-31, or a number of days after --expires.');
  return expiresAt;
}

/** A password for the example requests that the first start of a site prints, so that they need not use the account's own; null for a site that existed. */
export async function firstExamplePassword({ made, config, store, log }: Platen): Promise<string | null> {
  try {
    const admin = made ? await store.users.byLogin(config.adminUser) : null;
    if (!admin) return null;
    const name = 'Example requests of the first start';
    const { password } = await store.transaction(async (inner) => {
      await recordCommand(inner, Date.now(), 'account.program_made', { user: admin, detail: { name } });
      return createApplicationPassword(inner, admin.id, name, Date.now());
    });
    return password;
  } catch (error) {
    log.warn({ err: error }, 'the password for the example requests could not be made');
    return null;
  }
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
