import { pino } from 'pino';
import { type Command, CommandError, defineCommand } from '../extension/command.ts';
import { createPlaten } from '../index.ts';
import { scopesFrom } from './read-scopes.ts';

/** Serves agents on this machine over standard input and output. */
export const mcpCommand: Command = defineCommand({
  name: 'mcp',
  summary: 'Serve an agent over standard input and output (Model Context Protocol), with the rights of one account.',
  flags: {
    user: { value: 'NAME', help: 'Log-in name of the account; required.' },
    scopes: { value: 'NAMES', help: 'what the agent is limited to, such as read,propose; all rights without it' },
  },
  run: async ({ config, flags, store }) => {
    if (!flags.user) throw new CommandError('Name the account whose rights the agent has: platen mcp --user NAME');
    const user = await (await store()).users.byLogin(flags.user);
    if (!user) throw new CommandError(`There is no user "${flags.user}".`);
    // Standard output belongs to the protocol.
    const log = pino({ level: config.logLevel, base: null }, pino.destination({ dest: 2, sync: true }));
    const platen = await createPlaten({ ...config, leads: false, log });
    try {
      await platen.serveMcp({ userId: user.id, scopes: scopesFrom(flags.scopes) });
    } finally {
      await platen.close();
    }
  },
});
