import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { anyone, type Route, route } from '../../../api/routing/route.ts';
import { appName, appNamed, findApp } from '../../../auth/oauth/apps.ts';
import { exchangeCode } from '../../../auth/oauth/codes.ts';
import { exchangeDevice, startDevice } from '../../../auth/oauth/device-codes.ts';
import {
  endGrant,
  findToken,
  isStanding,
  refreshTokens,
  scopesOf,
  type TokenAnswer,
} from '../../../auth/oauth/grants.ts';
import { oauthErrors, waitFor } from '../../../auth/oauth/oauth-errors.ts';
import { type OAuthServer, refuseUnsafe, resourceIn, scopesAsked } from '../../../auth/oauth/oauth-server.ts';
import { type TokenRow, tokensTable } from '../../../auth/oauth/oauth-tables.ts';
import { recordAudit } from '../../../background/audit-log.ts';
import { ApiError, errors } from '../../../lib/errors.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import { networkOf } from '../../../limits/network-of.ts';
import { scopes } from '../../../rules/scopes.ts';
import { needed, oauthRefusal, refuseInAddress } from './oauth-replies.ts';

export const oauthPaths = {
  token: '/platen/v1/oauth/token',
  device: '/platen/v1/oauth/device',
  revoke: '/platen/v1/oauth/revoke',
  introspect: '/platen/v1/oauth/introspect',
  register: '/platen/v1/oauth/register',
  metadata: '/platen/v1/oauth/metadata',
  resource: '/platen/v1/oauth/resource',
} as const;

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

const budget = { bytes: 16_384, fields: 50, members: 100, values: 200, levels: 5 };
const text = (description: string) => s.string({ description, maxLength: 4_000 });

const tokenSchema = json.object({
  access_token: json.string,
  token_type: json.words('Bearer'),
  expires_in: json.integer,
  refresh_token: json.string,
  scope: json.string,
});

/** Where apps get tokens, give them back and ask about them. */
export function tokenRoutes(server: OAuthServer): Route[] {
  return [tokenRoute(server), deviceRoute(server), revokeRoute(), introspectRoute(server)];
}

function tokenRoute(server: OAuthServer): Route {
  return route({
    method: 'POST',
    path: oauthPaths.token,
    summary: 'Exchange a code or a refresh token for tokens (OAuth 2.1).',
    args: {
      grant_type: text('authorization_code, refresh_token or the one of devices.'),
      client_id: text('The app.'),
      code: text('The code that the browser brought.'),
      code_verifier: text('The secret whose digest the code was asked for with.'),
      redirect_uri: text('Where the code was sent; may be left out.'),
      refresh_token: text('The refresh token.'),
      device_code: text('The code of the device.'),
      scope: text('Fewer scopes than were given, with spaces between them.'),
      resource: text('The address that the tokens are for.'),
    },
    response: { schema: tokenSchema },
    budget,
    permit: anyone,
    identified: false,
    refusal: oauthRefusal,
    handle: async (input, call) => {
      refuseInAddress(call.request, ['code', 'code_verifier', 'refresh_token', 'device_code']);
      return reply(await counted(server, call, () => exchange(server, input, call)));
    },
  });
}

type Sent = Readonly<Record<string, string | undefined>>;

function exchange(server: OAuthServer, sent: Sent, call: Call): Promise<TokenAnswer> {
  const { store, request, site } = call;
  const address = request.remoteAddress;
  const clientId = needed(sent['client_id'], 'client_id');
  const resource = sent['resource'] ? resourceIn(sent['resource'], site) : undefined;
  switch (needed(sent['grant_type'], 'grant_type')) {
    case 'authorization_code': {
      const [code, verifier] = [needed(sent['code'], 'code'), needed(sent['code_verifier'], 'code_verifier')];
      return exchangeCode(server, store, {
        code,
        verifier,
        clientId,
        redirect: sent['redirect_uri'],
        resource,
        address,
      });
    }
    case 'refresh_token': {
      const wanted = sent['scope'] ? scopesAsked(sent['scope']) : undefined;
      const token = needed(sent['refresh_token'], 'refresh_token');
      return refreshTokens(server, store, { token, clientId, scopes: wanted, resource, address });
    }
    case deviceGrant:
      return exchangeDevice(server, store, { code: needed(sent['device_code'], 'device_code'), clientId, address });
    default:
      throw oauthErrors.unsupported_grant_type({
        why: `Accepted are authorization_code, refresh_token and ${deviceGrant}.`,
      });
  }
}

const guesses: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_client']);

/** Wrong codes and tokens of a network are counted, and make it wait. */
async function counted<T>({ limits }: OAuthServer, { request }: Call, work: () => Promise<T>): Promise<T> {
  const network = networkOf(request.remoteAddress);
  const seconds = await limits.failures.wait(network);
  if (seconds > 0) throw waitFor(seconds);
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && guesses.has(error.code)) await limits.failures.consume(network);
    throw error;
  }
}

const deviceSchema = json.object({
  device_code: json.string,
  user_code: json.string,
  verification_uri: json.string,
  verification_uri_complete: json.string,
  expires_in: json.integer,
  interval: json.integer,
});

function deviceRoute(server: OAuthServer): Route {
  return route({
    method: 'POST',
    path: oauthPaths.device,
    summary: 'Begin a log-in of a program without a browser (RFC 8628).',
    args: {
      client_id: text('The app.'),
      scope: text('What it asks for, with spaces between the scopes.'),
      resource: text('The address that the tokens are for.'),
    },
    response: { schema: deviceSchema },
    budget,
    permit: anyone,
    identified: false,
    refusal: oauthRefusal,
    handle: async ({ client_id: clientId, scope, resource }, { store, site, request }) => {
      refuseUnsafe(site);
      const address = request.remoteAddress;
      const app = await appNamed(server, store, needed(clientId, 'client_id'), address);
      const asked = { app, scopes: scopesAsked(scope), resource: resourceIn(resource, site), address };
      const { deviceCode, userCode, expiresIn, interval } = await startDevice(server, store, asked);
      const page = `${site.serverUrl}/oauth/device`;
      return reply({
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?user_code=${userCode}`,
        expires_in: expiresIn,
        interval,
      });
    },
  });
}

const tokenArgs = {
  token: text('An access token or a refresh token.'),
  token_type_hint: text('access_token or refresh_token; not needed.'),
  client_id: text('The app.'),
};

function revokeRoute(): Route {
  return route({
    method: 'POST',
    path: oauthPaths.revoke,
    summary: 'Give a token back (RFC 7009): a refresh token with all access it led to, an access token alone.',
    args: tokenArgs,
    response: { schema: json.object({}) },
    budget,
    permit: anyone,
    identified: false,
    refusal: oauthRefusal,
    handle: async ({ token, client_id: clientId }, call) => {
      refuseInAddress(call.request, ['token']);
      const { store } = call;
      const row = await anyToken(call, needed(token, 'token'));
      if (!row) return reply({});
      if (clientId && clientId !== row.clientId)
        throw oauthErrors.invalid_client({ why: 'The token was given to another app.' });
      if (row.kind === 'access') await store.table(tokensTable).remove({ id: row.id });
      else await endGrant(store, row.grantId, (inner) => recordEnd(inner, row, call));
      return reply({});
    },
  });
}

async function recordEnd(store: Call['store'], row: TokenRow, { now, request }: Call): Promise<void> {
  const { userId } = row;
  const [user, app] = [await store.users.byId(userId), await findApp(store, row.clientId)];
  await recordAudit(store, {
    event: 'account.app_disconnected',
    nowMs: now,
    userId,
    objectId: userId,
    objectName: user?.login ?? '',
    address: request.remoteAddress,
    detail: { name: app ? appName(app) : '' },
  });
}

const anyToken = async ({ store }: Pick<Call, 'store'>, token: string): Promise<TokenRow | null> =>
  (await findToken(store, token, 'access')) ?? (await findToken(store, token, 'refresh'));

const introspectionSchema = json.anyOf(
  json.object({ active: json.words(false) }),
  json.object({
    active: json.words(true),
    scope: json.string,
    client_id: json.string,
    username: json.string,
    sub: json.string,
    aud: json.string,
    iss: json.string,
    exp: json.integer,
    iat: json.integer,
    token_type: json.words('Bearer', 'refresh_token'),
  }),
);

function introspectRoute({ clock }: OAuthServer): Route {
  return route({
    method: 'POST',
    path: oauthPaths.introspect,
    summary: 'Ask about a token (RFC 7662): of the own account, or of any for those who manage the site.',
    args: tokenArgs,
    response: { schema: introspectionSchema },
    budget,
    requiresLogin: true,
    scope: 'any',
    permit: (_input, { caller }) => {
      if (caller.userId === 0) throw errors.rest_not_logged_in();
    },
    refusal: oauthRefusal,
    handle: async ({ token }, call) => {
      refuseInAddress(call.request, ['token']);
      const { store, caller, site } = call;
      const row = await anyToken(call, needed(token, 'token'));
      const isKnown = row && (row.userId === caller.userId || caller.can('manage_options'));
      const user = isKnown && row.expiresAt > clock() / 1000 && row.usedAt === 0 ? await isStanding(store, row) : null;
      // Whoever may not know of a token is told that there is none.
      if (!row || !user) return reply({ active: false });
      return reply({
        active: true,
        scope: (scopesOf(row) ?? scopes).join(' '),
        client_id: row.clientId,
        username: user.login,
        sub: String(user.id),
        aud: row.resource,
        iss: site.serverUrl,
        exp: row.expiresAt,
        iat: row.createdAt,
        token_type: row.kind === 'refresh' ? 'refresh_token' : 'Bearer',
      });
    },
  });
}
