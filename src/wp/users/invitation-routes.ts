import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { pagingReply } from '../../api/resource/list-page.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, type Route, route } from '../../api/routing/route.ts';
import {
  addInvitation,
  countInvitations,
  type InvitationRow,
  invitationById,
  invitationPath,
  listInvitations,
  type MadeInvitation,
  mostInvitationDays,
  removeInvitation,
  renewInvitation,
  usualInvitationDays,
} from '../../auth/invitations.ts';
import { isLongEnough, leastPasswordCharacters } from '../../auth/passwords/password-hash.ts';
import { type AuditEvent, recordAudit } from '../../background/audit-log.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { Refusal, s } from '../../lib/schema/schema.ts';
import { canGiveRole } from '../../rules/capabilities.ts';
import type { Store } from '../../storage/store.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { mailDate, sendAccountMail } from './account-mails.ts';
import { askForAccount } from './ask-for-account.ts';
import { type EnrolmentContext, invitationErrors } from './enrolment.ts';
import { momentOf } from './session-routes.ts';
import { userErrors } from './user-errors.ts';
import { passwordFault } from './user-resource.ts';

const members = {
  id: json.integer,
  email: json.string,
  role: json.string,
  role_name: json.string,
  invited_by: json.integer,
  created: json.dateTime,
  expires: json.dateTime,
  expired: json.boolean,
  mailed: json.orNull(json.dateTime),
};
const schema = json.object(members);
const madeSchema = json.object({ ...members, link: json.string });
const acceptedSchema = json.object({ id: json.integer, login: json.string });

const path = '/platen/v1/invitations';
const shareable = false;

const days = s.integer({
  description: 'Days until it expires.',
  minimum: 1,
  maximum: mostInvitationDays,
  default: usualInvitationDays,
});
const mail = s.boolean({
  description: 'Whether to send the link by mail; by default where the site has a mail server.',
});

/** Only those who may create users. */
function mayInvite(_input: unknown, call: Call): void {
  call.keepPrivate();
  if (!call.caller.can('create_users')) throw userErrors.rest_cannot_create_user();
}

/** `platen/v1/invitations` and `platen/v1/register`: how people without an account get one. */
export function invitationRoutes(context: EnrolmentContext): RouteModule {
  return { routes: [...collectionRoutes(context), ...itemRoutes(context), ...visitorRoutes(context)] };
}

function collectionRoutes(context: EnrolmentContext): Route[] {
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the invitations that nobody has accepted.',
      response: { schema: json.listOf(schema) },
      args: {
        page: s.integer({ description: 'Page of the list.', minimum: 1, default: 1 }),
        per_page: s.integer({ description: 'Invitations per page.', minimum: 1, maximum: 100, default: 20 }),
      },
      permit: mayInvite,
      handle: async (input, call) => {
        const { page, per_page: perPage } = input;
        const [rows, total] = await Promise.all([
          listInvitations(call.store, { limit: perPage, offset: (page - 1) * perPage }),
          countInvitations(call.store),
        ]);
        const shown = await Promise.all(rows.map((row) => shownInvitation(row, call, context)));
        return reply(shown, pagingReply({ total, perPage, page, path, input: { ...input } }, call));
      },
      shareable,
    }),
    route({
      method: 'POST',
      path,
      summary: 'Invite a person. The answer shows the link, once.',
      response: { schema: madeSchema, status: 201 },
      args: {
        email: s.string({
          description: 'Mail address of the person.',
          format: 'email',
          required: true,
          check: (email: string) => (email.length <= 100 ? null : 'email has at most 100 characters.'),
        }),
        role: s.string({ description: 'Role that the account gets.', required: true }),
        days,
        mail,
      },
      permit: mayInvite,
      handle: async ({ email, role, ...input }, call) => {
        const table = await context.roles(call.store);
        if (!table.has(role)) throw userErrors.rest_user_invalid_role({ role });
        if (!canGiveRole(call.caller, role, table)) throw invitationErrors.platen_invitation_role();
        if (await call.store.users.byEmail(email)) throw userErrors.rest_user_invalid_email();
        const isMailed = wantsMail(input.mail, context);
        const invitedBy = call.caller.userId;
        const made = await call.store.transaction(async (store) => {
          const added = await addInvitation(store, { email, role, invitedBy, days: input.days, isMailed }, call.now);
          if (!added) throw invitationErrors.platen_invitations_full();
          await recordInvitation(store, call, 'account.invited', added.row);
          if (isMailed) await mailInvitation(added, { ...context, store, call });
          return added;
        });
        const headers = { Location: `${call.site.apiUrl}${path}/${made.row.id}` };
        return reply(await shownWithLink(made, call, context), { status: 201, headers });
      },
    }),
  ];
}

function itemRoutes(context: EnrolmentContext): Route[] {
  return [
    route({
      method: 'GET',
      path: `${path}/{id:int}`,
      summary: 'Show an invitation.',
      response: { schema },
      permit: mayInvite,
      handle: async ({ id }, call) => reply(await shownInvitation(await existing(id, call), call, context)),
      shareable,
    }),
    route({
      method: 'POST',
      path: `${path}/{id:int}/resend`,
      summary: 'Make a new link for an invitation; the old one is void. The answer shows it, once.',
      response: { schema: madeSchema },
      args: { days, mail },
      permit: mayInvite,
      handle: async ({ id, ...input }, call) => {
        const { role } = await existing(id, call);
        // Whoever sends it again invites: with their own rights, not with those of the first.
        if (!canGiveRole(call.caller, role, await context.roles(call.store)))
          throw invitationErrors.platen_invitation_role();
        const isMailed = wantsMail(input.mail, context);
        const made = await call.store.transaction(async (store) => {
          const renewal = { days: input.days, isMailed, invitedBy: call.caller.userId, nowMs: call.now };
          const renewed = await renewInvitation(store, id, renewal);
          if (!renewed) throw invitationErrors.platen_invitation_not_found();
          await recordInvitation(store, call, 'account.invitation_renewed', renewed.row);
          if (isMailed) await mailInvitation(renewed, { ...context, store, call });
          return renewed;
        });
        return reply(await shownWithLink(made, call, context));
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/{id:int}`,
      summary: 'Revoke an invitation.',
      response: { schema: json.object({ deleted: json.words(true), previous: schema }) },
      permit: mayInvite,
      handle: async ({ id }, call) => {
        const row = await existing(id, call);
        const previous = await shownInvitation(row, call, context);
        await call.store.transaction(async (store) => {
          if (!(await removeInvitation(store, id))) throw invitationErrors.platen_invitation_not_found();
          await recordInvitation(store, call, 'account.invitation_revoked', row);
        });
        return reply({ deleted: true, previous });
      },
    }),
  ];
}

function visitorRoutes(context: EnrolmentContext): Route[] {
  const text = (description: string) => s.string({ description, required: true });
  return [
    route({
      method: 'POST',
      path: `${path}/accept`,
      summary: 'Make the account of an invitation or a confirmed registration.',
      response: { schema: acceptedSchema, status: 201 },
      args: {
        token: text('The token of the link.'),
        username: text('User name of the account.'),
        name: s.string({
          description: 'Name that others see.',
          check: (name: string) => (name.length <= 250 ? null : 'name has at most 250 characters.'),
        }),
        passkey: s.string({ description: 'The answer of a browser to the passkey options of the page, as JSON.' }),
        password: s.string({
          description: `Password of at least ${leastPasswordCharacters} characters; not needed with a passkey.`,
          check: (password: string) =>
            passwordFault(password) ??
            (isLongEnough(password) ? null : `Choose a password of at least ${leastPasswordCharacters} characters.`),
        }),
      },
      permit: anyone,
      refuse: ({ password, passkey }) =>
        password || passkey ? null : { password: new Refusal('Choose a password, or send a passkey.') },
      handle: async (input, call) => {
        const account = await acceptInvitation(input, call, context);
        return reply(account, { status: 201 });
      },
    }),
    route({
      method: 'POST',
      path: '/platen/v1/register',
      summary:
        'Ask for an account. A mail has the link to go on; the answer does not tell whether the address has one.',
      response: { schema: json.object({ sent: json.words(true) }), status: 202 },
      args: {
        email: s.string({
          description: 'Mail address of the person.',
          format: 'email',
          required: true,
          check: (email: string) => (email.length <= 100 ? null : 'email has at most 100 characters.'),
        }),
        username: s.string({ description: 'User name that is wished for; it can be changed with the link.' }),
      },
      permit: anyone,
      handle: async ({ email, username = '' }, call) => {
        await askForAccount({ email, login: username }, call, context);
        return reply({ sent: true }, { status: 202 });
      },
    }),
  ];
}

function wantsMail(wanted: boolean | undefined, { mail: { isConfigured } }: EnrolmentContext): boolean {
  if (wanted && !isConfigured) throw invitationErrors.platen_invitation_no_mail();
  return wanted ?? isConfigured;
}

async function existing(id: number, call: Call): Promise<InvitationRow> {
  const row = await invitationById(call.store, id);
  if (!row) throw invitationErrors.platen_invitation_not_found();
  return row;
}

async function shownInvitation(row: InvitationRow, call: Call, { roles }: EnrolmentContext) {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    role_name: (await roles(call.store)).get(row.role)?.label ?? row.role,
    invited_by: row.invitedBy,
    created: momentOf(row.createdAt),
    expires: momentOf(row.expiresAt),
    expired: row.expiresAt <= call.now / 1000,
    mailed: row.mailedAt > 0 ? momentOf(row.mailedAt) : null,
  };
}

async function shownWithLink({ row, token }: MadeInvitation, call: Call, context: EnrolmentContext) {
  return { ...(await shownInvitation(row, call, context)), link: call.site.serverUrl + invitationPath(token) };
}

async function mailInvitation(
  { row, token }: MadeInvitation,
  { store, call, mail: outbox, roles }: EnrolmentContext & { readonly store: Store; readonly call: Call },
): Promise<void> {
  const { site, now } = call;
  const inviter = await store.users.byId(row.invitedBy);
  const values = {
    inviter: inviter?.displayName || site.title,
    role: (await roles(store)).get(row.role)?.label ?? row.role,
    until: `${mailDate(row.expiresAt, site)} UTC`,
    link: site.serverUrl + invitationPath(token),
  };
  await sendAccountMail('invited', { email: row.email, values }, { site, mail: outbox, store, now });
}

/** Who invited whom, and as what; the address of a person is no secret of the site, its token is. */
function recordInvitation(store: Store, call: Call, event: AuditEvent, { email, role }: InvitationRow): Promise<void> {
  return recordAudit(store, {
    event,
    nowMs: call.now,
    userId: call.caller.userId,
    objectName: email,
    address: call.request.remoteAddress,
    detail: { role },
  });
}
