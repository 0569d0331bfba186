import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { anyone, type Route, route } from '../../../api/routing/route.ts';
import { metadataIn, registerApp } from '../../../auth/oauth/apps.ts';
import { agentScopes } from '../../../auth/oauth/bearer-tokens.ts';
import { isSafeIssuer, type OAuthServer, refuseUnsafe, resourcesOf } from '../../../auth/oauth/oauth-server.ts';
import { errors } from '../../../lib/errors.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import { scopes } from '../../../rules/scopes.ts';
import { oauthRefusal } from './oauth-replies.ts';
import { deviceGrant, oauthPaths } from './token-routes.ts';

const serverSchema = json.object(
  {
    issuer: json.string,
    authorization_endpoint: json.string,
    token_endpoint: json.string,
    registration_endpoint: json.string,
    device_authorization_endpoint: json.string,
    revocation_endpoint: json.string,
    introspection_endpoint: json.string,
    scopes_supported: json.listOf(json.string),
    response_types_supported: json.listOf(json.string),
    response_modes_supported: json.listOf(json.string),
    grant_types_supported: json.listOf(json.string),
    code_challenge_methods_supported: json.listOf(json.string),
    token_endpoint_auth_methods_supported: json.listOf(json.string),
    revocation_endpoint_auth_methods_supported: json.listOf(json.string),
    introspection_endpoint_auth_methods_supported: json.listOf(json.string),
    authorization_response_iss_parameter_supported: json.boolean,
    client_id_metadata_document_supported: json.boolean,
  },
  ['registration_endpoint'],
);

/** The addresses under which clients find out how to get tokens, and the paths within the interface that answer. */
export function wellKnownPaths(basePath: string): ReadonlyMap<string, string> {
  const bases = [...new Set(['', basePath.replace(/\/+$/, '')])];
  const start = '/.well-known/oauth';
  return new Map(
    bases.flatMap((base): [string, string][] => [
      [`${start}-authorization-server${base}`, oauthPaths.metadata],
      [`${start}-protected-resource${base}`, oauthPaths.resource],
      [`${start}-protected-resource${base}/wp-json`, oauthPaths.resource],
      [`${start}-protected-resource${base}/mcp`, `${oauthPaths.resource}/mcp`],
    ]),
  );
}

/** What clients read before they ask for anything. */
export function discoveryRoutes(server: OAuthServer, hasAgents: boolean): Route[] {
  return [
    route({
      method: 'GET',
      path: oauthPaths.metadata,
      summary: 'Describe the authorization server (RFC 8414).',
      response: { schema: serverSchema },
      permit: anyone,
      identified: false,
      handle: (_input, { site }) => {
        if (!isSafeIssuer(site)) throw errors.rest_no_route();
        const at = (path: string) => site.apiUrl + path;
        return reply({
          issuer: site.serverUrl,
          authorization_endpoint: `${site.serverUrl}/oauth/authorize`,
          token_endpoint: at(oauthPaths.token),
          ...(server.rules.registration ? { registration_endpoint: at(oauthPaths.register) } : {}),
          device_authorization_endpoint: at(oauthPaths.device),
          revocation_endpoint: at(oauthPaths.revoke),
          introspection_endpoint: at(oauthPaths.introspect),
          scopes_supported: scopes,
          response_types_supported: ['code'],
          response_modes_supported: ['query'],
          grant_types_supported: ['authorization_code', 'refresh_token', deviceGrant],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
          revocation_endpoint_auth_methods_supported: ['none'],
          introspection_endpoint_auth_methods_supported: ['Bearer'],
          authorization_response_iss_parameter_supported: true,
          client_id_metadata_document_supported: true,
        });
      },
    }),
    resourceRoute(oauthPaths.resource, ({ site }) => ({ resource: resourcesOf(site).rest, scopes })),
    ...(hasAgents
      ? [
          resourceRoute(`${oauthPaths.resource}/mcp`, ({ site }) => ({
            resource: resourcesOf(site).mcp,
            scopes: agentScopes,
          })),
        ]
      : []),
    ...(server.rules.registration ? [registerRoute(server)] : []),
  ];
}

const resourceSchema = json.object({
  resource: json.string,
  authorization_servers: json.listOf(json.string),
  scopes_supported: json.listOf(json.string),
  bearer_methods_supported: json.listOf(json.string),
  resource_name: json.string,
});

function resourceRoute(
  path: typeof oauthPaths.resource | `${typeof oauthPaths.resource}/mcp`,
  described: (call: Call) => { readonly resource: string; readonly scopes: readonly string[] },
): Route {
  return route({
    method: 'GET',
    path,
    summary: 'Describe an address that takes tokens (RFC 9728).',
    response: { schema: resourceSchema },
    permit: anyone,
    identified: false,
    handle: (_input, call) => {
      const { site } = call;
      if (!isSafeIssuer(site)) throw errors.rest_no_route();
      const { resource, scopes: supported } = described(call);
      return reply({
        resource,
        authorization_servers: [site.serverUrl],
        scopes_supported: supported,
        bearer_methods_supported: ['header'],
        resource_name: site.title,
      });
    },
  });
}

const registeredSchema = json.object(
  {
    client_id: json.string,
    client_id_issued_at: json.integer,
    client_name: json.string,
    client_uri: json.string,
    redirect_uris: json.listOf(json.string),
    grant_types: json.listOf(json.string),
    response_types: json.listOf(json.string),
    token_endpoint_auth_method: json.words('none'),
  },
  ['client_name', 'client_uri'],
);

const texts = (description: string) => s.array(s.string(), { description });

function registerRoute(server: OAuthServer): Route {
  return route({
    method: 'POST',
    path: oauthPaths.register,
    summary: 'Register an app (RFC 7591). It gets an id and no secret.',
    args: {
      redirect_uris: texts('The addresses that codes may be sent to.'),
      client_name: s.string({ description: 'What people are told that it is called.', maxLength: 1_000 }),
      client_uri: s.string({ description: 'Its home page.', maxLength: 1_000 }),
      grant_types: texts('How it wants to get tokens.'),
    },
    response: { status: 201, schema: registeredSchema },
    budget: { bytes: 16_384, fields: 50, members: 100, values: 200, levels: 5 },
    permit: anyone,
    identified: false,
    refusal: (refused) => {
      const told = oauthRefusal(refused);
      const { error, error_description } = told.body;
      return error === 'invalid_request'
        ? { ...told, body: { error: 'invalid_client_metadata', error_description } }
        : told;
    },
    handle: async (input, { store, site, request }) => {
      refuseUnsafe(site);
      const app = await registerApp(server, store, metadataIn(input), request.remoteAddress);
      const hasBrowser = app.redirects.length > 0;
      return reply(
        {
          client_id: app.clientId,
          client_id_issued_at: app.createdAt,
          ...(app.name ? { client_name: app.name } : {}),
          ...(app.homepage ? { client_uri: app.homepage } : {}),
          redirect_uris: app.redirects,
          grant_types: [...(hasBrowser ? ['authorization_code'] : []), 'refresh_token', deviceGrant],
          response_types: hasBrowser ? ['code'] : [],
          token_endpoint_auth_method: 'none',
        },
        { status: 201 },
      );
    },
  });
}
