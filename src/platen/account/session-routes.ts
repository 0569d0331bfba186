import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { presentList } from '../../api/resource/present.ts';
import { type Route, route } from '../../api/routing/route.ts';
import type { Identity } from '../../auth/identity.ts';
import { endSessionOf, endSessionsOf, listSessions } from '../../auth/sessions.ts';
import { defineErrors } from '../../errors.ts';
import { json } from '../../schema/json-schema.ts';
import { recordAccount } from '../../wp/users/record-account.ts';
import { ownerOf, permitOwner } from './account-owner.ts';
import { sessionResource } from './session-resource.ts';

const collection = '/platen/v1/users/{user_id:account}/sessions';

export const sessionErrors = defineErrors({
  platen_session_not_found: { status: 404, message: () => 'The user has no session with this id.' },
});

/** The browsers in which a user is logged in: for the user, and for whoever may edit the user. */
export function sessionRoutes({ browser }: Pick<Identity, 'browser'>): Route[] {
  const currentId = (call: Call) => browser.sessionIdOf(call.request, call.store);
  return [
    route({
      method: 'GET',
      path: collection,
      summary: 'List the browser sessions of a user.',
      permit: permitOwner,
      handle: async (input, call) => {
        const [rows, current] = await Promise.all([
          listSessions(call.store, await ownerOf(input, call), call.now),
          currentId(call),
        ]);
        const shown = rows.map((row) => ({ row, isCurrent: row.id === current }));
        return reply(await presentList(sessionResource, shown, call, 'view'));
      },
      shows: sessionResource,
      shareable: false,
    }),
    route({
      method: 'DELETE',
      path: collection,
      summary: 'End all browser sessions of a user, but not the one that the request was sent with.',
      answers: { schema: json.object({ deleted: json.words(true), count: json.integer }) },
      permit: permitOwner,
      handle: async (input, call) => {
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
      answers: { schema: json.object({ deleted: json.words(true) }) },
      permit: permitOwner,
      handle: async (input, call) => {
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
