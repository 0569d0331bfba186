import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { presentBare, presentItem, presentList } from '../../api/resource/present.ts';
import { created, inCurrentForm, type Route, route, writing } from '../../api/routing/route.ts';
import {
  changeApplicationPassword,
  createApplicationPassword,
  listApplicationPasswords,
  lockApplicationPasswords,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from '../../auth/passwords/application-passwords.ts';
import { defineErrors, errors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { canEditUser, coversOwn } from '../../rules/capabilities.ts';
import type { CoreContext } from '../context/core-context.ts';
import { recordAccount, requireWhole } from './account-owner.ts';
import {
  applicationPasswordResource,
  limitedPasswordResource,
  type PasswordDraft,
  type ShownPassword,
} from './application-password-resource.ts';
import { isAboveCaller, knownUser } from './user-permissions.ts';

/** How the routes below one path are. */
export interface ApplicationPasswordForm {
  /** Whether passwords of one user may share a name. */
  readonly sharedNames?: boolean;
  /** Whether they show and take the limits of a password: its scopes and its end. */
  readonly limits?: boolean;
}

/** `…/users/{id}/application-passwords`, below a path of users: for the user, and for whoever may edit the user. */
export function applicationPasswordRoutes(
  { roles }: Pick<CoreContext, 'roles'>,
  base: '/wp/v2/users' | '/platen/v1/users',
  { sharedNames = false, limits = false }: ApplicationPasswordForm = {},
): Route[] {
  const permitted = permittedWith({ roles });
  const collection = `${base}/{user_id:account}/application-passwords` as const;
  const item = `${collection}/{uuid:token}` as const;
  const resource = limits ? limitedPasswordResource(base) : applicationPasswordResource(base, sharedNames);
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
        requireWhole(call);
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
        requireWhole(call);
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
        const { credential } = call;
        if (credential?.kind !== 'application-password')
          throw applicationPasswordErrors.rest_no_authenticated_app_password();
        return reply(await presentItem(resource, await found(owner, credential.id, call), call, context));
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
      summary: limits ? 'Change an application password.' : 'Rename an application password.',
      args: resource.arguments.update,
      permit: permitted(applicationPasswordErrors.rest_cannot_edit_application_password),
      handle: async ({ user_id: owner, uuid, ...input }, call) => {
        requireWhole(call);
        const { userId, application } = await found(owner, uuid, call);
        const { name, scopes, expiresAt } = await resource.draft(input, call);
        await changeApplicationPassword(call.store, userId, application.id, { name, scopes, expiresAt });
        return reply(await presentItem(resource, await found(owner, uuid, call), call, 'edit'));
      },
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Revoke an application password.',
      permit: permitted(applicationPasswordErrors.rest_cannot_delete_application_password),
      handle: async ({ user_id: owner, uuid }, call) => {
        requireWhole(call);
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
const permittedWith =
  (context: Pick<CoreContext, 'roles'>) =>
  (refuse: () => Error) =>
  async ({ user_id: owner }: { readonly user_id?: string }, call: Call): Promise<void> => {
    call.keepPrivate();
    const id = await ownerOf(owner, call);
    const isHigher = () => isAboveCaller(id, call, context);
    if (!canEditUser(call.caller, id) || !coversOwn(call.caller, 'users') || (await isHigher())) throw refuse();
  };

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
  { name = '', ...options }: PasswordDraft,
  call: Call,
  { uniqueName }: { readonly uniqueName: boolean },
): Promise<ShownPassword> {
  return call.store.transaction(async (store) => {
    await lockApplicationPasswords(store, userId);
    const all = await listApplicationPasswords(store, userId);
    if (uniqueName && all.some((one) => one.name.toLowerCase() === name.toLowerCase()))
      throw applicationPasswordErrors.application_password_duplicate_name();
    const { password, application } = await createApplicationPassword(store, userId, name, call.now, options);
    await recordAccount(store, call, 'account.program_made', {
      userId,
      detail: { name, ...(options.scopes ? { scopes: options.scopes } : {}) },
    });
    return { userId, application, secret: password };
  });
}

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
