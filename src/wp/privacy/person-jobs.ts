import type { ExchangeProgress, PersonExchange } from '../../transfer/exchange-table.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { isOf, mentions, termsOf } from './find-person.ts';
import { type Person, type PersonRequestRow, personRequestsTable } from './person-table.ts';
import type { PersonWork } from './person-work.ts';
import { writePersonArchive } from './write-person-archive.ts';

/** What the jobs of imports and exports do for requests of people. */
export function personExchange(work: PersonWork): PersonExchange {
  const { store, clock } = work;
  const requestOf = async (id: number) => (await store.table(personRequestsTable).find({ id }))[0];
  return {
    async exportTo(id, path, watch) {
      const row = await requestOf(id);
      if (!row?.person) throw new Error('Nobody knows any more whose data is wanted. Ask again.');
      const { title, url } = await work.site(store);
      const progress = counting(watch);
      await writePersonArchive(path, {
        person: row.person,
        site: { title, url },
        madeAt: new Date(clock()).toISOString(),
        batches: exportPerson(row.person, work),
        watch: (rows, files) => progress(rows, files),
      });
    },
    async erase(id, watch, removeJob) {
      const row = await requestOf(id);
      // Killed after the last step: everything is done but to say so.
      if (!row?.person) return;
      const progress = counting(watch);
      await erasePerson(row.person, row.choices, work, (done) => progress(done, 0));
      await forgetRequests(row, row.person, work, removeJob);
    },
  };
}

function counting(watch: (progress: ExchangeProgress) => void) {
  let [items, files] = [0, 0];
  return (rows: number, more: number): void => {
    items += rows;
    files += more;
    watch({ done: items, all: null, items, files });
  };
}

/** What was asked for the person before, with its archives; the request itself stays without telling who it was. */
async function forgetRequests(
  row: PersonRequestRow,
  person: Person,
  { store }: PersonWork,
  removeJob: (id: number) => Promise<void>,
): Promise<void> {
  const rows = store.table(personRequestsTable);
  const terms = termsOf(person);
  for (const other of await rows.find({})) {
    if (other.id === row.id || !other.person) continue;
    const isSame = other.person.userId > 0 && other.person.userId === person.userId;
    if (!isSame && !other.person.emails.some((email) => isOf(email, person))) continue;
    if (other.jobId > 0) await removeJob(other.jobId);
    await rows.remove({ id: other.id });
  }
  const reason = mentions(row.reason, terms) ? '' : row.reason;
  await rows.update({ id: row.id }, { person: null, reason, tokenHash: '', tokenUntilMs: 0 });
}
