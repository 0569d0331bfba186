import { allTags } from '../../changes/change-log.ts';
import { contentTableNames } from '../../query/tables.ts';
import { isOther, type TableTrigger } from './triggers.ts';

/**
 * Each statement by which another program changes the content adds a row to the change log that says that anything may have
 * changed. It is committed with the change itself, so nobody is shown an old answer after it.
 */
export function foreignMarks(prefix: string): TableTrigger[] {
  // The time is that of the statement, however many rows it changes; unless the session has set it, for all statements.
  const isFirst = '(not (@platen_marked <=> now(6)) or abs(timestampdiff(second, now(6), sysdate(6))) > 0)';
  const token = '1 + floor(rand() * 281474976710654)';
  return contentTableNames.flatMap((table) =>
    ['insert', 'update', 'delete'].map((event) => {
      const name = `${prefix}platen_mark_${table}_${event}`;
      return {
        name,
        text: `create trigger \`${name}\` after ${event} on \`${prefix}${table}\` for each row
          if ${isOther} and ${isFirst} then
            set @platen_marked = now(6);
            insert into \`${prefix}platen_changes\` (tags, at, token)
              values ('${allTags}', floor(unix_timestamp(now(3)) * 1000), ${token});
          end if`,
      };
    }),
  );
}
