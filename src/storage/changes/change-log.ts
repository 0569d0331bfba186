import type { Param } from '../query/param.ts';
import { statement } from '../query/statement.ts';
import type { StatementRunner } from '../query/statement-runner.ts';
import type { TouchedTags } from '../store/changes.ts';

const keptRows = 5000;
/** Above this many tags a log row contains `allTags`, so that a bulk import does not fill the log. */
const tagLimit = 400;
/** The tag that means all tags. */
export const allTags = '*';

const addToLog = statement(({ db }, { tags, at }: { tags: Param<string>; at: Param<number> }) =>
  db.insertInto('platen_changes').values({ tags, at }),
);

const pruneLog = statement(({ db }, { last }: { last: Param<number> }) =>
  db.deleteFrom('platen_changes').where('seq', '<=', last),
);

/** Logs what a transaction touched, as its last statement; readers of the log see it after the commit. */
export async function logChange(runner: StatementRunner, touched: ReadonlySet<string>): Promise<void> {
  const tags = touched.size > tagLimit || touched.has(allTags) ? allTags : JSON.stringify([...touched]);
  const { id } = await runner.change(addToLog, { tags, at: Date.now() });
  if (id % 500 === 0) await runner.change(pruneLog, { last: id - keptRows });
}

/** The union of the tags of log rows. */
export function readTags(rows: readonly { readonly tags: string }[]): TouchedTags {
  const touched = new Set<string>();
  for (const { tags } of rows) {
    if (tags === allTags) return 'everything';
    const listed: string[] = JSON.parse(tags);
    for (const tag of listed) touched.add(tag);
  }
  return touched;
}
