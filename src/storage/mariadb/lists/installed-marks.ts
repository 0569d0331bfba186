import type { Kysely } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import { readMeta, record } from '../migrate-mariadb.ts';
import { foreignMarks } from './foreign-marks.ts';
import { createTriggers, dropTriggers, hasTriggers, triggerVersion } from './installed-triggers.ts';

const versionName = 'marks';

/**
 * Creates the triggers that mark the writes of other programs, unless they are there, or removes them. Returns whether
 * they are there.
 */
export async function installMarks(db: Kysely<Tables>, prefix: string, areWanted: boolean): Promise<boolean> {
  const triggers = foreignMarks(prefix);
  const version = triggerVersion(triggers);
  const stored = await readMeta(db, versionName);
  if (areWanted && stored === version && (await hasTriggers(db, triggers))) return true;
  if (stored) await record(db, versionName, '');
  if (!areWanted) await dropTriggers(db, triggers);
  if (!areWanted || !(await createTriggers(db, triggers))) return false;
  await record(db, versionName, version);
  return true;
}
