import { addApp, appName, metadataIn } from '../auth/oauth/apps.ts';
import { endGrant, listGrants, removeApp, scopesOf } from '../auth/oauth/grants.ts';
import { appsTable, grantsTable } from '../auth/oauth/oauth-tables.ts';
import { type Command, CommandError, defineCommand } from '../extension/command.ts';
import { ApiError } from '../lib/errors.ts';
import { recordCommand } from './run-command.ts';
import { userNamed } from './user.ts';

/** Apps that people gave access to their accounts. */
export const appCommands: readonly Command[] = [
  defineCommand({
    name: 'apps list',
    summary: 'List the access that apps have to accounts, of one user or of all.',
    operands: ['user?'],
    run: async (context) => {
      const store = await context.store();
      const named = context.operands.user;
      const where = named === undefined ? {} : { userId: (await userNamed(named, store)).id };
      const grants = await listGrants(store, where, context.clock(), { limit: mostListed, offset: 0 });
      const users = new Map(
        (await store.users.byIds([...new Set(grants.map(({ userId }) => userId))])).map((user) => [
          user.id,
          user.login,
        ]),
      );
      for (const grant of grants) {
        const may = scopesOf(grant)?.join(' ') ?? 'all rights';
        const used = `used ${dayOf(grant.usedAt)} from ${grant.address}`;
        context.print([grant.id, users.get(grant.userId) ?? '?', grant.appName, may, used].join('\t'));
      }
    },
  }),
  defineCommand({
    name: 'apps add',
    summary: 'Add an app, such as a front end; prints the client_id that it asks with.',
    operands: ['name', 'redirect'],
    run: async (context) => {
      const store = await context.store();
      const { name, redirect } = context.operands;
      const sent = refusedPlainly(() => metadataIn({ client_name: name, redirect_uris: [redirect] }));
      const app = await store.transaction(async (inner) => {
        await recordCommand(inner, context.clock(), 'settings.app_added', { detail: { name } });
        return addApp(inner, { ...sent, source: 'added' }, context.clock());
      });
      context.print(app.clientId);
    },
  }),
  defineCommand({
    name: 'apps revoke',
    summary: 'End access by its number in the list, or all access of an app by its client_id.',
    operands: ['id'],
    run: async (context) => {
      const store = await context.store();
      const { id } = context.operands;
      if (!/^\d{1,15}$/.test(id)) {
        const [app] = await store.table(appsTable).find({ clientId: id });
        if (!app) throw new CommandError(`There is no app with the client_id ${id}.`);
        const detail = { name: appName(app) };
        const ended = await removeApp(store, app, (inner) =>
          recordCommand(inner, context.clock(), 'settings.app_removed', { detail }),
        );
        context.print(`Ended: ${ended}.`);
        return;
      }
      const [grant] = await store.table(grantsTable).find({ id: Number(id) });
      const user = grant && (await store.users.byId(grant.userId));
      const detail = { name: grant?.appName ?? '' };
      const record = { ...(user ? { user } : {}), detail };
      const ended = await endGrant(store, Number(id), (inner) =>
        recordCommand(inner, context.clock(), 'account.app_disconnected', record),
      );
      if (!ended) throw new CommandError(`There is no access with the number ${id}.`);
      context.print('Ended: 1.');
    },
  }),
];

const mostListed = 1_000;
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function refusedPlainly<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(error.message) : error;
  }
}
