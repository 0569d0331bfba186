import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import { presentBare, presentItem, presentList } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import { created, inCurrentForm, type Route, route, writing } from '../../api/routing/route.ts';
import {
  type ApplicationPassword,
  createApplicationPassword,
  listApplicationPasswords,
  lockApplicationPasswords,
  renameApplicationPassword,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from '../../auth/passwords/application-passwords.ts';
import { defineErrors, errors } from '../../lib/errors.ts';
import { isUuid } from '../../lib/schema/formats.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { Refusal, s } from '../../lib/schema/schema.ts';
import { canEditUser } from '../../rules/capabilities.ts';
import { plainText } from '../../text/plain-text.ts';
import type { CoreContext } from '../context/core-context.ts';
import { recordAccount } from './account-owner.ts';
import { knownUser } from './user-permissions.ts';

/** `…/users/{id}/application-passwords`, below a path of users: for the user, and for whoever may edit the user. */
export function applicationPasswordRoutes(
  { applicationOf }: Pick<CoreContext, 'applicationOf'>,
  base: '/wp/v2/users' | '/platen/v1/users',
  { sharedNames }: { readonly sharedNames: boolean } = { sharedNames: false },
): Route[] {
  const collection = `${base}/{user_id:account}/application-passwords` as const;
  const item = `${collection}/{uuid:token}` as const;
  const resource = applicationPasswordResource(base, sharedNames);
  return inCurrentForm([
    route({
      method: 'GET',
      path: collection,
      summary: 'List the application passwords of a user.',
      args: { context: contextArgument },
      permit: permitted(applicationPasswordErrors.rest_cannot_list_application_passwords),
      handle: async ({ user_id: owner, context }, call) => {
        const userId = await ownerOf(owner, call);
        const all = await listApplicationPasswords(call.store, userId);
        const shown = all.map((application) => ({ userId, application }));
        return reply(await presentList(resource, shown, call, context));
      },
      resource: resource,
      shareable: false,
    }),
    route({
      method: 'POST',
      path: collection,
      summary: 'Make an application password.',
      response: created,
      args: resource.arguments.create,
      permit: permitted(applicationPasswordErrors.rest_cannot_create_application_passwords),
      handle: async ({ user_id: owner, ...input }, call) => {
        const draft = await resource.draft(input, call);
        const made = await make(await ownerOf(owner, call), draft, call, { uniqueName: !sharedNames });
        const body = await presentItem(resource, made, call, 'edit');
        const path = `${base}/${made.userId}/application-passwords/${made.application.id}`;
        return reply(body, { status: 201, headers: { Location: call.site.apiUrl + path } });
      },
    }),
    route({
      method: 'DELETE',
      path: collection,
      summary: 'Revoke all application passwords of a user.',
      response: { schema: json.object({ deleted: json.words(true), count: json.integer }) },
      permit: permitted(applicationPasswordErrors.rest_cannot_delete_application_passwords),
      handle: async ({ user_id: owner }, call) => {
        const userId = await ownerOf(owner, call);
        const count = await call.store.transaction(async (store) => {
          const revoked = await revokeApplicationPasswords(store, userId);
          await recordAccount(store, call, 'account.programs_revoked', { userId, detail: { count: revoked } });
          return revoked;
        });
        return reply({ deleted: true, count });
      },
    }),
    route({
      method: 'GET',
      path: `${collection}/introspect`,
      summary: 'Show the application password that the request was sent with.',
      args: { context: contextArgument },
      permit: async ({ user_id: owner }, call) => {
        if ((await ownerOf(owner, call)) !== call.caller.userId)
          throw applicationPasswordErrors.rest_cannot_introspect_app_password_for_non_authenticated_user();
      },
      handle: async ({ user_id: owner, context }, call) => {
        const id = applicationOf(call.request);
        if (id === null) throw applicationPasswordErrors.rest_no_authenticated_app_password();
        return reply(await presentItem(resource, await found(owner, id, call), call, context));
      },
      resource: resource,
      shareable: false,
    }),
    route({
      method: 'GET',
      path: item,
      summary: 'Show an application password.',
      args: { context: contextArgument },
      permit: permitted(applicationPasswordErrors.rest_cannot_read_application_password),
      handle: async ({ user_id: owner, uuid, context }, call) =>
        reply(await presentItem(resource, await found(owner, uuid, call), call, context)),
      resource: resource,
      shareable: false,
    }),
    route({
      method: writing,
      path: item,
      summary: 'Rename an application password.',
      args: resource.arguments.update,
      permit: permitted(applicationPasswordErrors.rest_cannot_edit_application_password),
      handle: async ({ user_id: owner, uuid, ...input }, call) => {
        const { userId, application } = await found(owner, uuid, call);
        const { name } = await resource.draft(input, call);
        if (name !== undefined) await renameApplicationPassword(call.store, userId, application.id, name);
        return reply(await presentItem(resource, await found(owner, uuid, call), call, 'edit'));
      },
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Revoke an application password.',
      permit: permitted(applicationPasswordErrors.rest_cannot_delete_application_password),
      handle: async ({ user_id: owner, uuid }, call) => {
        const gone = await found(owner, uuid, call);
        const { userId, application } = gone;
        await call.store.transaction(async (store) => {
          if (!(await revokeApplicationPassword(store, userId, application.id))) return;
          await recordAccount(store, call, 'account.program_revoked', { userId, detail: { name: application.name } });
        });
        const [previous] = await presentBare(resource, [gone], call, 'view');
        return reply({ deleted: true, previous });
      },
    }),
  ]);
}

/** For the user and for those who may edit the user; others get the error of the operation. */
function permitted(refuse: () => Error) {
  return async ({ user_id: owner }: { readonly user_id?: string }, call: Call): Promise<void> => {
    call.keepPrivate();
    if (!canEditUser(call.caller, await ownerOf(owner, call))) throw refuse();
  };
}

/** The id of the user whom the path names. */
async function ownerOf(owner: string | undefined, call: Call): Promise<number> {
  if (owner !== 'me') return (await knownUser(Number(owner), call)).id;
  if (call.caller.userId === 0) throw errors.rest_not_logged_in();
  return call.caller.userId;
}

async function found(owner: string, id: string, call: Call): Promise<ShownPassword> {
  const userId = await ownerOf(owner, call);
  const application = (await listApplicationPasswords(call.store, userId)).find((one) => one.id === id);
  if (!application) throw applicationPasswordErrors.rest_application_password_not_found();
  return { userId, application };
}

/** Names are unique, so that their owner can tell passwords apart, except where the variant lets them be shared. */
function make(
  userId: number,
  { name = '', programId = '' }: { readonly name?: string; readonly programId?: string },
  call: Call,
  { uniqueName }: { readonly uniqueName: boolean },
): Promise<ShownPassword> {
  return call.store.transaction(async (store) => {
    await lockApplicationPasswords(store, userId);
    const all = await listApplicationPasswords(store, userId);
    if (uniqueName && all.some((one) => one.name.toLowerCase() === name.toLowerCase()))
      throw applicationPasswordErrors.application_password_duplicate_name();
    const { password, application } = await createApplicationPassword(store, userId, name, call.now, programId);
    await recordAccount(store, call, 'account.program_made', { userId, detail: { name } });
    return { userId, application, secret: password };
  });
}

/** An application password with its owner; the secret is known only to the request that made it. */
export interface ShownPassword {
  readonly userId: number;
  readonly application: ApplicationPassword;
  readonly secret?: string;
}

export interface PasswordDraft {
  name?: string;
  programId?: string;
}

const field = fieldsOf<ShownPassword, PasswordDraft>();
const everywhere = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;
const uuid = { type: 'string', pattern: '^[0-9a-f-]*$' } as const;

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

/** A name must be visible after tags and blanks are gone. */
const named = (value: string): Refusal | null => {
  if (value === '') return new Refusal('name must have at least one character.', 'rest_too_short');
  return plainText(value) === '' ? new Refusal('name must not be blank.', 'rest_invalid_pattern') : null;
};

const program = s.string({ format: 'uuid', description: 'UUID that the program gave itself.' });
const programOrNothing = s.string({
  description: 'UUID that the program gave itself, or nothing.',
  check: (value: string) =>
    value === '' || isUuid(value) ? null : new Refusal('app_id must be a UUID.', 'rest_no_matching_schema'),
  published: {
    oneOf: [
      { type: 'string', format: 'uuid' },
      { type: 'string', enum: [''] },
    ],
  },
});

/** The resource below `base`, the path of users. */
export const applicationPasswordResource = (base: string, orNothing = false) =>
  defineResource({
    title: 'application-password',
    fields: {
      uuid: field({
        schema: s.string({ format: 'uuid', description: 'Id of the password.' }),
        contexts: everywhere,
        readonly: true,
        read: ({ application }) => application.id,
        output: uuid,
      }),
      app_id: field({
        schema: orNothing ? programOrNothing : program,
        contexts: everywhere,
        read: ({ application }) => application.programId,
        output: uuid,
        write: (draft, value) => {
          draft.programId = value;
        },
      }),
      name: field({
        schema: s.string({
          description: 'Name of the password, such as the app that uses it.',
          required: true,
          check: named,
          published: { minLength: 1, pattern: '.*\\S.*' },
        }),
        contexts: everywhere,
        read: ({ application }) => application.name,
        write: (draft, value) => {
          draft.name = plainText(value);
        },
      }),
      created: field({
        schema: s.string({ format: 'date-time', description: 'When it was made, in GMT.' }),
        contexts: notEmbedded,
        readonly: true,
        read: ({ application }) => moment(application.createdAt),
      }),
      last_used: field({
        schema: s.string({
          format: 'date-time',
          description: 'When it was last used, in GMT.',
          published: { type: ['string', 'null'] },
        }),
        contexts: notEmbedded,
        readonly: true,
        read: ({ application: { lastUsedAt } }) => (lastUsedAt === null ? null : moment(lastUsedAt)),
        output: json.orNull(json.dateTime),
      }),
      last_ip: field({
        schema: s.string({
          format: 'ip',
          description: 'Where it was last used from.',
          published: { type: ['string', 'null'] },
        }),
        contexts: notEmbedded,
        readonly: true,
        read: ({ application }) => application.lastAddress,
        output: json.orNull(json.string),
      }),
      password: field({
        schema: s.string({ description: 'The password itself; shown once, in the response that creates it.' }),
        contexts: ['edit'],
        readonly: true,
        read: ({ secret }) => secret,
        optional: true,
      }),
    },
    links: [
      {
        rel: 'self',
        to: ({ userId, application }) => ({
          href: `${base}/${userId}/application-passwords/${application.id}`,
        }),
      },
    ],
    load: (passwords: readonly ShownPassword[]) => passwords,
    newDraft: (): PasswordDraft => ({}),
  });

/** The errors of application passwords. */
export const applicationPasswordErrors = defineErrors({
  rest_cannot_list_application_passwords: {
    status: 'denied',
    message: () => 'You may not list the application passwords of this user.',
  },
  rest_cannot_create_application_passwords: {
    status: 'denied',
    message: () => 'You may not create application passwords for this user.',
  },
  rest_cannot_delete_application_passwords: {
    status: 'denied',
    message: () => 'You may not revoke the application passwords of this user.',
  },
  rest_cannot_read_application_password: {
    status: 'denied',
    message: () => 'You may not see the application passwords of this user.',
  },
  rest_cannot_edit_application_password: {
    status: 'denied',
    message: () => 'You may not change the application passwords of this user.',
  },
  rest_cannot_delete_application_password: {
    status: 'denied',
    message: () => 'You may not revoke this application password.',
  },
  rest_cannot_introspect_app_password_for_non_authenticated_user: {
    status: 'denied',
    message: () => 'You may only ask about the application password of your own request.',
  },
  rest_no_authenticated_app_password: {
    status: 404,
    message: () => 'The request was not sent with an application password.',
  },
  rest_application_password_not_found: {
    status: 404,
    message: () => 'The user has no application password with this id.',
  },
  application_password_duplicate_name: {
    status: 409,
    message: () => 'The user has an application password of this name already. Choose another name.',
  },
});
