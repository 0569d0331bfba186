import type { Call } from '../api/call.ts';
import { versionsIn } from '../api/entity-tag.ts';
import { errors } from '../lib/errors.ts';
import { refusalOf } from './decide.ts';
import { pendingErrors } from './pending-errors.ts';
import { notPlanned, type PendingRow } from './pending-table.ts';
import {
  baseOf,
  credentialOf,
  effective,
  insertPending,
  ownerOf,
  type PendingContext,
  tryWrite,
  writeOf,
} from './propose.ts';

/** What a person wants to keep beside what is stored. */
export interface SavedBeside {
  /** The last segment of the collection, such as `posts`. */
  readonly type: string;
  readonly item: number | undefined;
  readonly isRemoval: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly note: string;
  /** The entity tag of the item as it was read; undefined for whatever it is now. */
  readonly base: string | undefined;
}

/**
 * Keeps what a person has written beside an item as a pending change: tried like any proposal, and decided about like one,
 * by its author too where they may write the item.
 */
export async function saveBeside(sent: SavedBeside, call: Call, context: PendingContext): Promise<number> {
  const { type: base, item, isRemoval, note } = sent;
  const method = isRemoval ? 'DELETE' : 'POST';
  const path = `/wp/v2/${base}${item === undefined ? '' : `/${item}`}`;
  const match = /^[\w-]+$/.test(base) ? context.engine().registry.find(method, path) : null;
  const type = match && context.proposable(match, method);
  if (!match || !type || (isRemoval && item === undefined)) throw pendingErrors.platen_pending_not_possible();
  const write = writeOf(match, sent.fields, method);
  const baseVersion = await baseOf(match, call, context.engine());
  const tried = await tryWrite(write, call, context);
  if ('failed' in tried) throw refusalOf(tried.failed);
  refuseOtherBase(sent.base, baseVersion);
  const fields = effective(write, tried.changes);
  if (item !== undefined && !isRemoval && Object.keys(fields).length === 0)
    throw pendingErrors.platen_pending_nothing();
  const seconds = Math.floor(call.now / 1000);
  const row: Omit<PendingRow, 'id'> = {
    ...write,
    ...tried,
    fields,
    type: type.type,
    itemId: item ?? 0,
    state: 'open',
    baseVersion,
    note: note.trim(),
    authorId: call.caller.userId,
    credential: personOr(call),
    ownerId: type.stored === 'post' ? await ownerOf(item ?? 0, call) : 0,
    capability: type.capability,
    unfiltered: call.caller.can('unfiltered_html') ? 1 : 0,
    createdAt: seconds,
    changedAt: seconds,
    decidedBy: 0,
    reason: '',
    comments: [],
    ...notPlanned,
  };
  return insertPending(row, call);
}

/** Refuses a change for another version of the item than its writer has read. */
export function refuseOtherBase(base: string | undefined, version: string): void {
  if (base === undefined) return;
  const named = versionsIn(base);
  if (named.length === 0)
    throw errors.rest_invalid_param({ params: { base: 'base is not the entity tag of an item.' } });
  if (named !== '*' && !named.includes(version)) throw pendingErrors.platen_pending_conflict();
}

/** A person is the same one in each of their sessions; a program is told by its credential. */
function personOr(call: Call): string {
  const credential = credentialOf(call);
  return /^(?:application-password|access-token) /.test(credential) ? credential : '';
}
