import { addCount, differs, type Row, trigger } from './trigger.ts';

/**
 * Maintains post counts by type and status: of all posts (scope 0) and of an author's (1). Rows that inherit their
 * status, revisions apart, are counted by the type and status of their parent as well, because that decides who sees
 * them.
 */
export function postCountTriggers(prefix: string): string[] {
  return [...ownTriggers(prefix), ...childTriggers(prefix)];
}

const inherits = (row: string): string => `${row}.post_status = 'inherit' and ${row}.post_type <> 'revision'`;

function ownTriggers(prefix: string): string[] {
  const posts = `${prefix}posts`;
  const parent = (row: Row, column: string): string =>
    `coalesce((select q.${column} from ${posts} as q where q.ID = ${row}.post_parent and ${inherits(row)}), '')`;
  const count = (row: Row, step: number): string[] =>
    [`0, 0`, `1, ${row}.post_author`].map((scope) =>
      addCount(
        prefix,
        `select ${scope}, ${row}.post_type, ${row}.post_status, ${parent(row, 'post_type')}, ${parent(row, 'post_status')}, ${step} where true`,
      ),
    );
  const counted = ['post_type', 'post_status', 'post_author', 'post_parent'];
  return [
    trigger(prefix, 'count_insert', `insert on ${posts}`, count('new', 1)),
    trigger(prefix, 'count_delete', `delete on ${posts}`, count('old', -1)),
    trigger(
      prefix,
      'count_update',
      `update of ${counted.join(', ')} on ${posts}`,
      [...count('old', -1), ...count('new', 1)],
      differs(...counted),
    ),
  ];
}

/** Recounts the rows that inherit from a post that is added, removed or changed. */
function childTriggers(prefix: string): string[] {
  const posts = `${prefix}posts`;
  const move = (id: string, type: string, status: string, step: '-' | ''): string[] =>
    [
      ['0, 0', 'c.post_type, c.post_status'],
      ['1, c.post_author', 'c.post_author, c.post_type, c.post_status'],
    ].map(([scope, group]) =>
      addCount(
        prefix,
        `select ${scope}, c.post_type, c.post_status, ${type}, ${status}, ${step}count(*) from ${posts} as c where c.post_parent = ${id} and ${inherits('c')} group by ${group}`,
      ),
    );
  const of = (row: Row, step: '-' | ''): string[] => move(`${row}.ID`, `${row}.post_type`, `${row}.post_status`, step);
  const orphan = (row: Row, step: '-' | ''): string[] => move(`${row}.ID`, "''", "''", step);
  const hasChildren = (row: Row): string =>
    `exists (select 1 from ${posts} as c where c.post_parent = ${row}.ID and ${inherits('c')})`;
  return [
    trigger(
      prefix,
      'child_insert',
      `insert on ${posts}`,
      [...orphan('new', '-'), ...of('new', '')],
      hasChildren('new'),
    ),
    trigger(
      prefix,
      'child_delete',
      `delete on ${posts}`,
      [...of('old', '-'), ...orphan('old', '')],
      hasChildren('old'),
    ),
    trigger(
      prefix,
      'child_update',
      `update of post_type, post_status on ${posts}`,
      [...of('old', '-'), ...of('new', '')],
      `(${differs('post_type', 'post_status')}) and ${hasChildren('new')}`,
    ),
  ];
}
