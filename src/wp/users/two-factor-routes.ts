import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { type Route, route } from '../../api/routing/route.ts';
import type { Identity } from '../../auth/identity.ts';
import { otpauthUri } from '../../auth/totp.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  switchOnWithPasskeys,
  twoFactorState,
} from '../../auth/two-factor.ts';
import { defineErrors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { confirmOwner, ownerOf, permitOwner, permitSelf, recordAccount, requireWhole } from './account-owner.ts';
import { momentOf } from './session-routes.ts';

const path = '/platen/v1/users/{user_id:account}/two-factor';

export const twoFactorErrors = defineErrors({
  platen_two_factor_on: { status: 409, message: () => 'Two-factor log-in is on already. Switch it off first.' },
  platen_two_factor_off: { status: 409, message: () => 'Two-factor log-in is off.' },
  platen_two_factor_no_passkey: {
    status: 409,
    message: () => 'Two-factor log-in is on already, or the account has no passkey. Add one first.',
  },
  platen_two_factor_wrong_code: {
    status: 400,
    message: () => 'This code does not fit the key. Enter the one that your app shows now.',
  },
});

const stateMembers = {
  enabled: json.boolean,
  enabled_on: json.orNull(json.dateTime),
  recovery_codes_left: json.integer,
  methods: json.listOf(json.words('app', 'passkey')),
};
const stateSchema = json.object(stateMembers);
const codesSchema = json.object({ ...stateMembers, codes: json.listOf(json.string) });

const password = s.string({ description: 'Password of the caller; an account without one needs a fresh log-in.' });

/** Two-factor log-in: everybody's own affair, except that whoever may edit a user can switch it off for the user. */
export function twoFactorRoutes({ confirmPassword, roles }: Pick<Identity, 'confirmPassword' | 'roles'>): Route[] {
  const permit = permitOwner({ roles });
  const confirm = confirmOwner({ confirmPassword });
  return [
    route({
      method: 'GET',
      path,
      summary: 'Show whether a user logs in with two factors.',
      response: { schema: stateSchema },
      permit,
      handle: async (input, call) => reply(await shown((await ownerOf(input, call)).id, call)),
      shareable: false,
    }),
    route({
      method: 'POST',
      path: `${path}/key`,
      summary: 'Make a key for an authenticator app. It counts from its first code on.',
      args: { password },
      response: { schema: json.object({ key: json.string, uri: json.string }), status: 201 },
      permit: permitSelf,
      handle: async (input, call) => {
        const user = await confirm(input, call);
        const key = await beginTwoFactor(call.store, user.id, call.now);
        if (key === null) throw twoFactorErrors.platen_two_factor_on();
        const issuer = call.site.title || new URL(call.site.url).host;
        return reply({ key, uri: otpauthUri({ key, issuer, account: user.login }) }, { status: 201 });
      },
    }),
    route({
      method: 'POST',
      path,
      summary: 'Switch two-factor log-in on, with the first code of the key. Shows the recovery codes this once.',
      response: { schema: codesSchema },
      args: { code: s.string({ description: 'The code that the app shows.', required: true }) },
      permit: permitSelf,
      handle: async (input, call) => {
        requireWhole(call);
        const { id } = await ownerOf(input, call);
        const codes = await call.store.transaction(async (store) => {
          const made = await confirmTwoFactor(store, id, input.code, call.now);
          if (made) await recordAccount(store, call, 'account.two_factor_on', { userId: id });
          return made;
        });
        if (codes === null) throw twoFactorErrors.platen_two_factor_wrong_code();
        return reply({ ...(await shown(id, call)), codes });
      },
    }),
    route({
      method: 'POST',
      path: `${path}/passkeys`,
      summary: 'Switch two-factor log-in on with the passkeys of the caller. Shows the recovery codes this once.',
      args: { password },
      response: { schema: codesSchema },
      permit: permitSelf,
      handle: async (input, call) => {
        requireWhole(call);
        const { id } = await confirm(input, call);
        const codes = await call.store.transaction(async (store) => {
          const made = await switchOnWithPasskeys(store, id, call.now);
          if (made)
            await recordAccount(store, call, 'account.two_factor_on', { userId: id, detail: { with: 'passkey' } });
          return made;
        });
        if (codes === null) throw twoFactorErrors.platen_two_factor_no_passkey();
        return reply({ ...(await shown(id, call)), codes });
      },
    }),
    route({
      method: 'POST',
      path: `${path}/recovery-codes`,
      summary: 'Make new recovery codes; the old ones are void. They are shown this once.',
      args: { password },
      response: { schema: codesSchema },
      permit: permitSelf,
      handle: async (input, call) => {
        const { id } = await confirm(input, call);
        const codes = await call.store.transaction(async (store) => {
          const made = await renewRecoveryCodes(store, id);
          if (made) await recordAccount(store, call, 'account.recovery_codes', { userId: id });
          return made;
        });
        if (codes === null) throw twoFactorErrors.platen_two_factor_off();
        return reply({ ...(await shown(id, call)), codes });
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: 'Switch two-factor log-in off. For oneself it takes the password.',
      response: { schema: stateSchema },
      args: {
        password: s.string({ description: 'Password of the caller, needed to switch off their own second factor.' }),
      },
      permit,
      handle: async (input, call) => {
        requireWhole(call);
        const user = await ownerOf(input, call);
        if (user.id === call.caller.userId) await confirm(input, call);
        await call.store.transaction(async (store) => {
          if (await removeTwoFactor(store, user.id))
            await recordAccount(store, call, 'account.two_factor_off', { userId: user.id });
        });
        return reply(await shown(user.id, call));
      },
    }),
  ];
}

async function shown(userId: number, { store }: Call) {
  const { enabledAt, recoveryCodes, methods } = await twoFactorState(store, userId);
  const enabledOn = enabledAt === null ? null : momentOf(enabledAt);
  return { enabled: enabledAt !== null, enabled_on: enabledOn, recovery_codes_left: recoveryCodes, methods };
}
