import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { type Route, route } from '../../../api/routing/route.ts';
import type { Identity } from '../../../auth/identity.ts';
import { addApp, appName, metadataIn } from '../../../auth/oauth/apps.ts';
import { endGrant, endGrants, listGrants, removeApp, scopesOf } from '../../../auth/oauth/grants.ts';
import { type AppRow, appsTable, type GrantRow, grantsTable } from '../../../auth/oauth/oauth-tables.ts';
import { passwordMark } from '../../../auth/sessions.ts';
import { recordAudit } from '../../../background/audit-log.ts';
import { defineErrors, errors } from '../../../lib/errors.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import { scopes } from '../../../rules/scopes.ts';
import type { Store } from '../../../storage/store.ts';
import { ownerOf, permitOwner, recordAccount, requireWhole } from '../account-owner.ts';
import { momentOf } from '../session-routes.ts';

export const connectedAppErrors = defineErrors({
  platen_app_not_found: { status: 404, message: () => 'There is no app with this id.' },
  platen_connection_not_found: { status: 404, message: () => 'There is no connection with this id.' },
});

const ways = ['code', 'device', 'password'] as const;

const connectionMembers = {
  id: json.integer,
  app: json.string,
  client_id: json.string,
  way: json.words(...ways),
  // Null for all rights of the account.
  scopes: json.orNull(json.listOf(json.words(...scopes))),
  resource: json.string,
  created: json.dateTime,
  last_used: json.dateTime,
  expires: json.dateTime,
  address: json.string,
};
const ownSchema = json.listOf(json.object(connectionMembers));

const shownGrant = (row: GrantRow) => ({
  id: row.id,
  app: row.appName,
  client_id: row.clientId,
  way: row.way,
  scopes: scopesOf(row),
  resource: row.resource,
  created: momentOf(row.createdAt),
  last_used: momentOf(row.usedAt),
  expires: momentOf(row.expiresAt),
  address: row.address,
});

const own = '/platen/v1/users/{user_id:account}/apps';

/** The apps that an account gave access: for the user, and for whoever may edit the user. */
export function ownAppRoutes({ roles }: Pick<Identity, 'roles'>): Route[] {
  const permit = permitOwner({ roles });
  return [
    route({
      method: 'GET',
      path: own,
      summary: 'List the apps that a user gave access.',
      response: { schema: ownSchema },
      permit,
      handle: async (input, call) => {
        const user = await ownerOf(input, call);
        const rows = await listGrants(call.store, { userId: user.id }, call.now);
        // With another password they have ended.
        return reply(rows.filter((row) => row.passwordMark === passwordMark(user)).map(shownGrant));
      },
      shareable: false,
    }),
    route({
      method: 'DELETE',
      path: own,
      summary: 'End the access of all apps of a user.',
      response: { schema: json.object({ deleted: json.words(true), count: json.integer }) },
      permit,
      handle: async (input, call) => {
        requireWhole(call);
        const { id } = await ownerOf(input, call);
        const count = await endGrants(call.store, { userId: id });
        await recordAccount(call.store, call, 'account.apps_disconnected', { userId: id, detail: { count } });
        return reply({ deleted: true, count });
      },
    }),
    route({
      method: 'DELETE',
      path: `${own}/{connection:number}`,
      summary: 'End the access of an app of a user.',
      response: { schema: json.object({ deleted: json.words(true) }) },
      permit,
      handle: async (input, call) => {
        requireWhole(call);
        const { id } = await ownerOf(input, call);
        const [grant] = await call.store.table(grantsTable).find({ id: input.connection, userId: id });
        if (!grant || !(await endRecorded(grant, call))) throw connectedAppErrors.platen_connection_not_found();
        return reply({ deleted: true });
      },
    }),
  ];
}

const endRecorded = (grant: GrantRow, call: Call): Promise<boolean> =>
  endGrant(call.store, grant.id, (inner) =>
    recordAccount(inner, call, 'account.app_disconnected', { userId: grant.userId, detail: { name: grant.appName } }),
  );

/** What is connected to the site is a matter of those who manage it. */
function permitManagers(_input: object, call: Call): void {
  call.keepPrivate();
  if (!call.caller.can('manage_options')) throw errors.rest_forbidden();
}

const appSchema = json.object({
  id: json.integer,
  client_id: json.string,
  name: json.string,
  source: json.words('registered', 'document', 'added'),
  redirect_uris: json.listOf(json.string),
  homepage: json.string,
  created: json.dateTime,
  last_connected: json.orNull(json.dateTime),
  connections: json.integer,
});

const mostApps = 200;
const mostConnections = 100;

/** Everything that is connected, for administrators. */
export function managedAppRoutes(isOn: boolean): Route[] {
  return [listApps(isOn), makeApp(), appRemoval(), listConnections(), endConnection()];
}

function listApps(isOn: boolean): Route {
  return route({
    method: 'GET',
    path: '/platen/v1/apps',
    summary: 'List the apps that were added, or that somebody gave access.',
    response: { schema: json.object({ enabled: json.boolean, items: json.listOf(appSchema) }) },
    permit: permitManagers,
    handle: async (_input, { store }) => {
      const rows = store.table(appsTable);
      const page = { limit: mostApps, offset: 0 };
      const order = { by: 'id', direction: 'desc' } as const;
      const [used, added] = await Promise.all([
        rows.find({ usedAt: { from: 1 } }, order, page),
        rows.find({ source: 'added', usedAt: 0 }, order, page),
      ]);
      const apps = [...added, ...used];
      const grants = apps.length > 0 ? await grantsOf(store, apps) : [];
      const count = ({ clientId }: AppRow) => grants.filter((one) => one.clientId === clientId).length;
      return reply({ enabled: isOn, items: apps.map((app) => shownApp(app, count(app))) });
    },
    shareable: false,
  });
}

const grantsOf = (store: Store, apps: readonly AppRow[]): Promise<GrantRow[]> =>
  store.table(grantsTable).find({ clientId: { in: apps.map(({ clientId }) => clientId) } });

const shownApp = (app: AppRow, connections: number) => ({
  id: app.id,
  client_id: app.clientId,
  name: appName(app),
  source: app.source,
  redirect_uris: app.redirects,
  homepage: app.homepage,
  created: momentOf(app.createdAt),
  last_connected: app.usedAt > 0 ? momentOf(app.usedAt) : null,
  connections,
});

function makeApp(): Route {
  return route({
    method: 'POST',
    path: '/platen/v1/apps',
    summary: 'Add an app, such as a front end that its readers log in to.',
    args: {
      name: s.string({ required: true, description: 'What people are told that it is called.', maxLength: 1_000 }),
      redirect_uris: s.array(s.string(), { required: true, description: 'The addresses that codes may be sent to.' }),
    },
    response: { status: 201, schema: appSchema },
    permit: permitManagers,
    handle: async ({ name, redirect_uris }, call) => {
      requireWhole(call);
      const sent = metadataIn({ client_name: name, redirect_uris });
      const app = await call.store.transaction(async (store) => {
        const added = await addApp(store, { ...sent, source: 'added' }, call.now);
        await recordApp(store, call, 'settings.app_added', added);
        return added;
      });
      return reply(shownApp(app, 0), { status: 201 });
    },
  });
}

function recordApp(store: Store, call: Call, event: `settings.${string}`, app: AppRow): Promise<void> {
  const { caller, now, request } = call;
  const detail = { name: appName(app) };
  return recordAudit(store, { event, nowMs: now, userId: caller.userId, address: request.remoteAddress, detail });
}

function appRemoval(): Route {
  return route({
    method: 'DELETE',
    path: '/platen/v1/apps/{id:int}',
    summary: 'Remove an app, and end all access that it has.',
    response: { schema: json.object({ deleted: json.words(true), count: json.integer }) },
    permit: permitManagers,
    handle: async ({ id }, call) => {
      requireWhole(call);
      const [app] = await call.store.table(appsTable).find({ id });
      if (!app) throw connectedAppErrors.platen_app_not_found();
      const count = await removeApp(call.store, app, (inner) => recordApp(inner, call, 'settings.app_removed', app));
      return reply({ deleted: true, count });
    },
  });
}

const listedSchema = json.object({
  items: json.listOf(json.object({ ...connectionMembers, user: json.integer, user_name: json.string })),
  next: json.orNull(json.integer),
});

function listConnections(): Route {
  return route({
    method: 'GET',
    path: '/platen/v1/apps/connections',
    summary: 'List the access that apps have to accounts, the newest first.',
    args: {
      cursor: s.integer({ description: 'Go on after this one: `next` of the page before.', minimum: 1 }),
      per_page: s.integer({ description: 'How many at a time.', default: 50, minimum: 1, maximum: mostConnections }),
    },
    response: { schema: listedSchema },
    permit: permitManagers,
    handle: async ({ cursor, per_page: size }, { store, now }) => {
      const before = cursor === undefined ? {} : { id: { below: cursor } };
      const page = { limit: size + 1, offset: 0 };
      const rows = await listGrants(store, before, now, page);
      const shown = rows.slice(0, size);
      const users = new Map(
        (await store.users.byIds([...new Set(shown.map(({ userId }) => userId))])).map((one) => [one.id, one]),
      );
      const items = shown.flatMap((row) => {
        const user = users.get(row.userId);
        if (!user || passwordMark(user) !== row.passwordMark) return [];
        return [{ ...shownGrant(row), user: user.id, user_name: user.displayName || user.login }];
      });
      return reply({ items, next: rows.length > size ? (shown.at(-1)?.id ?? null) : null });
    },
    shareable: false,
  });
}

function endConnection(): Route {
  return route({
    method: 'DELETE',
    path: '/platen/v1/apps/connections/{connection:number}',
    summary: 'End the access that an app has to an account.',
    response: { schema: json.object({ deleted: json.words(true) }) },
    permit: permitManagers,
    handle: async ({ connection }, call) => {
      requireWhole(call);
      const [grant] = await call.store.table(grantsTable).find({ id: connection });
      if (!grant || !(await endRecorded(grant, call))) throw connectedAppErrors.platen_connection_not_found();
      return reply({ deleted: true });
    },
  });
}
