import type { Call } from '../../api/call.ts';
import { reply, replyAs } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, type Route, route } from '../../api/routing/route.ts';
import { tooManyAttempts } from '../../auth/auth-errors.ts';
import { errors } from '../../lib/errors.ts';
import { isEmail } from '../../lib/schema/formats.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { slidingWindow } from '../../limits/limit-rules.ts';
import { consumeAll, type Limiters } from '../../limits/limiter.ts';
import { networkOf } from '../../limits/network-of.ts';
import { coversEverything } from '../../rules/capabilities.ts';
import type { Store } from '../../storage/store.ts';
import { isAboveCaller } from '../users/user-permissions.ts';
import { archiveToSend } from './archive-to-send.ts';
import { findPerson } from './find-person.ts';
import { archiveMs, canStart, type PersonRequest, type PersonRequests, personErrors } from './person-requests.ts';
import { type ErasureChoices, type Person, personActions, planActions } from './person-table.ts';
import type { PersonWork } from './person-work.ts';
import { planErasure } from './plan-erasure.ts';
import { refuseLastRuler } from './refuse-last-ruler.ts';

const path = '/platen/v1/personal-data';
const item = `${path}/{id:digits}` as const;
const mostShown = 50;
const longestReason = 500;

const count = json.integer;
const personSchema = json.object({ user: count, login: json.string, emails: json.listOf(json.string) });
const planSchema = json.listOf(json.object({ kind: json.string, action: json.words(...planActions), count }));
const viewStates = ['unconfirmed', 'confirmed', 'queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;
const requestSchema = json.object({
  id: count,
  action: json.words(...personActions),
  state: json.words(...viewStates),
  person: json.orNull(personSchema),
  reason: json.string,
  asked_by: count,
  is_own: json.boolean,
  plan: planSchema,
  done: count,
  error: json.string,
  has_file: json.boolean,
  created: json.dateTime,
  ended: json.orNull(json.dateTime),
  expires: json.orNull(json.dateTime),
});

export interface PersonRoutesContext {
  readonly requests: PersonRequests;
  readonly work: PersonWork;
  /** Null where the site's throttle is off. */
  readonly limiters: Limiters | null;
  /** Whether visitors may ask by mail. */
  readonly takesRequests: boolean;
  /** Runs what nobody waits for. */
  readonly later: (work: () => Promise<unknown>) => void;
}

function permitExport(_input: object, call: Call): void {
  call.keepPrivate();
  if (!call.caller.can('manage_options') || !coversEverything(call.caller)) throw errors.rest_forbidden();
}

function permitErase(input: object, call: Call): void {
  permitExport(input, call);
  if (!call.caller.can('delete_users')) throw errors.rest_forbidden();
}

/** For both, what the stricter one needs, unless only an export is asked for. */
function permitAction(input: { readonly action?: string | undefined }, call: Call): void {
  if (input.action === 'export') permitExport(input, call);
  else permitErase(input, call);
}

function permitSelf(_input: object, call: Call): void {
  call.keepPrivate();
  if (call.caller.userId === 0) throw errors.rest_not_logged_in();
  if (!coversEverything(call.caller)) throw errors.rest_forbidden();
}

const who = {
  user: s.integer({ description: 'Id of the account.', minimum: 1 }),
  email: s.string({ description: 'A mail address, of an account or not.', format: 'email' }),
};
const choices = {
  reassign: s.integer({ description: 'Id of the account that gets what the person wrote.', minimum: 0, default: 0 }),
  uploads: s.string({
    description: 'Whether files that the person uploaded go to that account as well, or are removed.',
    enum: ['reassign', 'remove'],
    default: 'reassign',
  }),
};

/** `platen/v1/personal-data`: what the site has of somebody, as an archive, and its erasure. */
export function personRoutes(context: PersonRoutesContext): RouteModule {
  return { routes: [...ownRoutes(context), ...visitorRoutes(context), ...administratorRoutes(context)] };
}

function administratorRoutes({ requests, work }: PersonRoutesContext): Route[] {
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the latest requests for personal data.',
      permit: permitExport,
      response: { schema: json.listOf(requestSchema) },
      shareable: false,
      handle: async (_input, call) => reply((await requests.list(mostShown)).map((one) => view(one, call))),
    }),
    route({
      method: 'POST',
      path: `${path}/plan`,
      summary: 'Show what the site has of somebody and what an erasure would do with it. Nothing is changed.',
      args: { ...who, uploads: choices.uploads },
      permit: permitErase,
      response: { schema: json.object({ person: personSchema, plan: planSchema }) },
      handle: async (input, call) => {
        const person = await asked(input, call.store);
        return reply({
          person: shown(person),
          plan: await planErasure(person, chosen({ ...input, reassign: 0 }), work),
        });
      },
    }),
    route({
      method: 'POST',
      path,
      summary: 'Export or erase the data of somebody: at once for a stated reason, or when the person confirms it.',
      args: {
        ...who,
        action: s.string({ description: 'What is done.', enum: personActions, required: true }),
        reason: s.string({
          description: 'Why, for the record. Without it, the person is sent a mail and confirms it.',
          default: '',
          check: (text: string) => (text.length <= longestReason ? null : `At most ${longestReason} characters.`),
        }),
        by_mail: s.boolean({ description: 'Let the person confirm it by mail.', default: false }),
        ...choices,
      },
      permit: permitAction,
      response: { schema: requestSchema, status: 202 },
      handle: async (input, call) => {
        const { action, reason, by_mail: byMail } = input;
        if (!byMail && reason.trim() === '') throw personErrors.person_reason_missing();
        const person = await asked(input, call.store);
        const request = { action, person, choices: chosen(input), reason: reason.trim() };
        if (action === 'erase') {
          await refuseErasure(request, call, work, { isStarted: !byMail });
          await refuseAbove(person, call, work);
        }
        const id = byMail
          ? await requests.askPerson(request, actorOf(call))
          : await requests.start(request, actorOf(call), false);
        return reply(view(await known(id, requests), call), { status: 202 });
      },
    }),
    route({
      method: 'GET',
      path: item,
      summary: 'Show a request for personal data.',
      permit: permitExport,
      response: { schema: requestSchema },
      shareable: false,
      handle: async ({ id }, call) => reply(view(await known(id, requests), call)),
    }),
    route({
      method: 'POST',
      path: `${item}/start`,
      summary: 'Start an erasure that the person has confirmed, or start one again that failed.',
      args: choices,
      permit: permitErase,
      response: { schema: requestSchema, status: 202 },
      handle: async ({ id, ...input }, call) => {
        const found = await known(id, requests);
        const { row } = found;
        if (!row.person || !canStart(found)) throw personErrors.person_not_confirmed();
        const request = { person: row.person, choices: chosen(input) };
        await refuseErasure(request, call, work, { isStarted: true });
        await refuseAbove(row.person, call, work);
        await requests.startConfirmed(id, request.choices, actorOf(call));
        return reply(view(await known(id, requests), call), { status: 202 });
      },
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Forget a request, with its archive. One that is under way goes on.',
      permit: permitErase,
      response: { schema: json.object({ deleted: json.words(true) }) },
      handle: async ({ id }, call) => {
        const { row, job } = await known(id, requests);
        // What it has done so far would have no name any more.
        if (stateOf({ row, job }) === 'running') throw personErrors.person_under_way();
        await requests.remove(id);
        call.forget();
        return reply({ deleted: true });
      },
    }),
    route({
      method: 'GET',
      path: `${item}/file`,
      response: { type: 'application/gzip' },
      summary: 'Fetch an archive of personal data. Only whoever it was made for gets it.',
      permit: permitSelf,
      shareable: false,
      handle: async ({ id }, call) => {
        const found = await requests.get(id);
        // For others it is as if there were none.
        if (!found || !isFor(found, call)) throw personErrors.person_request_not_found();
        return archiveReply(found, requests);
      },
    }),
  ];
}

function ownRoutes({ requests }: PersonRoutesContext): Route[] {
  const own = `${path}/own` as const;
  return [
    route({
      method: 'GET',
      path: own,
      summary: 'Show the last export of one’s own data; null where there is none.',
      permit: permitSelf,
      response: { schema: json.orNull(requestSchema) },
      shareable: false,
      handle: async (_input, call) => {
        const found = await requests.ownOf(call.caller.userId);
        return reply(found && view(found, call));
      },
    }),
    route({
      method: 'POST',
      path: own,
      summary: 'Export one’s own data as an archive.',
      permit: permitSelf,
      response: { schema: requestSchema, status: 202 },
      handle: async (_input, call) => {
        const before = await requests.ownOf(call.caller.userId);
        if (before && ['queued', 'running'].includes(stateOf(before))) throw personErrors.person_under_way();
        const person = await asked({ user: call.caller.userId }, call.store);
        // One archive at a time: it holds everything again.
        if (before) await requests.remove(before.row.id);
        const request = {
          action: 'export',
          person,
          choices: { reassign: 0, uploads: 'reassign' },
          reason: '',
        } as const;
        const id = await requests.start(request, actorOf(call), true);
        return reply(view(await known(id, requests), call), { status: 202 });
      },
    }),
  ];
}

const dayMs = 86_400_000;

/** Visitors ask by mail. The answer is the same, and comes as fast, whether the site knows the address or not. */
function visitorRoutes({ requests, work, limiters, takesRequests, later }: PersonRoutesContext): Route[] {
  const addresses = limiters?.('person request address', slidingWindow({ limit: 2, windowMs: dayMs }));
  const networks = limiters?.('person request network', slidingWindow({ limit: 10, windowMs: dayMs }));
  const hasAnything = async (person: Person): Promise<boolean> =>
    (await planErasure(person, { reassign: 0, uploads: 'reassign' }, work)).some(({ action }) => action !== 'kept');
  return [
    route({
      method: 'POST',
      path: `${path}/requests`,
      summary:
        'Ask for one’s own data, or for its erasure; a mail confirms it. The answer never tells whether there is any.',
      args: {
        action: s.string({ description: 'What is asked for.', enum: personActions, required: true }),
        email: s.string({
          description: 'The mail address of whoever asks.',
          required: true,
          check: (text: string) => (isEmail(text.trim()) ? null : 'Name a whole mail address.'),
        }),
      },
      permit: takesRequests ? anyone : permitNobody,
      response: { schema: json.object({ received: json.words(true) }), status: 202 },
      handle: async ({ action, email }, call) => {
        const address = call.request.remoteAddress;
        if (addresses && networks) {
          const wait = await consumeAll([
            { limiter: addresses, key: email.trim().toLowerCase().slice(0, 200) },
            { limiter: networks, key: networkOf(address) },
          ]);
          if (wait > 0) throw tooManyAttempts(wait);
        }
        const { store } = work;
        later(async () => {
          const person = await findPerson(store, { email });
          if (!person || !(await hasAnything(person))) return;
          const request = { action, person, choices: { reassign: 0, uploads: 'reassign' }, reason: '' } as const;
          await requests.askPerson(request, { userId: 0, address });
        });
        return reply({ received: true }, { status: 202 });
      },
    }),
  ];
}

function permitNobody(_input: object, call: Call): void {
  call.keepPrivate();
  throw personErrors.person_requests_off();
}

const actorOf = (call: Call) => ({ userId: call.caller.userId, address: call.request.remoteAddress });

const chosen = ({ reassign, uploads }: { reassign: number; uploads: string }): ErasureChoices => ({
  reassign,
  uploads: uploads === 'remove' ? 'remove' : 'reassign',
});

async function asked({ user, email }: { user?: number | undefined; email?: string | undefined }, store: Store) {
  const params = { user: 'Name an account by its id, or somebody by a mail address.' };
  if ((user === undefined) === (email === undefined))
    throw errors.rest_invalid_param({ params }, { details: { params } });
  const person = await findPerson(store, user === undefined ? { email: email ?? '' } : { user });
  if (!person) throw personErrors.person_not_found();
  return person;
}

async function known(id: number, requests: PersonRequests): Promise<PersonRequest> {
  const found = await requests.get(id);
  if (!found) throw personErrors.person_request_not_found();
  return found;
}

/** Nobody erases whoever may do more than they may themselves, as nobody deletes such an account. */
async function refuseAbove({ userId }: Person, call: Call, { roles }: Pick<PersonWork, 'roles'>): Promise<void> {
  if (userId > 0 && (await isAboveCaller(userId, call, { roles }))) throw personErrors.person_above();
}

interface Erasure {
  readonly person: Person;
  readonly choices: ErasureChoices;
}

/** What must hold before somebody is erased; who gets their work is decided when it starts. */
export async function refuseErasure(
  { person, choices: { reassign } }: Erasure,
  { caller, store }: { readonly caller: { readonly userId: number }; readonly store: Store },
  { roles }: Pick<PersonWork, 'roles'>,
  { isStarted }: { readonly isStarted: boolean },
): Promise<void> {
  if (person.userId === 0) return;
  if (person.userId === caller.userId) throw personErrors.person_is_you();
  await refuseLastRuler(person, store, { roles });
  if (!isStarted) return;
  const heir = reassign > 0 && reassign !== person.userId ? await store.users.byId(reassign) : null;
  if (reassign > 0 && !heir) throw personErrors.person_reassign_invalid();
  if (!heir && (await store.posts.ofAuthor(person.userId, 0, 1)).length > 0)
    throw personErrors.person_reassign_missing();
}

/** An archive that the person asked for is theirs; one for a stated reason belongs to the administrator who gave it. */
function isFor({ row }: PersonRequest, { caller }: Call): boolean {
  if (row.isOwn) return caller.userId > 0 && row.person?.userId === caller.userId;
  return row.userId === caller.userId && caller.can('manage_options');
}

async function archiveReply(found: PersonRequest, requests: PersonRequests) {
  const archive = await archiveToSend(found, requests);
  if (!archive) throw personErrors.person_no_archive();
  return replyAs(archive.type, archive.payload, { headers: archive.headers });
}

const stateOf = ({ row, job }: PersonRequest): (typeof viewStates)[number] => {
  if (row.state !== 'started') return row.state;
  if (job) return job.state;
  // The job of an erasure is forgotten sooner than the request.
  return row.person === null ? 'done' : 'expired';
};

const moment = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
const shown = ({ userId, login, emails }: Person) => ({ user: userId, login, emails: [...emails] });

function view(found: PersonRequest, call: Call) {
  const { row, job } = found;
  const hasEnded = (job?.endedMs ?? 0) > 0;
  const isThere = row.action === 'export' && job?.state === 'done' && job.endedMs + archiveMs > call.now;
  return {
    id: row.id,
    action: row.action,
    state: stateOf(found),
    person: row.person && shown(row.person),
    reason: row.reason,
    asked_by: row.userId,
    is_own: row.isOwn !== 0,
    plan: row.plan.map((one) => ({ ...one })),
    done: job?.progress.items ?? 0,
    error: job?.error ?? '',
    has_file: isThere && isFor(found, call),
    created: moment(row.createdMs),
    ended: job && hasEnded ? moment(job.endedMs) : null,
    expires: isThere && job ? moment(job.endedMs + archiveMs) : null,
  };
}
