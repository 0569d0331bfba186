import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { type Route, route } from '../../api/routing/route.ts';
import type { Identity } from '../../auth/identity.ts';
import {
  addPasskey,
  canHavePasskeys,
  creationOptions,
  listPasskeys,
  mostPasskeys,
  type PasskeyRow,
  passkeyById,
  removePasskey,
  renamePasskey,
  verifyNewPasskey,
} from '../../auth/passkeys.ts';
import { lacksPasskey } from '../../auth/two-factor.ts';
import { defineErrors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { plainText } from '../../text/plain-text.ts';
import { confirmOwner, ownerOf, permitOwner, permitSelf, recordAccount, requireWhole } from './account-owner.ts';
import { momentOf } from './session-routes.ts';

const path = '/platen/v1/users/{user_id:account}/passkeys';

export const passkeyErrors = defineErrors({
  platen_passkey_not_found: { status: 404, message: () => 'The user has no passkey with this id.' },
  platen_passkey_invalid: {
    status: 400,
    message: () => 'This answer of the browser does not fit, or came too late. Try again.',
  },
  platen_passkeys_full: {
    status: 409,
    message: () => `An account has at most ${mostPasskeys} passkeys, and each once. Remove one first.`,
  },
  platen_passkeys_unavailable: {
    status: 409,
    message: () => 'Browsers allow passkeys only at a host name with HTTPS, or at localhost. Set the URL of the site.',
  },
  platen_passkey_needed: {
    status: 409,
    message: () => 'It is the last second factor of the account. Switch two-factor log-in off first.',
  },
});

const schema = json.object({
  id: json.integer,
  name: json.string,
  created: json.dateTime,
  last_used: json.orNull(json.dateTime),
  synced: json.boolean,
});
const shareable = false;

const name = {
  description: 'Name of the passkey, such as the device it is on.',
  check: (text: string) =>
    plainText(text) === '' || text.length > 100 ? 'name must not be blank, and has at most 100 characters.' : null,
};

/** Passkeys: everybody's own affair, except that whoever may edit a user sees and removes them. */
export function passkeyRoutes(identity: Pick<Identity, 'confirmPassword' | 'roles'>): Route[] {
  const permit = permitOwner(identity);
  const confirm = confirmOwner(identity);
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the passkeys of a user.',
      response: { schema: json.object({ available: json.boolean, passkeys: json.listOf(schema) }) },
      permit,
      handle: async (input, call) => {
        const rows = await listPasskeys(call.store, (await ownerOf(input, call)).id);
        return reply({ available: canHavePasskeys(call.site), passkeys: rows.map(shown) });
      },
      shareable,
    }),
    route({
      method: 'POST',
      path: `${path}/options`,
      summary: 'Show what a browser needs to make a passkey.',
      response: { schema: json.object({ options: true }) },
      args: { password: s.string({ description: 'Password of the caller; not needed right after a log-in without.' }) },
      permit: permitSelf,
      handle: async (input, call) => {
        const user = await confirm(input, call);
        if (!canHavePasskeys(call.site)) throw passkeyErrors.platen_passkeys_unavailable();
        const { id: userId, login, displayName } = user;
        const asked = { party: call.site, purpose: `add:${userId}` as const, name: login, displayName, userId };
        return reply({ options: await creationOptions(call.store, { ...asked, nowMs: call.now }) });
      },
    }),
    route({
      method: 'POST',
      path,
      summary: 'Add a passkey, with what the browser answered to the options.',
      response: { schema, status: 201 },
      args: {
        name: s.string({ ...name, required: true }),
        response: s.string({ description: 'The answer of the browser as JSON.', required: true }),
      },
      permit: permitSelf,
      handle: async (input, call) => {
        requireWhole(call);
        const { id: userId } = await ownerOf(input, call);
        const expected = { party: call.site, purpose: `add:${userId}` as const, nowMs: call.now };
        const passkey = await verifyNewPasskey(call.store, input.response, expected);
        if (!passkey) throw passkeyErrors.platen_passkey_invalid();
        const row = await call.store.transaction(async (store) => {
          const added = await addPasskey(store, { userId, name: plainText(input.name), passkey, nowMs: call.now });
          if (!added) throw passkeyErrors.platen_passkeys_full();
          await recordAccount(store, call, 'account.passkey_added', { userId, detail: { name: added.name } });
          return added;
        });
        return reply(shown(row), { status: 201 });
      },
    }),
    route({
      method: 'POST',
      path: `${path}/{passkey:number}`,
      summary: 'Rename a passkey.',
      response: { schema },
      args: { name: s.string({ ...name, required: true }) },
      permit: permitSelf,
      handle: async (input, call) => {
        const row = await existing(input, call);
        await renamePasskey(call.store, row.userId, row.id, plainText(input.name));
        return reply(shown(await existing(input, call)));
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/{passkey:number}`,
      summary: 'Remove a passkey.',
      response: { schema: json.object({ deleted: json.words(true), previous: schema }) },
      permit,
      handle: async (input, call) => {
        requireWhole(call);
        const row = await existing(input, call);
        const { userId, id } = row;
        await call.store.transaction(async (store) => {
          if (!(await removePasskey(store, userId, id))) throw passkeyErrors.platen_passkey_not_found();
          if (await lacksPasskey(store, userId)) throw passkeyErrors.platen_passkey_needed();
          await recordAccount(store, call, 'account.passkey_removed', { userId, detail: { name: row.name } });
        });
        return reply({ deleted: true, previous: shown(row) });
      },
    }),
  ];
}

async function existing(
  input: { readonly user_id?: string; readonly passkey: number },
  call: Call,
): Promise<PasskeyRow> {
  const row = await passkeyById(call.store, (await ownerOf(input, call)).id, input.passkey);
  if (!row) throw passkeyErrors.platen_passkey_not_found();
  return row;
}

const shown = ({ id, name: called, createdAt, lastUsedAt, backedUp }: PasskeyRow) => ({
  id,
  name: called,
  created: momentOf(createdAt),
  last_used: lastUsedAt > 0 ? momentOf(lastUsedAt) : null,
  synced: backedUp === 1,
});
