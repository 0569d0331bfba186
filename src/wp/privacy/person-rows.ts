import { type AuditRow, auditLogTable } from '../../background/audit-log.ts';
import { mailJobsTable } from '../../background/mail/mail-jobs.ts';
import { mentionsAddress } from '../../rules/mail-address.ts';
import type { CommentVisibility } from '../../rules/visibility.ts';
import type { Comment } from '../../storage/rows.ts';
import type { AuthorRow, CommentFilter, Condition, ExtensionTable, Store } from '../../storage/store.ts';
import type { Person } from './person-table.ts';

/** How many rows are read, changed and committed together. */
export const batchRows = 200;

export const allComments: CommentVisibility = { anyOf: [{ approved: 'any' }] };

/** How the comments of a person are found, one way after the other. */
function commentFilters({ userId, emails }: Person): readonly CommentFilter[] {
  const byAccount = userId === 0 ? [] : [{ visibility: allComments, userIds: [userId] }];
  return [...byAccount, ...emails.map((authorEmail) => ({ visibility: allComments, authorEmail }))];
}

/** The comments of a person in batches. Each comes once, unless the caller changes what it was found by. */
export async function* commentsOf(person: Person, store: Store): AsyncGenerator<readonly Comment[]> {
  const filters = commentFilters(person);
  for (const [position, filter] of filters.entries()) {
    for (let after = 0; ; ) {
      const beyond = after === 0 ? {} : { beyond: { id: after, direction: 'asc' } as const };
      const order = { by: 'id', direction: 'asc' } as const;
      const rows = await store.comments.find({ ...filter, ...beyond }, order, { limit: batchRows, offset: 0 });
      const fresh = rows.filter((row) => !(position > 0 && row.userId === person.userId && person.userId > 0));
      if (fresh.length > 0) yield fresh;
      after = rows.at(-1)?.id ?? 0;
      if (rows.length < batchRows) break;
    }
  }
}

/** How many comments there are of a person. */
export async function countComments(person: Person, store: Store): Promise<number> {
  const { userId } = person;
  let sum = 0;
  for (const filter of commentFilters(person)) {
    sum += await store.comments.count(filter);
    if (filter.authorEmail !== undefined && userId > 0)
      sum -= await store.comments.count({ ...filter, userIds: [userId] });
  }
  return sum;
}

/** Everything that the account of a person is the author of, in batches. */
export async function* authoredBy({ userId }: Person, store: Store): AsyncGenerator<readonly AuthorRow[]> {
  if (userId === 0) return;
  for (let after = 0; ; ) {
    const rows = await store.posts.ofAuthor(userId, after, batchRows);
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < batchRows) return;
  }
}

/** The stored mail to or about a person, as ids in batches. */
export async function* mailOf({ emails }: Person, store: Store): AsyncGenerator<readonly number[]> {
  for (const email of emails) {
    for await (const rows of rowsOf(store, mailJobsTable, { message: { contains: email } })) {
      const found = rows.filter(({ message }) => mentionsAddress(JSON.stringify(message), email));
      if (found.length > 0) yield found.map(({ id }) => id);
    }
  }
}

/** Entries of the audit log that name an address of a person, such as of an invitation; in batches. */
export async function* auditNaming({ emails }: Person, store: Store): AsyncGenerator<readonly AuditRow[]> {
  const kind = 'account';
  for (const email of emails) {
    for (const where of [{ objectName: { contains: email } }, { detail: { contains: email } }]) {
      for await (const rows of rowsOf(store, auditLogTable, { ...where, kind })) {
        const found = rows.filter((row) => mentionsAddress(`${row.objectName} ${JSON.stringify(row.detail)}`, email));
        if (found.length > 0) yield found;
      }
    }
  }
}

/** The rows of a table that match, in batches by their ids. */
export async function* rowsOf<Row extends { id: number }>(
  store: Store,
  table: ExtensionTable<Row>,
  where: Condition<Row>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ; ) {
    // Every row of these tables has a number as its id.
    const beyond = { ...where, id: { from: after + 1 } } as Condition<Row>;
    const rows = await store.table(table).find(beyond, { by: 'id', direction: 'asc' }, { limit: batchRows, offset: 0 });
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < batchRows) return;
  }
}
