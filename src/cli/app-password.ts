import {
  createApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
} from '../auth/passwords/application-passwords.ts';
import { type Command, CommandError, defineCommand } from '../extension/command.ts';
import { recordCommand } from './run-command.ts';
import { userNamed } from './user.ts';

/** Application passwords: each can be revoked on its own. */
export const appPasswordCommands: readonly Command[] = [
  defineCommand({
    name: 'app-password create',
    summary: 'Make a password for a program; it is shown this once.',
    operands: ['user', 'name'],
    run: async (context) => {
      const store = await context.store();
      const user = await userNamed(context.operands.user, store);
      const name = context.operands.name.trim();
      if (name === '') throw new CommandError('Say what the password is for.');
      const { password, application } = await store.transaction(async (inner) => {
        await recordCommand(inner, context.clock(), 'account.program_made', { user, detail: { name } });
        return createApplicationPassword(inner, user.id, name, context.clock());
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
      for (const { id, name, createdAt, lastUsedAt, lastAddress } of await listApplicationPasswords(store, user.id)) {
        const used = lastUsedAt === null ? 'never used' : `used ${dayOf(lastUsedAt)} from ${lastAddress ?? '?'}`;
        context.print([id, name, `made ${dayOf(createdAt)}`, used].join('\t'));
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

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
