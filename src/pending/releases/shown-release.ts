import { createHash } from 'node:crypto';
import type { Call } from '../../api/call.ts';
import { json, type OutputOf } from '../../lib/schema/json-schema.ts';
import { coversOwn } from '../../rules/capabilities.ts';
import type { PendingRow } from '../pending-table.ts';
import { moment, refusalSchema, shownRefusal, shownSchedule, versionOf } from '../shown-pending.ts';
import { type ReleaseRow, releaseStates } from './release-table.ts';

/** What every answer says of a release. */
export const releaseMembers = {
  id: json.integer,
  state: json.words(...releaseStates),
  name: json.string,
  note: json.string,
  author: json.integer,
  author_name: json.string,
  created_gmt: json.dateTime,
  changed_gmt: json.dateTime,
  // When it is published by itself, in the site's time and in GMT, and who said so.
  publish_date: json.orNull(json.dateTime),
  publish_date_gmt: json.orNull(json.dateTime),
  publish_by: json.orNull(json.integer),
  publish_by_name: json.string,
  published_gmt: json.orNull(json.dateTime),
  published_by: json.orNull(json.integer),
  published_by_name: json.string,
  // Why it was not published when its time had come.
  refusal: json.orNull(refusalSchema),
  // Whether the caller may name it, remove it and take the time from it.
  can_manage: json.boolean,
  href: json.string,
};

export const releaseSchema = json.object(releaseMembers);

export type ShownRelease = OutputOf<typeof releaseSchema>;

/** Who may publish something sees what is published together. */
export function maySeeReleases({ caller }: Pick<Call, 'caller'>): boolean {
  const { capabilities } = caller.ceiling?.account ?? caller;
  return [...capabilities].some((one) => one.startsWith('publish_')) && coversOwn(caller, 'read');
}

/** Its maker, and those who edit what others write. */
export const mayManage = ({ createdBy }: Pick<ReleaseRow, 'createdBy'>, { caller }: Pick<Call, 'caller'>): boolean =>
  createdBy === caller.userId || [...caller.capabilities].some((one) => one.startsWith('edit_others_'));

/** Tells whoever publishes whether they publish what they have read. */
export const releaseVersion = (members: readonly PendingRow[]): string =>
  createHash('sha256')
    .update(JSON.stringify(members.map((row) => [row.id, versionOf(row)])))
    .digest('hex')
    .slice(0, 20);

/** Releases as the interface shows them, with the names of people. */
export async function shownReleases(rows: readonly ReleaseRow[], call: Call): Promise<ShownRelease[]> {
  const people = rows.flatMap((row) => [row.createdBy, row.publishBy, row.publishedBy]);
  const users = await call.store.users.byIds([...new Set(people)].filter((id) => id > 0));
  const names = new Map(users.map((user) => [user.id, user.displayName || user.login]));
  const nameOf = (id: number) => names.get(id) ?? '';
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    name: row.name,
    note: row.note,
    author: row.createdBy,
    author_name: nameOf(row.createdBy),
    created_gmt: moment(row.createdAt),
    changed_gmt: moment(row.changedAt),
    ...shownSchedule(row.publishAt, call),
    publish_by: (row.publishAt && row.publishBy) || null,
    publish_by_name: row.publishAt ? nameOf(row.publishBy) : '',
    published_gmt: row.publishedAt ? moment(row.publishedAt) : null,
    published_by: row.publishedBy || null,
    published_by_name: nameOf(row.publishedBy),
    refusal: shownRefusal(row.refusal),
    can_manage: call.caller.ceiling === null && mayManage(row, call),
    href: `${call.site.apiUrl}/platen/v1/releases/${row.id}`,
  }));
}
