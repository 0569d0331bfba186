import { reply } from '../../../api/reply.ts';
import type { Namespace } from '../../../api/routing/registry.ts';
import { anyone, route } from '../../../api/routing/route.ts';
import type { Identity } from '../../../auth/identity.ts';
import { type JwtRules, jwtErrors, makeJwt } from '../../../auth/oauth/jwt-tokens.ts';
import { hasTwoFactor } from '../../../auth/two-factor.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';

const longestPassword = 4_096;

const tokenSchema = json.object({
  token: json.string,
  user_email: json.string,
  user_nicename: json.string,
  user_display_name: json.string,
});

/** `jwt-auth/v1`: a signed token for a password, as the common plugin has it. */
export function jwtNamespace(identity: Pick<Identity, 'accountOf'>, rules: JwtRules): Namespace {
  return {
    name: 'jwt-auth/v1',
    routes: [
      route({
        method: 'POST',
        path: '/jwt-auth/v1/token',
        summary: 'Log in with name and password, for a signed token.',
        args: {
          username: s.string({ description: 'User name or e-mail address.' }),
          password: s.string({ description: 'The password of the account.' }),
        },
        response: { schema: tokenSchema },
        budget: { bytes: 16_384 },
        permit: anyone,
        identified: false,
        handle: async ({ username = '', password = '' }, { store, site, request, now }) => {
          if (username.trim() === '') throw jwtErrors['[jwt_auth] empty_username']();
          if (password === '') throw jwtErrors['[jwt_auth] empty_password']();
          const address = request.remoteAddress;
          const sent = { login: username, password: password.slice(0, longestPassword + 1) };
          const user = await identity.accountOf(sent, address, store);
          if (!user) throw jwtErrors['[jwt_auth] incorrect_password']();
          if (await hasTwoFactor(store, user.id)) throw jwtErrors['[jwt_auth] two_factor_required']();
          return reply({
            token: await makeJwt({ ...rules, clock: () => now }, store, { user, site, address }),
            user_email: user.email,
            user_nicename: user.slug,
            user_display_name: user.displayName,
          });
        },
      }),
      route({
        method: 'POST',
        path: '/jwt-auth/v1/token/validate',
        summary: 'Say whether the token of the request is valid.',
        response: {
          schema: json.object({
            code: json.words('jwt_auth_valid_token'),
            data: json.object({ status: json.words(200) }),
          }),
        },
        permit: anyone,
        scope: 'any',
        handle: (_input, { caller, request }) => {
          const isToken = /^bearer /i.test(request.headers['authorization'] ?? '');
          if (caller.userId === 0 || !isToken) throw jwtErrors.jwt_auth_no_auth_header();
          return reply({ code: 'jwt_auth_valid_token', data: { status: 200 } });
        },
      }),
    ],
  };
}
