import type { ExchangeJob } from './send-export-file.ts';
import type { ExchangeWords } from './words.ts';

/** How a job that is over ended, in words, and what to do next. */
export interface ExchangeOutcome {
  /** Whether all that was wanted was done. */
  readonly isWhole: boolean;
  readonly text: string;
  /** Empty where there is nothing to do. */
  readonly next: string;
}

type Report = NonNullable<ExchangeJob['report']>;
type Count = 'in_file' | 'imported' | 'present' | 'refused';

/** What an import is about; fields belong to these. */
const contentKinds = ['author', 'term', 'item', 'sticky', 'comment', 'row'];

const total = ({ rows }: Report, count: Count, kinds: readonly string[]): number =>
  rows.filter(({ kind }) => kinds.includes(kind)).reduce((sum, row) => sum + row[count], 0);

/** Null while the job is under way. */
export function outcomeOf(job: ExchangeJob, words: ExchangeWords): ExchangeOutcome | null {
  const { outcomes, next } = words;
  const again = { import: next.importAgain, restore: next.restoreAgain, export: next.exportAgain };
  const retry = again[job.kind === 'archive' ? 'export' : job.kind];
  if (job.state === 'queued' || job.state === 'running') return null;
  if (job.state === 'failed') return { isWhole: false, text: outcomes.failed[job.kind], next: retry };
  if (job.state === 'cancelled')
    return { isWhole: false, text: outcomes.cancelled, next: job.kind === 'import' ? next.importAgain : '' };
  if (job.report === null)
    return job.has_file
      ? { isWhole: true, text: outcomes.written, next: next.download }
      : { isWhole: false, text: outcomes.gone, next: next.exportNew };
  return job.kind === 'restore' ? restored(job, job.report, words) : imported(job, job.report, words);
}

function restored({ is_dry_run: isDry }: ExchangeJob, report: Report, words: ExchangeWords): ExchangeOutcome {
  const { outcomes, next } = words;
  const refused = total(report, 'refused', [...contentKinds, 'file']);
  if (isDry && refused === 0) return { isWhole: true, text: outcomes.archiveTried, next: next.replace };
  if (isDry) return { isWhole: false, text: outcomes.triedRefused(refused), next: next.reasons };
  if (refused > 0) return { isWhole: false, text: outcomes.replacedInPart(refused), next: next.reasons };
  return { isWhole: true, text: outcomes.replaced, next: '' };
}

function imported(job: ExchangeJob, report: Report, words: ExchangeWords): ExchangeOutcome {
  const { outcomes, next } = words;
  const content = (count: Count) => total(report, count, contentKinds);
  const files = (count: Count) => total(report, count, ['file']);
  const refused = content('refused');
  if (job.is_dry_run)
    return refused > 0
      ? { isWhole: false, text: outcomes.triedRefused(refused), next: next.reasons }
      : {
          isWhole: true,
          text: outcomes.tried(total(report, 'imported', ['item']), files('imported')),
          next: next.begin,
        };
  if (refused > 0) return { isWhole: false, text: outcomes.refused(refused, content('in_file')), next: next.reasons };
  if (files('refused') > 0)
    return job.fetches_files
      ? { isWhole: false, text: outcomes.filesMissing(files('refused'), files('in_file')), next: next.fetchAgain }
      : { isWhole: true, text: outcomes.textsOnly(files('refused')), next: next.fetchThem };
  const isNew = content('imported') + files('imported') > 0;
  const items = total(report, 'imported', ['item']);
  return { isWhole: true, text: isNew ? outcomes.cameIn(items, files('imported')) : outcomes.nothingNew, next: '' };
}
