import { hash, randomBytes } from 'node:crypto';
import { recordAudit } from '../../background/audit-log.ts';
import { composeMessage } from '../../background/mail/compose-message.ts';
import type { Outbox } from '../../background/mail/outbox.ts';
import { defineErrors } from '../../lib/errors.ts';
import type { Store } from '../../storage/store.ts';
import type { ExchangeJobs } from '../../transfer/exchange-jobs.ts';
import { type ExchangeJobRow, exchangeJobsTable } from '../../transfer/exchange-table.ts';
import {
  type ErasureChoices,
  type Person,
  type PersonAction,
  type PersonRequestRow,
  personRequestsTable,
} from './person-table.ts';
import type { PersonWork } from './person-work.ts';
import { planErasure } from './plan-erasure.ts';

/** Errors of requests for personal data. */
export const personErrors = defineErrors({
  person_not_found: { status: 404, message: () => 'There is no such account.' },
  person_request_not_found: { status: 404, message: () => 'There is no request with this number.' },
  person_no_archive: { status: 404, message: () => 'There is no archive of it, or it has expired. Ask again.' },
  person_reason_missing: { status: 400, message: () => 'Say why, or let the person confirm it by mail.' },
  person_no_mail: { status: 400, message: () => 'There is no mail address to which a confirmation could be sent.' },
  person_reassign_missing: {
    status: 400,
    message: () => 'The person is the author of something. Say in `reassign` who gets it.',
  },
  person_reassign_invalid: { status: 400, message: () => 'reassign must be the id of another account.' },
  person_is_you: { status: 403, message: () => 'Another administrator has to erase you.' },
  person_above: {
    status: 403,
    message: () => 'This account may do more than you. Ask somebody who may do as much to erase it.',
  },
  person_last_administrator: { status: 409, message: () => 'A site needs an administrator. Make another one first.' },
  person_not_confirmed: { status: 409, message: () => 'It was not confirmed yet, or it was started already.' },
  person_under_way: { status: 409, message: () => 'It is under way. Wait until it has ended.' },
  person_requests_off: { status: 'denied', message: () => 'This site takes no requests of visitors.' },
});

const hourMs = 3_600_000;
/** How long a link of a mail can be used, and how long an archive is there. */
const confirmMs = 72 * hourMs;
export const archiveMs = 7 * 24 * hourMs;
/** For how long it is told that somebody was erased, and by whom. */
const rememberedMs = 365 * 24 * hourMs;

/** Who asks. */
export interface PersonActor {
  readonly userId: number;
  /** Where the request came from. */
  readonly address: string;
}

export interface NewRequest {
  readonly action: PersonAction;
  readonly person: Person;
  readonly choices: ErasureChoices;
  readonly reason: string;
}

/** A request with the job that does it. */
export interface PersonRequest {
  readonly row: PersonRequestRow;
  /** Null before it is started, and when the job was removed. */
  readonly job: ExchangeJobRow | null;
}

/** Requests for the data of people: asked, confirmed, done as jobs, and forgotten. */
export interface PersonRequests {
  /** Starts at once: an administrator said why, or the person is logged in. */
  start(request: NewRequest, actor: PersonActor, isOwn: boolean): Promise<number>;
  /** Sends the person a mail with a link that confirms it. */
  askPerson(request: NewRequest, actor: PersonActor): Promise<number>;
  /** Starts an erasure that the person has confirmed, or one that has not come to its end. */
  startConfirmed(id: number, choices: ErasureChoices, actor: PersonActor): Promise<void>;
  /** The request that a link belongs to; null for a link that cannot be used any more. */
  ofToken(token: string): Promise<PersonRequest | null>;
  /** Confirms it: an export starts, an erasure waits for an administrator. */
  confirm(token: string, address: string): Promise<PersonRequest | null>;
  get(id: number): Promise<PersonRequest | null>;
  list(most: number): Promise<readonly PersonRequest[]>;
  /** The last export that is for somebody: asked for or confirmed by them. */
  ownOf(userId: number): Promise<PersonRequest | null>;
  remove(id: number): Promise<void>;
  /** The path of the archive, while it is there. */
  archiveOf(request: PersonRequest): Promise<string | null>;
  /** Removes what has expired. */
  removeExpired(): Promise<void>;
}

export interface PersonRequestsContext {
  readonly work: PersonWork;
  readonly exchange: ExchangeJobs;
  readonly mail: Pick<Outbox, 'enqueue'>;
}

export function createPersonRequests({ work, exchange, mail }: PersonRequestsContext): PersonRequests {
  const { store, clock } = work;
  const rows = (of: Store = store) => of.table(personRequestsTable);
  const withJob = async (row: PersonRequestRow | undefined): Promise<PersonRequest | null> => {
    if (!row) return null;
    const [job] = row.jobId > 0 ? await store.table(exchangeJobsTable).find({ id: row.jobId }) : [];
    return { row, job: job ?? null };
  };
  const get = async (id: number) => withJob((await rows().find({ id }))[0]);

  const insert = (inside: Store, request: NewRequest, actor: PersonActor, more: Partial<PersonRequestRow>) =>
    rows(inside).insert({
      ...request,
      state: 'unconfirmed',
      plan: [],
      userId: actor.userId,
      isOwn: 0,
      createdMs: clock(),
      ...more,
    });

  /** Queues the job of a request, in one transaction with what makes it due. */
  const begin = async (
    { action }: Pick<PersonRequestRow, 'action'>,
    actor: PersonActor,
    settle: (inside: Store, jobId: number) => Promise<unknown>,
    request: () => number,
  ): Promise<void> => {
    const { stored } = action === 'export' ? await exchange.newFile() : { stored: '' };
    await exchange.beginPerson(
      {
        kind: action === 'export' ? 'person-export' : 'person-erase',
        fileName: `personal-data-${new Date(clock()).toISOString().slice(0, 10)}.tar.gz`,
        stored,
        options: { isDry: false, fetchesFiles: false, author: '' },
        ...actor,
      },
      async (inside, jobId) => {
        await settle(inside, jobId);
        return request();
      },
    );
  };

  const planOf = async ({ action, person, choices }: NewRequest) => ({
    plan: action === 'erase' ? await planErasure(person, choices, work) : [],
  });

  const start: PersonRequests['start'] = async (request, actor, isOwn) => {
    const planned = await planOf(request);
    let id = 0;
    const settle = async (inside: Store, jobId: number) => {
      id = await insert(inside, request, actor, { ...planned, state: 'started', isOwn: Number(isOwn), jobId });
      await note(inside, 'asked', id, request.action, actor);
    };
    await begin(request, actor, settle, () => id);
    return id;
  };

  const note = (inside: Store, what: string, id: number, action: PersonAction, actor: PersonActor) =>
    recordAudit(inside, {
      event: `person.${what}`,
      nowMs: clock(),
      userId: actor.userId,
      objectId: id,
      address: actor.address,
      detail: { action },
    });

  const send = async (inside: Store, to: string, subject: string, lines: readonly string[]): Promise<void> => {
    const { title, url, adminEmail } = await work.site(store);
    const body = [...lines, '', title, url].join('\n');
    const draft = { sender: adminEmail, recipient: to, subject: `[${title}] ${subject}`, body };
    const composed = composeMessage({ ...draft, html: false, headerLines: [], attachments: [] }, new Date(clock()));
    if ('message' in composed) await mail.enqueue(inside, composed.message, { reference: 'person:0' });
  };

  const ofToken = async (token: string) => {
    if (!/^[\w-]{43}$/.test(token)) return null;
    const [row] = await rows().find({ tokenHash: digest(token) });
    return row && row.tokenUntilMs > clock() ? withJob(row) : null;
  };

  return {
    start,
    ofToken,
    get,
    async askPerson(request, actor) {
      const [to] = request.person.emails;
      if (!to) throw personErrors.person_no_mail();
      const planned = await planOf(request);
      const token = newToken();
      const { serverUrl } = await work.site(store);
      return store.transaction(async (inside) => {
        const id = await insert(inside, request, actor, { ...planned, ...tokenColumns(token, clock() + confirmMs) });
        await note(inside, 'asked', id, request.action, actor);
        await send(inside, to, subjects[request.action], [
          wishes[request.action],
          'If that was not you, or you do not want it, ignore this mail: nothing happens.',
          '',
          'To confirm it, open this address within three days:',
          '',
          `${serverUrl}${personLinkPath(token)}`,
        ]);
        return id;
      });
    },
    async startConfirmed(id, choices, actor) {
      const found = await get(id);
      if (!found?.row.person) throw personErrors.person_request_not_found();
      if (!canStart(found)) throw personErrors.person_not_confirmed();
      const { row, job } = found;
      // What it has done before is not there any more, but belongs to what it does.
      const planned = row.state === 'confirmed' ? await planOf({ ...row, person: found.row.person, choices }) : {};
      const settle = async (inside: Store, jobId: number) => {
        // Of two administrators, one starts it.
        const changes = { ...planned, choices, state: 'started', jobId } as const;
        if ((await rows(inside).update({ id, state: row.state, jobId: row.jobId }, changes)) === 0)
          throw personErrors.person_not_confirmed();
        await note(inside, 'started', id, row.action, actor);
      };
      await begin(row, actor, settle, () => id);
      if (job) await exchange.remove(job.id);
    },
    async confirm(token, address) {
      const found = await ofToken(token);
      if (found?.row.state !== 'unconfirmed') return null;
      const { row } = found;
      const actor = { userId: row.person?.userId ?? 0, address };
      const confirm = async (inside: Store, changes: Partial<PersonRequestRow>) => {
        if ((await rows(inside).update({ id: row.id, state: 'unconfirmed' }, { isOwn: 1, ...changes })) === 0)
          throw personErrors.person_not_confirmed();
        await note(inside, 'confirmed', row.id, row.action, actor);
      };
      if (row.action === 'erase')
        // The same link says then that it is noted.
        await store.transaction((inside) => confirm(inside, { state: 'confirmed' }));
      else {
        // The same link leads to the archive then.
        const tokenUntilMs = clock() + archiveMs;
        const settle = (inside: Store, jobId: number) => confirm(inside, { state: 'started', jobId, tokenUntilMs });
        await begin(row, actor, settle, () => row.id);
      }
      return get(row.id);
    },
    async list(most) {
      const found = await rows().find({}, { by: 'id', direction: 'desc' }, { limit: most, offset: 0 });
      const ids = found.map(({ jobId }) => jobId).filter((id) => id > 0);
      const jobs = ids.length === 0 ? [] : await store.table(exchangeJobsTable).find({ id: { in: ids } });
      const byId = new Map(jobs.map((job) => [job.id, job]));
      return found.map((row) => ({ row, job: byId.get(row.jobId) ?? null }));
    },
    async ownOf(userId) {
      // Who asked may be an administrator: a person is known by what is stored of them, in which the number stands first.
      const person = { contains: `"userId":${userId},` };
      const found = await rows().find({ isOwn: 1, action: 'export', person }, { by: 'id', direction: 'desc' });
      return withJob(found.find((row) => row.person?.userId === userId));
    },
    async remove(id) {
      const found = await get(id);
      if (found?.job) await exchange.remove(found.job.id);
      await rows().remove({ id });
    },
    async archiveOf({ row, job }) {
      const isThere = row.action === 'export' && job?.state === 'done' && job.stored !== '';
      if (!isThere || job.endedMs + archiveMs <= clock()) return null;
      return exchange.pathOf(job);
    },
    async removeExpired() {
      const nowMs = clock();
      await rows().remove({ state: 'unconfirmed', tokenUntilMs: { from: 1, below: nowMs } });
      await rows().remove({ createdMs: { below: nowMs - rememberedMs } });
      const old = { kind: 'person-export', endedMs: { from: 1, below: nowMs - archiveMs } } as const;
      for (const job of await store.table(exchangeJobsTable).find(old)) {
        await exchange.remove(job.id);
        await rows().remove({ jobId: job.id });
      }
    },
  };
}

/** Whether an administrator may start it: an erasure that is confirmed, or that was begun and ended before all was done. */
export function canStart({ row, job }: PersonRequest): boolean {
  if (row.action !== 'erase' || row.person === null || row.state === 'unconfirmed') return false;
  return row.state === 'confirmed' || !job || job.state === 'failed' || job.state === 'cancelled';
}

const subjects = { export: 'Your personal data', erase: 'Erasure of your personal data' } as const;
const wishes = {
  export: 'Somebody asked for a copy of the personal data that this site has of you.',
  erase: 'Somebody asked that this site erases the personal data that it has of you.',
} as const;

export const personLinkPath = (token: string): string => `/wp-login.php?action=personal-data&token=${token}`;

const newToken = (): string => randomBytes(32).toString('base64url');
const digest = (token: string): string => hash('sha256', token, 'hex');
const tokenColumns = (token: string, untilMs: number) => ({ tokenHash: digest(token), tokenUntilMs: untilMs });
