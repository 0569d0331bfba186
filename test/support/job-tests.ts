import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type JobName, jobNames } from '../../src/lib/jobs.ts';

const site = 'test/api/jobs/background-jobs.test.ts';
const server = 'test/store/store-jobs.test.ts';

/** Where each job of the program is made to fail; one without a test does not compile. */
const jobTests = {
  'audit log pruning': site,
  'change log': 'src/storage/mariadb/mariadb-changes.test.ts',
  'content model': 'test/api/types/content-model.reload.test.ts',
  'continuous backup': 'test/process/backup.test.ts',
  'database servers': server,
  dump: site,
  'feed watch': site,
  'foreign changes': server,
  'imports and exports': site,
  'list orders': site,
  lists: server,
  mail: site,
  'meta index comparison': server,
  'password mail': site,
  'personal data requests': site,
  'picture copies': site,
  prefetch: server,
  queue: site,
  'redirect hits': site,
  'rendered texts': site,
  replica: server,
  'response cache': site,
  'scheduled posts': site,
  'search comparison': server,
  'search index': site,
  triggers: 'src/storage/mariadb/lists/trigger-setup.test.ts',
  unhandled: 'test/process/rejections.test.ts',
  'upload leases': 'src/media/upload-claims.test.ts',
  'upload recovery': site,
  webhooks: site,
} as const satisfies Record<JobName, string>;
type Test = (typeof jobTests)[JobName];

/** The jobs that a file of tests lets fail. */
export type JobTestedIn<File extends Test> = {
  [Name in JobName]: (typeof jobTests)[Name] extends File ? Name : never;
}[JobName];

export const jobsTestedIn = (file: Test): JobName[] => jobNames.filter((name) => jobTests[name] === file);

/** The jobs that their file of tests does not name. */
export function untestedJobs(): JobName[] {
  const root = new URL('../../', import.meta.url);
  const textOf = (file: string): string => readFileSync(fileURLToPath(new URL(file, root)), 'utf8');
  return jobNames.filter((name) => !new RegExp(`['"]?\\b${name}\\b`).test(textOf(jobTests[name])));
}
