/**
 * Triggers that keep the ready tables true, whoever writes.
 *
 * Counts stand per type and status: of all posts (scope 0), of an author (1), of a term (2). Rows that inherit their
 * status, revisions apart, are counted by the type and status of their parent as well, because that decides who sees them.
 */
export function readyTriggers(prefix: string): string[] {
  return [...countTriggers(prefix), ...childTriggers(prefix), ...termTriggers(prefix), ...searchTriggers(prefix)];
}

type Row = 'new' | 'old';

function trigger(prefix: string, name: string, event: string, body: readonly string[], when?: string): string {
  const condition = when ? ` when ${when}` : '';
  return `create trigger ${prefix}platen_${name} after ${event}${condition} begin ${body.join('; ')}; end`;
}

const differs = (...columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is not new.${column}`).join(' or ');

/** Adds to a count, making it where there is none yet. */
const add = (prefix: string, select: string): string =>
  `insert into ${prefix}platen_counts (scope, owner, post_type, post_status, parent_type, parent_status, n) ${select} ` +
  'on conflict do update set n = n + excluded.n';

const inherits = (row: string): string => `${row}.post_status = 'inherit' and ${row}.post_type <> 'revision'`;

function countTriggers(prefix: string): string[] {
  const posts = `${prefix}posts`;
  const parent = (row: Row, column: string): string =>
    `coalesce((select q.${column} from ${posts} as q where q.ID = ${row}.post_parent and ${inherits(row)}), '')`;
  const count = (row: Row, step: number): string[] =>
    [`0, 0`, `1, ${row}.post_author`].map((scope) =>
      add(
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

/** When a post comes, goes or changes, what inherits from it is counted elsewhere. */
function childTriggers(prefix: string): string[] {
  const posts = `${prefix}posts`;
  const move = (id: string, type: string, status: string, step: '-' | ''): string[] =>
    [
      ['0, 0', 'c.post_type, c.post_status'],
      ['1, c.post_author', 'c.post_author, c.post_type, c.post_status'],
    ].map(([scope, group]) =>
      add(
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

/** Posts by term, in order of date, and their counts. */
function termTriggers(prefix: string): string[] {
  const [posts, held, ready] = [`${prefix}posts`, `${prefix}term_relationships`, `${prefix}platen_term_posts`];
  const listed = 'p.post_type, p.post_status, p.post_date, p.ID';
  const enter = (row: Row): string[] => [
    `insert or replace into ${ready} select r.term_taxonomy_id, ${listed} from ${held} as r join ${posts} as p on p.ID = r.object_id where r.object_id = ${row}.ID`,
    add(
      prefix,
      `select 2, r.term_taxonomy_id, ${row}.post_type, ${row}.post_status, '', '', 1 from ${held} as r where r.object_id = ${row}.ID`,
    ),
  ];
  const leave = (row: Row): string[] => [
    `delete from ${ready} where (term_taxonomy_id, post_type, post_status, post_date, post_id) in (select r.term_taxonomy_id, ${row}.post_type, ${row}.post_status, ${row}.post_date, ${row}.ID from ${held} as r where r.object_id = ${row}.ID)`,
    add(
      prefix,
      `select 2, r.term_taxonomy_id, ${row}.post_type, ${row}.post_status, '', '', -1 from ${held} as r where r.object_id = ${row}.ID`,
    ),
  ];
  const placed = ['post_type', 'post_status', 'post_date'];
  return [
    trigger(prefix, 'term_post_insert', `insert on ${posts}`, enter('new')),
    trigger(prefix, 'term_post_delete', `delete on ${posts}`, leave('old')),
    trigger(
      prefix,
      'term_post_update',
      `update of ${placed.join(', ')} on ${posts}`,
      [...leave('old'), ...enter('new')],
      differs(...placed),
    ),
    trigger(prefix, 'term_insert', `insert on ${held}`, [
      `insert or replace into ${ready} select new.term_taxonomy_id, ${listed} from ${posts} as p where p.ID = new.object_id`,
      add(
        prefix,
        `select 2, new.term_taxonomy_id, p.post_type, p.post_status, '', '', 1 from ${posts} as p where p.ID = new.object_id`,
      ),
    ]),
    trigger(prefix, 'term_delete', `delete on ${held}`, [
      `delete from ${ready} where (term_taxonomy_id, post_type, post_status, post_date, post_id) in (select old.term_taxonomy_id, ${listed} from ${posts} as p where p.ID = old.object_id)`,
      add(
        prefix,
        `select 2, old.term_taxonomy_id, p.post_type, p.post_status, '', '', -1 from ${posts} as p where p.ID = old.object_id`,
      ),
    ]),
  ];
}

/** Folded text by its trigrams; revisions are never searched. */
function searchTriggers(prefix: string): string[] {
  const [posts, search] = [`${prefix}posts`, `${prefix}platen_search`];
  const searched = (row: Row): string => `${row}.post_type <> 'revision'`;
  const enter = `insert into ${search} (rowid, title, excerpt, content) select new.ID, fold(new.post_title), fold(new.post_excerpt), fold(new.post_content) where ${searched('new')}`;
  const leave = `delete from ${search} where rowid = old.ID`;
  const texts = ['post_title', 'post_excerpt', 'post_content', 'post_type'];
  return [
    trigger(prefix, 'search_insert', `insert on ${posts}`, [enter], searched('new')),
    trigger(prefix, 'search_delete', `delete on ${posts}`, [leave], searched('old')),
    trigger(prefix, 'search_update', `update of ${texts.join(', ')} on ${posts}`, [leave, enter], differs(...texts)),
  ];
}
