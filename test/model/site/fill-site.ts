import type { Random } from '../../simulation/random.ts';
import type { Tables, Value, Work } from './tables.ts';
import { farMoment, moment, phrase, serialisedIds, slug, text } from './words.ts';

export interface Filled {
  /** Posts of all states. */
  readonly posts: number;
  /** The accounts that are there already. */
  readonly userIds: readonly number[];
}

export const statuses = ['publish', 'draft', 'pending', 'private', 'future', 'trash'] as const;

/** Most are published, so that lists are long. */
export const someStatus = (random: Random): string => (random.chance(0.72) ? 'publish' : random.pick(statuses));

/** Fills the tables of an empty site as an importer would: terms, people, posts, pages, comments. */
export async function fillSite(tables: Tables, random: Random, { posts, userIds }: Filled): Promise<void> {
  await tables.change(async (work) => {
    const people = [...userIds, ...(await addPeople(work, random))];
    const categories = await addTerms(work, random, 'category', 30);
    const tags = await addTerms(work, random, 'post_tag', 50);
    const postIds = await insertPosts(work, random, { type: 'post', count: posts, people });
    const pageIds = await insertPosts(work, random, { type: 'page', count: Math.floor(posts / 10), people });
    await insertPosts(work, random, { type: 'product', count: 12, people });
    await addRevisions(work, random, postIds);
    await assign(work, random, postIds, categories, tags);
    await addComments(work, random, [...postIds, ...pageIds.slice(0, 20)], people, Math.floor(posts / 2));
    await nestPages(work, random, pageIds);
    await setOption(work, 'sticky_posts', serialisedIds(postIds.filter((_, at) => at % 97 === 5)));
    await recount(work);
  });
}

/** The counts that every program of these tables brings up to date with what it writes. */
export async function recount(work: Work, rowIds?: readonly number[]): Promise<void> {
  const which = rowIds ? `where term_taxonomy_id in (${[0, ...rowIds].join()})` : '';
  await work.run(`update wp_term_taxonomy set count = (select count(*) from wp_term_relationships as r
    join wp_posts as p on p.ID = r.object_id where r.term_taxonomy_id = wp_term_taxonomy.term_taxonomy_id
    and p.post_status = 'publish' and p.post_type <> 'revision') ${which}`);
  if (!rowIds)
    await work.run(`update wp_posts set comment_count = (select count(*) from wp_comments as c
      where c.comment_post_ID = wp_posts.ID and c.comment_approved = '1')`);
}

export async function setOption(work: Work, name: string, value: string): Promise<void> {
  const [known] = await work.all('select option_id from wp_options where option_name = ?', name);
  if (known) await work.run('update wp_options set option_value = ? where option_name = ?', value, name);
  else await work.run("insert into wp_options (option_name, option_value, autoload) values (?, ?, 'yes')", name, value);
}

/** Inserts rows while nobody else does, many with one statement; the ids they got. */
async function insertAll(
  work: Work,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<number[]> {
  const ids: number[] = [];
  const id = table === 'wp_comments' ? 'comment_ID' : 'ID';
  const [last] = await work.all(`select coalesce(max(${id}), 0) as id from ${table}`);
  let next = Number(last?.['id']) + 1;
  for (let from = 0; from < rows.length; from += 100) {
    const some = rows.slice(from, from + 100).map((row) => [next++, ...row]);
    const places = some.map((row) => `(${row.map(() => '?').join()})`).join();
    await work.run(`insert into ${table} (${[id, ...columns].join()}) values ${places}`, ...some.flat());
    ids.push(...some.map(([own]) => Number(own)));
  }
  return ids;
}

async function addPeople(work: Work, random: Random): Promise<number[]> {
  const columns = [
    'user_login',
    'user_pass',
    'user_nicename',
    'user_email',
    'user_url',
    'user_registered',
    'display_name',
  ];
  const rows = Array.from({ length: 8 }, (_, n) => [
    ...[`person${n}`, 'x', `person-${n}`, `person${n}@example.org`, ''],
    ...[moment(random), phrase(random, 1, 2)],
  ]);
  const ids = await insertAll(work, 'wp_users', columns, rows);
  for (const id of ids) {
    const capabilities = 'a:1:{s:6:"author";b:1;}';
    await work.run(
      "insert into wp_usermeta (user_id, meta_key, meta_value) values (?, 'wp_capabilities', ?)",
      id,
      capabilities,
    );
  }
  return ids;
}

/** Terms of a taxonomy, categories below one another; the ids of their taxonomy rows. */
async function addTerms(work: Work, random: Random, taxonomy: string, count: number): Promise<number[]> {
  const rows: number[] = [];
  const made: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const above = taxonomy === 'category' && made.length > 0 && random.chance(0.6) ? random.pick(made) : 0;
    const { id, rowId } = await addTerm(work, {
      taxonomy,
      name: phrase(random, 1, 2),
      slug: `${slug(random)}-${taxonomy}-${n}`,
      parent: above,
    });
    made.push(id);
    rows.push(rowId);
  }
  return rows;
}

export interface NewTerm {
  readonly taxonomy: string;
  readonly name: string;
  readonly slug: string;
  readonly parent: number;
}

export async function addTerm(work: Work, term: NewTerm): Promise<{ id: number; rowId: number }> {
  const id = await work.run('insert into wp_terms (name, slug, term_group) values (?, ?, 0)', term.name, term.slug);
  const rowId = await work.run(
    "insert into wp_term_taxonomy (term_id, taxonomy, description, parent, count) values (?, ?, '', ?, 0)",
    ...[id, term.taxonomy, term.parent],
  );
  return { id, rowId };
}

const postColumns = [
  ...['post_author', 'post_date', 'post_date_gmt', 'post_modified', 'post_modified_gmt', 'post_title', 'post_name'],
  ...['post_status', 'post_type', 'post_content', 'post_excerpt', 'post_password', 'menu_order', 'comment_status'],
  ...['to_ping', 'pinged', 'post_content_filtered'],
];

export interface NewPosts {
  readonly type: string;
  readonly count: number;
  readonly people: readonly number[];
}

const insertPosts = (work: Work, random: Random, { type, count, people }: NewPosts): Promise<number[]> =>
  insertAll(
    work,
    'wp_posts',
    postColumns,
    Array.from({ length: count }, () => postRow(random, type, people)),
  );

/** Adds one post beside others who add some. */
export const insertPost = (work: Work, random: Random, people: readonly number[]): Promise<number> =>
  work.run(
    `insert into wp_posts (${postColumns.join()}) values (${postColumns.map(() => '?').join()})`,
    ...postRow(random, 'post', people),
  );

function postRow(random: Random, type: string, people: readonly number[]): Value[] {
  const status = someStatus(random);
  const date = status === 'future' ? farMoment(random) : moment(random);
  const changed = random.chance(0.5) ? moment(random) : date;
  const excerpt = random.chance(0.2) ? phrase(random, 2, 6) : '';
  const password = random.chance(0.06) ? 'secret' : '';
  const name = status === 'draft' && random.chance(0.5) ? '' : `${slug(random)}-${random.below(1e6)}`;
  return [
    ...[random.pick(people), date, date, changed, changed, phrase(random, 1, 3), name],
    ...[status, type, text(random), excerpt, password, random.below(5), 'open', '', '', ''],
  ];
}

/** Former versions, which no list shows, some of them wrongly published. */
async function addRevisions(work: Work, random: Random, postIds: readonly number[]): Promise<void> {
  const revisions = await insertPosts(work, random, { type: 'revision', count: 20, people: [1] });
  for (const id of revisions)
    await work.run(
      'update wp_posts set post_parent = ?, post_status = ? where ID = ?',
      random.pick(postIds),
      random.chance(0.1) ? 'publish' : 'inherit',
      id,
    );
}

async function assign(
  work: Work,
  random: Random,
  postIds: readonly number[],
  categories: readonly number[],
  tags: readonly number[],
): Promise<void> {
  const pairs = postIds.flatMap((id) => {
    const some = Array.from({ length: 1 + random.below(2) }, () => random.pick(categories.slice(2)));
    // Few tags have most of the posts.
    const others = Array.from(
      { length: random.below(4) },
      () => tags[Math.min(random.below(50), random.below(50))] ?? 0,
    );
    return [...new Set([...some, ...others])].filter((row) => row > 0).map((row) => [id, row, 0] as const);
  });
  for (let from = 0; from < pairs.length; from += 200) {
    const some = pairs.slice(from, from + 200);
    const places = some.map(() => '(?, ?, ?)').join();
    await work.run(
      `insert into wp_term_relationships (object_id, term_taxonomy_id, term_order) values ${places}`,
      ...some.flat(),
    );
  }
}

async function nestPages(work: Work, random: Random, pageIds: readonly number[]): Promise<void> {
  for (const [at, id] of pageIds.entries())
    if (at > 4 && random.chance(0.6))
      await work.run('update wp_posts set post_parent = ? where ID = ?', pageIds[random.below(at)] ?? 0, id);
}

const states = ['1', '1', '1', '1', '0', '0', 'spam', 'trash'];
const kinds = ['comment', 'comment', 'comment', '', 'pingback', 'trackback', 'order_note', 'note'];

async function addComments(
  work: Work,
  random: Random,
  postIds: readonly number[],
  people: readonly number[],
  count: number,
): Promise<void> {
  const columns = [
    ...['comment_post_ID', 'comment_author', 'comment_author_email', 'comment_author_url', 'comment_author_IP'],
    ...['comment_date', 'comment_date_gmt', 'comment_content', 'comment_approved', 'comment_type', 'user_id'],
  ];
  // Some posts have most of the comments, and a few comments have no post.
  const rows = Array.from({ length: count }, () => {
    const on = random.chance(0.01)
      ? 900_000
      : (postIds[Math.min(random.below(postIds.length), random.below(300))] ?? 1);
    const date = moment(random);
    return [
      ...[on, random.pick(['Ann', 'Bée', 'Çelik']), 'someone@example.org', '', '127.0.0.1'],
      ...[
        date,
        date,
        phrase(random, 1, 8),
        random.pick(states),
        random.pick(kinds),
        random.chance(0.3) ? random.pick(people) : 0,
      ],
    ];
  });
  const ids = await insertAll(work, 'wp_comments', columns, rows);
  for (const [at, id] of ids.entries())
    if (at > 0 && random.chance(0.2)) {
      const above = ids[random.below(at)] ?? 0;
      await work.run('update wp_comments set comment_parent = ? where comment_ID = ?', above, id);
    }
}
