import { createHash } from 'node:crypto';
import type { Call } from '../api/call.ts';
import { json, type OutputOf } from '../lib/schema/json-schema.ts';
import { coversOwn } from '../rules/capabilities.ts';
import { wireDate } from '../rules/zone.ts';
import { type PendingRefusal, type PendingRow, pendingStates } from './pending-table.ts';

/** Why something was not done at its time. */
export const refusalSchema = json.object({ code: json.string, message: json.string, date_gmt: json.dateTime });

export const pendingSchema = json.object({
  id: json.integer,
  state: json.words(...pendingStates),
  action: json.words('create', 'update', 'delete'),
  path: json.string,
  type: json.string,
  item: json.orNull(json.integer),
  title: json.string,
  note: json.string,
  author: json.integer,
  author_name: json.string,
  // Whether it was proposed by a program with a credential of its own, and not by the person.
  by_program: json.boolean,
  created_gmt: json.dateTime,
  changed_gmt: json.dateTime,
  // Whether the caller may accept and decline it.
  can_decide: json.boolean,
  decided_by: json.orNull(json.integer),
  decided_by_name: json.string,
  reason: json.string,
  // Of what is proposed: another one after each edit.
  version: json.string,
  fields: json.mapOf(true),
  // Field → as it was and as it would be; empty for credentials that may not read.
  changes: json.mapOf(json.object({ from: true, to: true })),
  comments: json.listOf(
    json.object({ user: json.integer, user_name: json.string, date_gmt: json.dateTime, text: json.string }),
  ),
  // When it is published by itself, in the site's time and in GMT, and who said so.
  publish_date: json.orNull(json.dateTime),
  publish_date_gmt: json.orNull(json.dateTime),
  publish_by: json.orNull(json.integer),
  publish_by_name: json.string,
  release: json.orNull(json.integer),
  // Why it was not published when its time had come.
  refusal: json.orNull(refusalSchema),
  href: json.string,
});

export type ShownPending = OutputOf<typeof pendingSchema>;

/** Who decides: with the capability, or as the owner of the item. */
export function mayDecide(row: Pick<PendingRow, 'capability' | 'ownerId'>, { caller }: Pick<Call, 'caller'>): boolean {
  if (caller.userId === 0) return false;
  return caller.can(row.capability) || (row.ownerId === caller.userId && coversOwn(caller, 'content'));
}

/** Tells whoever decides whether they decide about what they have read. */
export const versionOf = ({ fields }: Pick<PendingRow, 'fields'>): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 20);

/** Seconds since the epoch as the interface shows them, in GMT. */
export const moment = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

const actionOf = ({ method, path }: PendingRow): 'create' | 'update' | 'delete' => {
  if (method === 'DELETE') return 'delete';
  return /\/\d+$/.test(path) ? 'update' : 'create';
};

/** When something is published by itself, as the interface shows it. */
export function shownSchedule(publishAt: number | null, { site }: Pick<Call, 'site'>) {
  if (!publishAt) return { publish_date: null, publish_date_gmt: null };
  const gmt = moment(publishAt);
  return { publish_date: wireDate(site.zone.toLocal(gmt.replace('T', ' '))), publish_date_gmt: gmt };
}

export const shownRefusal = (refusal: PendingRefusal | null) =>
  refusal ? { code: refusal.code, message: refusal.message, date_gmt: moment(refusal.at) } : null;

/** Pending changes as the interface shows them, with the names of people. */
export async function shownPending(rows: readonly PendingRow[], call: Call): Promise<ShownPending[]> {
  const people = rows.flatMap((row) => [
    row.authorId,
    row.decidedBy,
    row.publishBy ?? 0,
    ...row.comments.map(({ user }) => user),
  ]);
  const users = await call.store.users.byIds([...new Set(people)].filter((id) => id > 0));
  const names = new Map(users.map((user) => [user.id, user.displayName || user.login]));
  const nameOf = (id: number) => names.get(id) ?? '';
  const reads = coversOwn(call.caller, 'read');
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    action: actionOf(row),
    path: row.path,
    type: row.type,
    item: row.itemId || null,
    title: reads ? row.title : '',
    note: row.note,
    author: row.authorId,
    author_name: nameOf(row.authorId),
    by_program: /^(?:application-password|access-token) /.test(row.credential),
    created_gmt: moment(row.createdAt),
    changed_gmt: moment(row.changedAt),
    can_decide: row.state === 'open' && call.caller.ceiling === null && mayDecide(row, call),
    decided_by: row.decidedBy || null,
    decided_by_name: nameOf(row.decidedBy),
    reason: row.reason,
    version: versionOf(row),
    fields: row.fields,
    changes: reads ? row.changes : {},
    comments: row.comments.map(({ user, at, text }) => ({
      user,
      user_name: nameOf(user),
      date_gmt: moment(at),
      text,
    })),
    ...shownSchedule(row.publishAt, call),
    publish_by: (row.publishAt && row.publishBy) || null,
    publish_by_name: row.publishAt ? nameOf(row.publishBy ?? 0) : '',
    release: row.releaseId || null,
    refusal: shownRefusal(row.refusal),
    href: `${call.site.apiUrl}/platen/v1/pending-changes/${row.id}`,
  }));
}
