import type { Call } from '../api/call.ts';
import { withoutCapability } from '../rules/capabilities.ts';
import { refusalOf } from './decide.ts';
import { pendingErrors } from './pending-errors.ts';
import { isUnedited, lockedPending } from './pending-lock.ts';
import { type PendingRow, pendingTable } from './pending-table.ts';
import {
  baseOf,
  effective,
  fieldsIn,
  type PendingContext,
  recordPending,
  refuseTooLarge,
  tryWrite,
} from './propose.ts';
import { refuseOtherBase } from './save-beside.ts';
import { keepPlanAfterEdit } from './schedule.ts';
import { versionOf } from './shown-pending.ts';

export interface PendingEdit {
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly note?: string | undefined;
  /** The entity tag of the item that it is for from now on; undefined leaves it for the one it was made for. */
  readonly base?: string | undefined;
  /** The version of the change that was read; undefined for any. */
  readonly version?: string | undefined;
}

/** Replaces what is proposed by something else, which is tried in the same way, or the note. */
export async function editPending(
  row: PendingRow,
  sent: PendingEdit,
  call: Call,
  context: PendingContext,
): Promise<void> {
  if (row.state !== 'open') throw pendingErrors.platen_pending_decided();
  if (sent.version !== undefined && sent.version !== versionOf(row)) throw pendingErrors.platen_pending_edited();
  const account = call.caller.ceiling?.account ?? call.caller;
  const { note } = sent;
  const match = sent.fields && context.engine().registry.find(row.method, row.path);
  const fields = match ? fieldsIn(match, sent.fields ?? {}) : undefined;
  const current = match && sent.base !== undefined ? await baseOf(match, call, context.engine()) : undefined;
  const trying = { ...call, caller: account };
  const tried = fields && (await tryWrite({ ...row, fields }, trying, context));
  if (tried && 'failed' in tried) throw refusalOf(tried.failed);
  if (current !== undefined) refuseOtherBase(sent.base, current);
  if (tried && fields) refuseTooLarge({ fields, changes: tried.changes });
  const written = tried && fields && effective({ ...row, fields }, tried.changes);
  const mayWriteAll = account.can('unfiltered_html');
  const isClean = written && mayWriteAll && row.unfiltered !== 1 && (await needsNoFilter(row, trying, context));
  const edited = await call.store.transaction(async (store) => {
    const now = await lockedPending(store, row.id);
    if (sent.version !== undefined && versionOf(now) !== sent.version) throw pendingErrors.platen_pending_edited();
    const isTrusted = mayWriteAll && (now.unfiltered === 1 || (isClean && isUnedited(now, row)));
    const changes = {
      ...(tried ? { changes: tried.changes } : {}),
      ...(written ? { fields: written, refusal: null, unfiltered: isTrusted ? 1 : 0 } : {}),
      ...(current === undefined ? {} : { baseVersion: current }),
      ...(note === undefined ? {} : { note: note.trim() }),
      changedAt: Math.floor(call.now / 1000),
    };
    await store.table(pendingTable).update({ id: row.id }, changes);
    if (written) await keepPlanAfterEdit(store, { ...now, ...changes }, call, context);
    await recordPending(store, 'edited', now, call);
    return { ...now, ...changes };
  });
  call.forget();
  if (written) await context.previews.refresh(edited, call);
}

/**
 * Whether nothing would be removed from a change without the right to write all HTML. Whoever has that right may edit it
 * without reading every tag of somebody else, so that such a tag is not theirs from then on.
 */
async function needsNoFilter(row: PendingRow, call: Call, context: PendingContext): Promise<boolean> {
  const filtered = await tryWrite(row, { ...call, caller: withoutCapability(call.caller, 'unfiltered_html') }, context);
  const whole = await tryWrite(row, call, context);
  if ('failed' in filtered || 'failed' in whole) return false;
  return JSON.stringify(filtered.changes) === JSON.stringify(whole.changes);
}
