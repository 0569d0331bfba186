import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import { presentList } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import { type Route, route } from '../../api/routing/route.ts';
import type { Identity } from '../../auth/identity.ts';
import { endSessionOf, endSessionsOf, listSessions, type SessionRow } from '../../auth/sessions.ts';
import { defineErrors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { ownerOf, permitOwner, recordAccount, requireWhole } from './account-owner.ts';

const collection = '/platen/v1/users/{user_id:account}/sessions';

export const sessionErrors = defineErrors({
  platen_session_not_found: { status: 404, message: () => 'The user has no session with this id.' },
});

/** The browsers in which a user is logged in: for the user, and for whoever may edit the user. */
export function sessionRoutes({ browser, roles }: Pick<Identity, 'browser' | 'roles'>): Route[] {
  const permit = permitOwner({ roles });
  const currentId = (call: Call) => browser.sessionIdOf(call.request, call.store);
  return [
    route({
      method: 'GET',
      path: collection,
      summary: 'List the browser sessions of a user.',
      permit,
      handle: async (input, call) => {
        const [rows, current] = await Promise.all([
          listSessions(call.store, await ownerOf(input, call), call.now),
          currentId(call),
        ]);
        const shown = rows.map((row) => ({ row, isCurrent: row.id === current }));
        return reply(await presentList(sessionResource, shown, call, 'view'));
      },
      resource: sessionResource,
      shareable: false,
    }),
    route({
      method: 'DELETE',
      path: collection,
      summary: 'End all browser sessions of a user, but not the one that the request was sent with.',
      response: { schema: json.object({ deleted: json.words(true), count: json.integer }) },
      permit,
      handle: async (input, call) => {
        requireWhole(call);
        const { id } = await ownerOf(input, call);
        const current = id === call.caller.userId ? await currentId(call) : null;
        const count = await call.store.transaction(async (store) => {
          const ended = await endSessionsOf(store, id, current);
          await recordAccount(store, call, 'account.sessions_ended', { userId: id, detail: { count: ended } });
          return ended;
        });
        return reply({ deleted: true, count });
      },
    }),
    route({
      method: 'DELETE',
      path: `${collection}/{session:number}`,
      summary: 'End a browser session of a user.',
      response: { schema: json.object({ deleted: json.words(true) }) },
      permit,
      handle: async (input, call) => {
        requireWhole(call);
        const { id } = await ownerOf(input, call);
        await call.store.transaction(async (store) => {
          if (!(await endSessionOf(store, id, input.session))) throw sessionErrors.platen_session_not_found();
          await recordAccount(store, call, 'account.session_ended', { userId: id });
        });
        return reply({ deleted: true });
      },
    }),
  ];
}

export interface ShownSession {
  readonly row: SessionRow;
  readonly isCurrent: boolean;
}

const field = fieldsOf<ShownSession>();
const contexts = ['view', 'edit', 'embed'] as const;
const readonly = true;

export const sessionResource = defineResource({
  title: 'session',
  fields: {
    id: field({
      schema: s.integer({ description: 'Id of the session.' }),
      contexts,
      readonly,
      read: ({ row }) => row.id,
    }),
    current: field({
      schema: s.boolean({ description: 'Whether the request was sent with it.' }),
      contexts,
      readonly,
      read: ({ isCurrent }) => isCurrent,
    }),
    created: field({
      schema: s.string({ format: 'date-time', description: 'When it began, in GMT.' }),
      contexts,
      readonly,
      read: ({ row }) => momentOf(row.createdAt),
    }),
    last_seen: field({
      schema: s.string({ format: 'date-time', description: 'When it was last used, in GMT, to about five minutes.' }),
      contexts,
      readonly,
      read: ({ row }) => momentOf(row.lastSeenAt ?? row.createdAt),
    }),
    expires: field({
      schema: s.string({ format: 'date-time', description: 'When it ends by itself, in GMT.' }),
      contexts,
      readonly,
      read: ({ row }) => momentOf(row.expiresAt),
    }),
    address: field({
      schema: s.string({ description: 'The address it was last used from.' }),
      contexts,
      readonly,
      read: ({ row }) => row.address,
    }),
    user_agent: field({
      schema: s.string({ description: 'User agent of the browser that logged in.' }),
      contexts,
      readonly,
      read: ({ row }) => row.userAgent,
    }),
  },
  links: [],
  load: (sessions: readonly ShownSession[]) => sessions,
});

/** Seconds since the epoch, as dates are written. */
export const momentOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);
