import type { Call } from '../api/call.ts';
import { errors } from '../lib/errors.ts';
import { coversOwn } from '../rules/capabilities.ts';
import type { Condition } from '../storage/store.ts';
import { pendingErrors } from './pending-errors.ts';
import { type PendingRow, pendingTable } from './pending-table.ts';
import { credentialOf } from './propose.ts';
import { mayDecide, shownPending } from './shown-pending.ts';

/** The account; of its programs the one that proposed it, so that none has a hand in what another one proposes. */
export const isAuthor = (row: PendingRow, call: Call): boolean =>
  row.authorId === call.caller.userId &&
  (call.caller.ceiling === null || (coversOwn(call.caller, 'propose') && row.credential === credentialOf(call)));

/** A program that may not read sees what it proposed itself. */
const isOwn = (row: PendingRow, call: Call): boolean =>
  row.authorId === call.caller.userId && (coversOwn(call.caller, 'read') || row.credential === credentialOf(call));

/** Refuses credentials with scopes: it takes a person. */
export function refuseLimited({ caller }: Call): void {
  if (caller.ceiling !== null) throw pendingErrors.platen_pending_needs_person();
}

/** Who sees a pending change, wherever it is shown: its author, and whoever decides. */
export const maySeePending = (row: PendingRow, call: Call): boolean => isOwn(row, call) || mayDecide(row, call);

/** The changes that are the caller's own, as lists ask for them. */
export const ownChanges = (call: Call): Condition<PendingRow> => ({
  authorId: call.caller.userId,
  ...(coversOwn(call.caller, 'read') ? {} : { credential: credentialOf(call) }),
});

/** Those that the caller decides about: one condition, or the other, holds for each. */
export const decidedChanges = ({ caller }: Call): readonly [Condition<PendingRow>, Condition<PendingRow>?] => {
  const held = { capability: { in: [...caller.capabilities] } };
  return coversOwn(caller, 'content') ? [held, { ownerId: caller.userId }] : [held];
};

/** For those who see it; for others there is none. */
export async function permitSeeing({ id }: { readonly id?: number }, call: Call): Promise<PendingRow> {
  call.keepPrivate();
  if (call.caller.userId === 0) throw errors.rest_not_logged_in();
  const row = await rowAt(id ?? 0, call);
  if (!maySeePending(row, call)) throw pendingErrors.platen_pending_not_found();
  return row;
}

/** For people who decide about it. */
export async function permitDeciding(input: { readonly id?: number }, call: Call): Promise<void> {
  const row = await permitSeeing(input, call);
  refuseLimited(call);
  if (!mayDecide(row, call)) throw errors.rest_forbidden();
}

export async function rowAt(id: number, call: Call): Promise<PendingRow> {
  const [row] = await call.once(`pending change ${id}`, () => call.store.table(pendingTable).find({ id }));
  if (!row) throw pendingErrors.platen_pending_not_found();
  return row;
}

export async function shownAt(id: number, call: Call) {
  const [shown] = await shownPending([await rowAt(id, call)], call);
  if (!shown) throw pendingErrors.platen_pending_not_found();
  return shown;
}
