import type { Call } from '../api/call.ts';
import { runAtomicBatch } from '../http/batch/run-batch.ts';
import { hasFailed, type Step, type StepResponse } from '../http/batch/step.ts';
import { ApiError } from '../lib/errors.ts';
import { type Caller, withoutCapability } from '../rules/capabilities.ts';
import type { Store } from '../storage/store.ts';
import { pendingErrors } from './pending-errors.ts';
import { lockedUnedited } from './pending-lock.ts';
import { notPlanned, type PendingRow, pendingTable } from './pending-table.ts';
import { type PendingContext, recordPending } from './propose.ts';
import { versionOf } from './shown-pending.ts';

export interface Acceptance {
  /** What is written instead of what was proposed. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the item may have been changed since. */
  readonly over?: boolean;
  /** The version of the change that was looked at; undefined for any. */
  readonly version?: string | undefined;
  /** The time that it was to be carried out at; it is not, where that was changed. */
  readonly publishAt?: number;
  /** Whether everything is undone at the end: it is only found out whether it would be refused. */
  readonly isRehearsal?: boolean;
}

/**
 * Carries out a pending change as whoever accepts it: the ordinary operation with its own checks, under the condition that
 * the item and the change are as they were read, in one transaction with the note that it was accepted.
 */
export async function acceptPending(
  row: PendingRow,
  { fields = row.fields, over = false, version, publishAt, isRehearsal = false }: Acceptance,
  call: Call,
  context: PendingContext,
): Promise<void> {
  if (row.state !== 'open') throw pendingErrors.platen_pending_decided();
  if (version !== undefined && version !== versionOf(row)) throw pendingErrors.platen_pending_edited();
  const step = stepOf({ ...row, fields }, { over }, call);
  const { committed, responses } = await runAtomicBatch([step], call, context, {
    isRehearsal,
    alongside: async (store, [answered]) => {
      const now = await lockedUnedited(store, row);
      if (publishAt !== undefined && now.publishAt !== publishAt) throw pendingErrors.platen_pending_decided();
      await markAccepted(store, { ...now, fields }, { answered, planned: notPlanned }, call, context);
    },
  });
  const failed = responses.find(hasFailed);
  if (failed) throw refusalOf(failed);
  if (!committed && !isRehearsal) throw pendingErrors.platen_pending_decided();
}

/** The write of a change: as who accepts it, under the condition that the item is as it was. */
export function stepOf(row: PendingRow, { over }: { readonly over: boolean }, call: Call): Step {
  const headers: Record<string, string> =
    row.baseVersion === '' || over ? {} : { 'if-match': `"${row.baseVersion}-proposed"` };
  const body = { ...authorIn(row, call), ...row.fields };
  const { method, path } = row;
  return { method, path, headers, body, isLiteral: true, actor: writerOf(row, call.caller) };
}

interface Marking {
  readonly answered: StepResponse | undefined;
  /** What stays of a plan to carry it out. */
  readonly planned: Partial<Pick<PendingRow, 'publishAt' | 'publishBy' | 'releaseId' | 'refusal'>>;
}

/** Notes in the transaction of the write that the change, which is locked, was accepted. */
export async function markAccepted(
  store: Store,
  row: PendingRow,
  { answered, planned }: Marking,
  call: Call,
  { previews }: Pick<PendingContext, 'previews'>,
): Promise<void> {
  const changes = {
    ...planned,
    state: 'accepted',
    itemId: row.itemId || idIn(answered),
    fields: row.fields,
    decidedBy: call.caller.userId,
    changedAt: Math.floor(call.now / 1000),
  } as const;
  if ((await store.table(pendingTable).update({ id: row.id, state: 'open' }, changes)) === 0)
    throw pendingErrors.platen_pending_decided();
  await previews.end(store, [row.id]);
  await recordPending(store, 'accepted', row, call);
}

/** Texts of somebody who may not write all HTML stay filtered, whoever accepts them. */
export const writerOf = ({ unfiltered }: Pick<PendingRow, 'unfiltered'>, caller: Caller): Caller =>
  unfiltered === 1 ? caller : withoutCapability(caller, 'unfiltered_html');

/** A new post belongs to who proposed it, where whoever accepts may say so; what they changed themselves is theirs. */
function authorIn({ method, itemId, capability, authorId }: PendingRow, { caller }: Call): Record<string, number> {
  const isNewPost = method === 'POST' && itemId === 0 && capability.startsWith('edit_others_');
  return isNewPost && authorId !== caller.userId && caller.can(capability) ? { author: authorId } : {};
}

function idIn(answered: StepResponse | undefined): number {
  const body = answered?.body;
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : 0;
  return typeof id === 'number' ? id : 0;
}

/** The refusal of the operation itself; where the item is another one by now, the conflict with its present state. */
export function refusalOf({ status, body }: StepResponse): ApiError {
  const { code = 'rest_forbidden', message = '', data } = Object(body);
  const details = typeof data === 'object' && data !== null ? { ...data } : {};
  if (status === 412)
    return pendingErrors.platen_pending_conflict(undefined, { details: { current: details['current'] } });
  const { status: _status, ...rest } = details;
  return new ApiError(String(code), status, String(message), { details: rest });
}
