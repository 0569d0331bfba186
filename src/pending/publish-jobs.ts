import { randomUUID } from 'node:crypto';
import { askAsVisitor } from '../api/answer.ts';
import type { Call } from '../api/call.ts';
import { createCall, type Engine } from '../api/engine.ts';
import { emptyTree } from '../api/params.ts';
import { errorStatus } from '../api/reply.ts';
import type { ApiRequest } from '../api/request.ts';
import type { Queue } from '../background/queue.ts';
import { Postponed, type QueueJob } from '../background/queue-topic.ts';
import { ApiError, errors } from '../lib/errors.ts';
import { type Caller, system } from '../rules/capabilities.ts';
import type { Store } from '../storage/store.ts';
import { acceptPending } from './decide.ts';
import { pendingErrors } from './pending-errors.ts';
import { isUnedited, lockPending } from './pending-lock.ts';
import { pendingTable } from './pending-table.ts';
import { type PendingContext, recordPending } from './propose.ts';
import { mailUnpublished, refusalAt } from './refused.ts';
import { publishRelease } from './releases/publish-release.ts';
import { lockRelease, recordRelease } from './releases/release-rows.ts';
import { releasesTable } from './releases/release-table.ts';
import { type PublishJob, publishTopic } from './schedule.ts';
import { mayDecide } from './shown-pending.ts';

export interface PublishWork {
  readonly store: Store;
  readonly clock: () => number;
  /** What pending changes are carried out with, for the content model of now. */
  readonly context: () => PendingContext;
  /** The rights of a user now; null for one that is gone. */
  readonly callerFor: (userId: number) => Promise<Caller | null>;
}

/** How often it is tried where the server itself fails; then whoever wanted it is told. */
const attempts = 8;

/** After this it is read and tried again. */
const againMs = 1_000;

/** Publishes changes and releases at their time, with the rights that who set the time has then. */
export function publishAtTimes(queue: Queue, work: PublishWork): void {
  queue.handle({
    name: publishTopic,
    handle: (job) => publish(job, work),
    deadlineMs: 600_000,
    concurrency: 2,
    finishes: true,
    retries: { maxAttempts: attempts, longestDelayMs: 60_000 },
  });
}

/** What is planned: how it is done, and what is noted where it is refused. */
interface Planned {
  readonly publishBy: number;
  readonly carryOut: (call: Call, context: PendingContext) => Promise<void>;
  readonly note: (error: ApiError, call: Call, context: PendingContext) => Promise<void>;
}

async function publish({ payload, attempt }: QueueJob, work: PublishWork): Promise<void> {
  // It was queued by `enqueuePublishing`.
  const job = payload as PublishJob;
  const left = job.at * 1000 - work.clock();
  if (left > 0) throw new Postponed(left, 'Its time has not come.');
  const planned = await ('change' in job ? plannedChange(job, work) : plannedRelease(job, work));
  if (!planned) return;
  const context = work.context();
  const caller = await work.callerFor(planned.publishBy);
  try {
    if (!caller) throw pendingErrors.platen_pending_no_account();
    await planned.carryOut(await callAs(caller, work.store, context.engine()), context);
  } catch (error) {
    if (isEdited(error)) throw takenUp();
    if (isPassing(error) && attempt < attempts) throw error;
    const told = error instanceof ApiError ? error : errors.rest_internal_error();
    await planned.note(told, await callAs(caller ?? system, work.store, context.engine()), context);
    if (told !== error) throw error;
  }
}

/** Somebody edited it while it was carried out: what it says now is. */
const isEdited = (error: unknown): boolean =>
  error instanceof ApiError && ['platen_pending_edited', 'platen_release_edited'].includes(error.code);

const takenUp = () => new Postponed(againMs, 'It was edited or planned by somebody meanwhile.');

/** Whether it may go well later: the fault is the server's. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const status = errorStatus(error, system);
  return status >= 500 || status === 429;
}

/** Null where it was published, or its time was changed. */
async function plannedChange(job: { readonly change: number; readonly at: number }, { store }: PublishWork) {
  const where = { id: job.change, state: 'open', publishAt: job.at } as const;
  const [row] = await store.table(pendingTable).find(where);
  if (!row) return null;
  const publishBy = row.publishBy ?? 0;
  return {
    publishBy,
    carryOut: async (call, context) => {
      if (!mayDecide(row, call)) throw errors.rest_forbidden();
      await acceptPending(row, { publishAt: job.at }, call, context);
    },
    note: async (error, call, context) => {
      const refusal = refusalAt(error, call.now);
      await store.transaction(async (inside) => {
        await lockPending(inside, [row.id]);
        const [now] = await inside.table(pendingTable).find(where);
        if (!now) return;
        if (now.publishBy !== row.publishBy || !isUnedited(now, row)) throw takenUp();
        await inside.table(pendingTable).update({ id: row.id }, { publishAt: 0, publishBy: 0, refusal });
        await recordPending(inside, 'refused', row, call);
        const adminPath = 'proposals';
        await mailUnpublished(inside, { title: row.title, adminPath, userId: publishBy, refusal }, call, context);
      });
    },
  } satisfies Planned;
}

async function plannedRelease(job: { readonly release: number; readonly at: number }, { store }: PublishWork) {
  const where = { id: job.release, state: 'open', publishAt: job.at } as const;
  const [row] = await store.table(releasesTable).find(where);
  if (!row) return null;
  const { publishBy } = row;
  return {
    publishBy,
    carryOut: async (call, context) => {
      await publishRelease(row, { publishAt: job.at }, call, context);
    },
    note: async (error, call, context) => {
      const refusal = refusalAt(error, call.now);
      await store.transaction(async (inside) => {
        await lockRelease(inside, row.id);
        const [now] = await inside.table(releasesTable).find(where);
        if (!now) return;
        if (now.publishBy !== publishBy) throw takenUp();
        await inside.table(releasesTable).update({ id: row.id }, { publishAt: 0, publishBy: 0, refusal });
        await recordRelease(inside, 'refused', row, call);
        const adminPath = `releases/${row.id}`;
        await mailUnpublished(inside, { title: row.name, adminPath, userId: publishBy, refusal }, call, context);
      });
    },
  } satisfies Planned;
}

/** A call of a person without a request of theirs: with their rights, and from no address. */
async function callAs(caller: Caller, store: Store, engine: Engine): Promise<Call> {
  const request: ApiRequest = {
    id: randomUUID(),
    method: 'POST',
    path: '/',
    query: emptyTree(),
    headers: {},
    remoteAddress: '',
    secure: true,
    body: async () => ({ kind: 'none' }),
  };
  const site = await engine.site(store);
  const sharing = { allowed: false };
  const own = { caller, credential: null, store, site, sharing, tags: new Set<string>() };
  return createCall(request, engine, { ...own, ask: askAsVisitor(engine) });
}
