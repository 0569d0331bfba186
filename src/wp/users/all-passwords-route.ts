import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { type Route, route } from '../../api/routing/route.ts';
import { applicationPasswordsOf } from '../../auth/passwords/application-passwords.ts';
import { errors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { coversOwn } from '../../rules/capabilities.ts';
import { scopes } from '../../rules/scopes.ts';
import { momentOf } from './session-routes.ts';

const mostAccounts = 100;

const schema = json.object({
  items: json.listOf(
    json.object({
      uuid: json.string,
      user: json.integer,
      user_name: json.string,
      name: json.string,
      // Null for all rights of the account.
      scopes: json.orNull(json.listOf(json.words(...scopes))),
      created: json.dateTime,
      last_used: json.orNull(json.dateTime),
      last_ip: json.orNull(json.string),
      expires: json.orNull(json.dateTime),
    }),
  ),
  next: json.orNull(json.integer),
});

/** `platen/v1/application-passwords`: what programs log in with, of all accounts, for those who manage the site. */
export function allPasswordsRoute(): Route {
  return route({
    method: 'GET',
    path: '/platen/v1/application-passwords',
    summary: 'List the application passwords of all accounts, account by account.',
    args: {
      cursor: s.integer({ description: 'Go on after this one: `next` of the page before.', minimum: 1 }),
      per_page: s.integer({
        description: 'How many accounts at a time.',
        default: 50,
        minimum: 1,
        maximum: mostAccounts,
      }),
    },
    response: { schema },
    permit: permitManagers,
    handle: async ({ cursor = 0, per_page: size }, { store }) => {
      const { owners, next } = await applicationPasswordsOf(store, cursor, size);
      const users = new Map((await store.users.byIds(owners.map(({ userId }) => userId))).map((one) => [one.id, one]));
      const items = owners.flatMap(({ userId, passwords }) => {
        const user = users.get(userId);
        if (!user) return [];
        return passwords.map((one) => ({
          uuid: one.id,
          user: userId,
          user_name: user.displayName || user.login,
          name: one.name,
          scopes: one.scopes,
          created: momentOf(one.createdAt),
          last_used: one.lastUsedAt === null ? null : momentOf(one.lastUsedAt),
          last_ip: one.lastAddress,
          expires: one.expiresAt === null ? null : momentOf(one.expiresAt),
        }));
      });
      return reply({ items, next });
    },
    shareable: false,
  });
}

/** It names accounts, and where their programs are. */
function permitManagers(_input: object, call: Call): void {
  call.keepPrivate();
  const { caller } = call;
  if (!caller.can('manage_options') || !coversOwn(caller, 'users')) throw errors.rest_forbidden();
}
