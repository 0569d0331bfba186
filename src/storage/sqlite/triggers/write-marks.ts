import { allTags } from '../../changes/change-log.ts';
import { contentTableNames } from '../../query/tables.ts';
import { trigger } from './trigger.ts';

/**
 * Every write to the content marks the log, whichever program it comes from: the first of a transaction adds a row that
 * says that anything may have changed, with the time 0. A transaction of ours puts its own row in the place of its mark;
 * a mark that is left is the write of another program.
 */
export function writeMarks(prefix: string): string[] {
  const log = `${prefix}platen_changes`;
  const isUnmarked = `(select at from ${log} order by seq desc limit 1) is not 0`;
  const mark = `insert into ${log} (tags, at) values ('${allTags}', 0)`;
  return contentTableNames.flatMap((table) =>
    ['insert', 'update', 'delete'].map((event) =>
      trigger(prefix, `mark_${table}_${event}`, `${event} on ${prefix}${table}`, [mark], isUnmarked),
    ),
  );
}

/**
 * Run at the start of a transaction: gives a mark that was left a time, so that it is not taken for the transaction's
 * own, and the next write of another program adds a mark again. A process that has read it reads it as another row.
 */
export const closeMark = (prefix: string): string => {
  const log = `${prefix}platen_changes`;
  return `update ${log} set at = ? where at = 0 and seq = (select max(seq) from ${log})`;
};
