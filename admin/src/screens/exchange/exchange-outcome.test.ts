import { expect, it } from 'vitest';
import { outcomeOf } from './exchange-outcome.ts';
import type { ExchangeJob } from './send-export-file.ts';
import { exchangeWords } from './words.ts';

type Row = NonNullable<ExchangeJob['report']>['rows'][number];

const row = (kind: string, counts: Partial<Row>): Row => ({
  kind,
  of: '',
  in_file: 0,
  imported: 0,
  present: 0,
  changed: 0,
  refused: 0,
  ...counts,
});

const posts = row('item', { in_file: 12, imported: 12 });
const noFile = row('file', { in_file: 37, refused: 37 });

const job = (changes: Partial<ExchangeJob>, ...rows: Row[]): ExchangeJob => ({
  id: 1,
  kind: 'import',
  state: 'done',
  file_name: 'old.xml',
  has_file: false,
  is_dry_run: false,
  fetches_files: true,
  is_cancelled: false,
  progress: { done: 1, all: 1, items: 12, files: 37 },
  report: rows.length > 0 ? { rows, notes: [], more_notes: 0 } : null,
  error: '',
  user: 1,
  created: '2026-01-01T00:00:00',
  ended: '2026-01-01T00:00:01',
  attempts: 1,
  ...changes,
});

const { en } = exchangeWords;

it.each<[name: string, job: ExchangeJob, isWhole: boolean, text: RegExp, next: string]>([
  ['all came in', job({}, posts, row('file', { in_file: 1, imported: 1 })), true, /Everything.*12 items, 1 file\./, ''],
  ['all was there', job({}, row('item', { in_file: 2, present: 2 })), true, /Nothing was added/, ''],
  ['no file', job({}, posts, noFile), false, /none of 37 files could be fetched/, en.next.fetchAgain],
  [
    'some files',
    job({}, posts, row('file', { in_file: 37, imported: 32, refused: 5 })),
    false,
    /5 of 37 files could not be fetched/,
    en.next.fetchAgain,
  ],
  ['files not wanted', job({ fetches_files: false }, posts, noFile), true, /37 files stayed/, en.next.fetchThem],
  [
    'refused content',
    job({}, row('item', { in_file: 12, imported: 9, refused: 3 })),
    false,
    /3 of 12 items were refused/,
    en.next.reasons,
  ],
  ['only tried', job({ is_dry_run: true }, posts), true, /Nothing was changed. 12 items/, en.next.begin],
  ['import failed', job({ state: 'failed' }, posts), false, /stopped before the end/, en.next.importAgain],
  ['export failed', job({ kind: 'export', state: 'failed' }), false, /No file was written/, en.next.exportAgain],
  ['export', job({ kind: 'export', has_file: true }), true, /ready/, en.next.download],
  ['export without its file', job({ kind: 'archive' }), false, /not here any more/, en.next.exportNew],
  ['restore', job({ kind: 'restore' }, row('row', { in_file: 9, imported: 9 })), true, /was replaced/, ''],
  [
    'restore with a file that was refused',
    job({ kind: 'restore' }, row('file', { in_file: 9, imported: 8, refused: 1 })),
    false,
    /1 part of it was left out/,
    en.next.reasons,
  ],
  ['restore failed', job({ kind: 'restore', state: 'failed' }), false, /was not replaced/, en.next.restoreAgain],
  ['stopped', job({ state: 'cancelled' }), false, /stopped/, en.next.importAgain],
])('says how it ended and what to do next: %s', (_name, ended, isWhole, text, next) => {
  const outcome = outcomeOf(ended, en);
  expect(outcome).toMatchObject({ isWhole, next });
  expect(outcome?.text).toMatch(text);
});

it('says nothing of a job that is under way', () => {
  expect(outcomeOf(job({ state: 'running' }), en)).toBeNull();
});
