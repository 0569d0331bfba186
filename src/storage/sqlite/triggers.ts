import { allTags } from '../changes/change-log.ts';
import { contentTableNames } from '../query/tables.ts';

/** The row before or after a write. */
type Row = 'new' | 'old';

/** A trigger that runs these statements after an event on a table. */
export function trigger(prefix: string, name: string, event: string, body: readonly string[], when?: string): string {
  const condition = when ? ` when ${when}` : '';
  return `create trigger ${prefix}platen_${name} after ${event}${condition} begin ${body.join('; ')}; end`;
}

/** Whether a write changes one of these columns. */
export const differs = (...columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is not new.${column}`).join(' or ');

/** Adds to a count of posts, inserting it where there is none yet. */
const addCount = (prefix: string, select: string): string =>
  `insert into ${prefix}platen_counts (scope, owner, post_type, post_status, parent_type, parent_status, n) ${select} ` +
  'on conflict do update set n = n + excluded.n';

/** Triggers that maintain the summary tables, whichever program writes. */
export function summaryTriggers(prefix: string): string[] {
  return [
    ...postCountTriggers(prefix),
    ...termPostTriggers(prefix),
    ...termNameTriggers(prefix),
    ...commentCountTriggers(prefix),
  ];
}

/**
 * Maintains post counts by type and status: of all posts (scope 0) and of an author's (1). Rows that inherit their
 * status, revisions apart, are counted by the type and status of their parent as well, because that decides who sees
 * them.
 */
function postCountTriggers(prefix: string): string[] {
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

/**
 * Maintains the list of posts by term in date order, and their counts by term (scope 2), type and status. An entry is
 * deleted with one condition per column: for a row value SQLite uses fewer columns and scans all posts of one date.
 */
function termPostTriggers(prefix: string): string[] {
  const [posts, held, lists] = [`${prefix}posts`, `${prefix}term_relationships`, `${prefix}platen_term_posts`];
  const listed = 'p.post_type, p.post_status, p.post_date, p.ID';
  const enter = (row: Row): string[] => [
    `insert or replace into ${lists} select r.term_taxonomy_id, ${listed} from ${held} as r join ${posts} as p on p.ID = r.object_id where r.object_id = ${row}.ID`,
    addCount(
      prefix,
      `select 2, r.term_taxonomy_id, ${row}.post_type, ${row}.post_status, '', '', 1 from ${held} as r where r.object_id = ${row}.ID`,
    ),
  ];
  const leave = (row: Row): string[] => [
    `delete from ${lists} where term_taxonomy_id in (select r.term_taxonomy_id from ${held} as r where r.object_id = ${row}.ID) and post_type = ${row}.post_type and post_status = ${row}.post_status and post_date = ${row}.post_date and post_id = ${row}.ID`,
    addCount(
      prefix,
      `select 2, r.term_taxonomy_id, ${row}.post_type, ${row}.post_status, '', '', -1 from ${held} as r where r.object_id = ${row}.ID`,
    ),
  ];
  const listedBy = ['post_type', 'post_status', 'post_date'];
  return [
    trigger(prefix, 'term_post_insert', `insert on ${posts}`, enter('new')),
    trigger(prefix, 'term_post_delete', `delete on ${posts}`, leave('old')),
    trigger(
      prefix,
      'term_post_update',
      `update of ${listedBy.join(', ')} on ${posts}`,
      [...leave('old'), ...enter('new')],
      differs(...listedBy),
    ),
    trigger(prefix, 'term_insert', `insert on ${held}`, [
      `insert or replace into ${lists} select new.term_taxonomy_id, ${listed} from ${posts} as p where p.ID = new.object_id`,
      addCount(
        prefix,
        `select 2, new.term_taxonomy_id, p.post_type, p.post_status, '', '', 1 from ${posts} as p where p.ID = new.object_id`,
      ),
    ]),
    trigger(prefix, 'term_delete', `delete on ${held}`, [
      `delete from ${lists} where term_taxonomy_id = old.term_taxonomy_id and (post_type, post_status, post_date) = (select p.post_type, p.post_status, p.post_date from ${posts} as p where p.ID = old.object_id) and post_id = old.object_id`,
      addCount(
        prefix,
        `select 2, old.term_taxonomy_id, p.post_type, p.post_status, '', '', -1 from ${posts} as p where p.ID = old.object_id`,
      ),
    ]),
  ];
}

/** Maintains the terms of each taxonomy in order of their folded names. */
function termNameTriggers(prefix: string): string[] {
  const [terms, rows, names] = [`${prefix}terms`, `${prefix}term_taxonomy`, `${prefix}platen_term_names`];
  const leave = (row: Row, also = ''): string => `delete from ${names} where term_id = ${row}.term_id${also}`;
  const enter = (id: string, taxonomy: string): string =>
    `insert or replace into ${names} select x.taxonomy, fold(t.name), t.term_id from ${terms} as t join ${rows} as x on x.term_id = t.term_id where t.term_id = ${id}${taxonomy}`;
  const ofNew = enter('new.term_id', '');
  const ofOld = leave('old', ' and taxonomy = old.taxonomy');
  return [
    trigger(prefix, 'name_insert', `insert on ${terms}`, [ofNew]),
    trigger(prefix, 'name_update', `update of name on ${terms}`, [leave('old'), ofNew], differs('name')),
    trigger(prefix, 'name_delete', `delete on ${terms}`, [leave('old')]),
    trigger(prefix, 'taxonomy_insert', `insert on ${rows}`, [enter('new.term_id', ' and x.taxonomy = new.taxonomy')]),
    trigger(prefix, 'taxonomy_update', `update of term_id, taxonomy on ${rows}`, [ofOld, ofNew]),
    trigger(prefix, 'taxonomy_delete', `delete on ${rows}`, [ofOld]),
  ];
}

/** Maintains the counts of comments by status and type, and by the type, status and protection of their post. */
function commentCountTriggers(prefix: string): string[] {
  return [...commentTriggers(prefix), ...commentedPostTriggers(prefix)];
}

const addCommentCount = (prefix: string, select: string): string =>
  `insert into ${prefix}platen_comment_counts (approved, type, post_type, post_status, protected, n) ${select} ` +
  'on conflict do update set n = n + excluded.n';

function commentTriggers(prefix: string): string[] {
  const [comments, posts] = [`${prefix}comments`, `${prefix}posts`];
  const count = (row: Row, step: number): string =>
    addCommentCount(
      prefix,
      `select ${row}.comment_approved, ${row}.comment_type, coalesce(p.post_type, ''), coalesce(p.post_status, ''), coalesce(p.post_password <> '', 0), ${step} from (select ${row}.comment_post_ID as id) as c left join ${posts} as p on p.ID = c.id where true`,
    );
  const counted = ['comment_approved', 'comment_type', 'comment_post_ID'];
  return [
    trigger(prefix, 'comment_insert', `insert on ${comments}`, [count('new', 1)]),
    trigger(prefix, 'comment_delete', `delete on ${comments}`, [count('old', -1)]),
    trigger(
      prefix,
      'comment_update',
      `update of ${counted.join(', ')} on ${comments}`,
      [count('old', -1), count('new', 1)],
      differs(...counted),
    ),
  ];
}

/** Recounts the comments of a post that is added, removed or changed. */
function commentedPostTriggers(prefix: string): string[] {
  const [comments, posts] = [`${prefix}comments`, `${prefix}posts`];
  const move = (row: Row, kind: string, step: '-' | ''): string =>
    addCommentCount(
      prefix,
      `select c.comment_approved, c.comment_type, ${kind}, ${step}count(*) from ${comments} as c where c.comment_post_ID = ${row}.ID group by c.comment_approved, c.comment_type`,
    );
  const of = (row: Row): string => `${row}.post_type, ${row}.post_status, ${row}.post_password <> ''`;
  const orphan = "'', '', 0";
  const hasComments = (row: Row): string => `exists (select 1 from ${comments} where comment_post_ID = ${row}.ID)`;
  const kind = ['post_type', 'post_status', 'post_password'];
  return [
    trigger(
      prefix,
      'comment_post_insert',
      `insert on ${posts}`,
      [move('new', orphan, '-'), move('new', of('new'), '')],
      hasComments('new'),
    ),
    trigger(
      prefix,
      'comment_post_delete',
      `delete on ${posts}`,
      [move('old', of('old'), '-'), move('old', orphan, '')],
      hasComments('old'),
    ),
    trigger(
      prefix,
      'comment_post_update',
      `update of ${kind.join(', ')} on ${posts}`,
      [move('new', of('old'), '-'), move('new', of('new'), '')],
      `(${differs(...kind)}) and ${hasComments('new')}`,
    ),
  ];
}

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
