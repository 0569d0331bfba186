/** The row before or after a write. */
export type Row = 'new' | 'old';

/** A trigger that runs these statements after an event on a table. */
export function trigger(prefix: string, name: string, event: string, body: readonly string[], when?: string): string {
  const condition = when ? ` when ${when}` : '';
  return `create trigger ${prefix}platen_${name} after ${event}${condition} begin ${body.join('; ')}; end`;
}

/** Whether a write changes one of these columns. */
export const differs = (...columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is not new.${column}`).join(' or ');

/** Adds to a count of posts, inserting it where there is none yet. */
export const addCount = (prefix: string, select: string): string =>
  `insert into ${prefix}platen_counts (scope, owner, post_type, post_status, parent_type, parent_status, n) ${select} ` +
  'on conflict do update set n = n + excluded.n';
