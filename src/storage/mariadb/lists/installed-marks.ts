import type { Kysely } from 'kysely';
import { allTags } from '../../changes/change-log.ts';
import type { Tables } from '../../query/tables.ts';
import { markLog } from '../mariadb-log.ts';
import { readMeta, record } from '../migrate-mariadb.ts';
import { foreignMarks } from './foreign-marks.ts';
import { createTriggers, dropTriggers, hasTriggers, triggerVersion } from './installed-triggers.ts';

const versionName = 'marks';

/** Creates the triggers that mark the writes of other programs, unless they are there, or removes them. */
export async function installMarks(db: Kysely<Tables>, prefix: string, areWanted: boolean): Promise<void> {
  const triggers = foreignMarks(prefix);
  const version = triggerVersion(triggers);
  const stored = await readMeta(db, versionName);
  if (areWanted && stored === version && (await hasTriggers(db, triggers))) return;
  if (stored) await record(db, versionName, '');
  if (!areWanted) await dropTriggers(db, triggers);
  else if (await createTriggers(db, triggers)) {
    // Nobody was told what other programs wrote before.
    await markLog(db, allTags);
    await record(db, versionName, version);
  }
}
