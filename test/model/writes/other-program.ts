import type { Random } from '../../simulation/random.ts';
import { addTerm, insertPost, recount, setOption, someStatus } from '../site/fill-site.ts';
import type { Row, Tables, Work } from '../site/tables.ts';
import { farMoment, idsIn, moment, phrase, serialisedIds, slug, text } from '../site/words.ts';

type Change = (work: Work, random: Random) => Promise<void>;

/** An id of a table, by chance; 0 where it has no such row. */
async function someId(work: Work, random: Random, from: string, id = 'ID'): Promise<number> {
  const [row] = await work.all(`select count(*) as n from ${from}`);
  const count = Number(row?.['n']);
  if (count === 0) return 0;
  const [found] = await work.all(
    `select ${id} as id from ${from} order by ${id} limit 1 offset ${random.below(count)}`,
  );
  return Number(found?.['id'] ?? 0);
}

const aPost = (work: Work, random: Random): Promise<number> =>
  someId(work, random, "wp_posts where post_type = 'post'");
const aPerson = (work: Work, random: Random): Promise<number> => someId(work, random, 'wp_users');
const aComment = (work: Work, random: Random): Promise<number> => someId(work, random, 'wp_comments', 'comment_ID');
const aTermRow = (work: Work, random: Random): Promise<number> =>
  someId(work, random, "wp_term_taxonomy where taxonomy in ('category', 'post_tag')", 'term_taxonomy_id');

const numbers = (rows: readonly Row[], name: string): number[] => rows.map((row) => Number(row[name]));

const termRowsOf = async (work: Work, postId: number): Promise<number[]> =>
  numbers(
    await work.all('select term_taxonomy_id from wp_term_relationships where object_id = ?', postId),
    'term_taxonomy_id',
  );

interface PostWork {
  readonly work: Work;
  readonly random: Random;
  readonly id: number;
}
type PostChange = (on: PostWork) => Promise<void>;

async function setPost({ work, random, id }: PostWork, column: string, value: string | number): Promise<void> {
  await work.run(`update wp_posts set ${column} = ? where ID = ?`, value, id);
  if (column !== 'post_status') return;
  // What is published has an address, and what is planned a date in the future.
  await work.run("update wp_posts set post_name = concat('row-', ID) where ID = ? and post_name = ''", id);
  const date = value === 'future' ? farMoment(random) : moment(random);
  await work.run('update wp_posts set post_date = ?, post_date_gmt = ? where ID = ?', date, date, id);
  await recount(work, await termRowsOf(work, id));
}

async function hold(work: Work, postId: number, row: number): Promise<void> {
  const [known] = await work.all(
    'select 1 as n from wp_term_relationships where object_id = ? and term_taxonomy_id = ?',
    postId,
    row,
  );
  if (!known)
    await work.run(
      'insert into wp_term_relationships (object_id, term_taxonomy_id, term_order) values (?, ?, 0)',
      postId,
      row,
    );
}

const recountComments = (work: Work, postId: number): Promise<number> =>
  work.run(
    "update wp_posts set comment_count = (select count(*) from wp_comments where comment_post_ID = ? and comment_approved = '1') where ID = ?",
    ...[postId, postId],
  );

async function postOfComment(work: Work, id: number): Promise<number> {
  const [row] = await work.all('select comment_post_ID as post from wp_comments where comment_ID = ?', id);
  return Number(row?.['post'] ?? 0);
}

/** What it does to one post. */
const postChanges: Readonly<Record<string, PostChange>> = {
  'changes a title': (on) => setPost(on, 'post_title', phrase(on.random, 1, 3)),
  'changes a text': (on) => setPost(on, 'post_content', text(on.random)),
  'changes an excerpt': (on) => setPost(on, 'post_excerpt', phrase(on.random, 0, 4)),
  'changes a state': (on) => setPost(on, 'post_status', someStatus(on.random)),
  'publishes or hides': (on) => setPost(on, 'post_status', on.random.pick(['publish', 'draft', 'private'])),
  'changes an author': async (on) => setPost(on, 'post_author', await aPerson(on.work, on.random)),
  'changes a time': (on) => setPost(on, 'post_modified', moment(on.random)),
  'changes an address': (on) => setPost(on, 'post_name', `${slug(on.random)}-${on.random.below(1e6)}`),
  'sets a password': (on) => setPost(on, 'post_password', on.random.pick(['', 'other'])),
  async 'removes a post'({ work, id }) {
    const rows = await termRowsOf(work, id);
    for (const statement of [
      'delete from wp_term_relationships where object_id = ?',
      'delete from wp_comments where comment_post_ID = ?',
      'delete from wp_postmeta where post_id = ?',
      "delete from wp_posts where post_parent = ? and post_type = 'revision'",
      'delete from wp_posts where ID = ?',
    ])
      await work.run(statement, id);
    await recount(work, rows);
  },
  async 'gives a post a term'({ work, random, id }) {
    const row = await aTermRow(work, random);
    if (row === 0) return;
    await hold(work, id, row);
    await recount(work, [row]);
  },
  async 'adds comments'({ work, random, id }) {
    const date = moment(random);
    await work.run(
      `insert into wp_comments (comment_post_ID, comment_author, comment_date, comment_date_gmt, comment_content, comment_approved, comment_type)
       values (?, 'Somebody', ?, ?, ?, ?, 'comment')`,
      ...[id, date, date, phrase(random, 1, 6), random.pick(['1', '1', '0', 'spam'])],
    );
    await recountComments(work, id);
  },
};

const changes: Readonly<Record<string, Change>> = {
  async 'adds a post'(work, random) {
    const people = [await aPerson(work, random)];
    const id = await insertPost(work, random, people);
    for (let n = 0; n < 3; n += 1) await hold(work, id, await aTermRow(work, random));
    await recount(work, await termRowsOf(work, id));
  },
  async 'changes a date'(work, random) {
    const date = moment(random);
    const id = await someId(work, random, "wp_posts where post_type = 'post' and post_status = 'publish'");
    await work.run('update wp_posts set post_date = ?, post_date_gmt = ? where ID = ?', date, date, id);
  },
  async 'changes many at once'(work, random) {
    const [from, to] = [await aPerson(work, random), await aPerson(work, random)];
    await work.run(
      'update wp_posts set post_author = ? where post_author = ? and ID % 7 = ?',
      to,
      from,
      random.below(7),
    );
  },
  async 'hides many at once'(work, random) {
    await work.run(
      "update wp_posts set post_status = 'draft' where post_type = 'post' and post_status = 'publish' and ID % 199 = ?",
      random.below(199),
    );
    await recount(work);
  },
  async 'moves a page'(work, random) {
    const top = await someId(work, random, "wp_posts where post_type = 'page' and post_parent = 0");
    const page = await someId(work, random, "wp_posts where post_type = 'page'");
    const [below] = await work.all(
      'select count(*) as n from wp_posts where post_type = ? and post_parent = ?',
      'page',
      page,
    );
    if (page !== top && Number(below?.['n']) === 0)
      await work.run(
        'update wp_posts set post_parent = ?, menu_order = ? where ID = ?',
        random.pick([0, top]),
        random.below(5),
        page,
      );
  },
  async 'takes terms from posts'(work, random) {
    const row = await aTermRow(work, random);
    await work.run(
      'delete from wp_term_relationships where term_taxonomy_id = ? and object_id % 5 = ?',
      row,
      random.below(5),
    );
    await recount(work, [row]);
  },
  async 'adds a term'(work, random) {
    const taxonomy = random.pick(['category', 'post_tag']);
    const parent =
      taxonomy === 'category'
        ? await someId(work, random, "wp_term_taxonomy where taxonomy = 'category'", 'term_id')
        : 0;
    await addTerm(work, { taxonomy, name: phrase(random, 1, 2), slug: `${slug(random)}-${random.below(1e6)}`, parent });
  },
  async 'renames a term'(work, random) {
    const id = await someId(work, random, 'wp_terms', 'term_id');
    await work.run('update wp_terms set name = ? where term_id = ?', phrase(random, 1, 2), id);
  },
  async 'removes a tag'(work, random) {
    const id = await someId(work, random, "wp_term_taxonomy where taxonomy = 'post_tag'", 'term_id');
    const rows = numbers(
      await work.all('select term_taxonomy_id from wp_term_taxonomy where term_id = ?', id),
      'term_taxonomy_id',
    );
    for (const row of rows) await work.run('delete from wp_term_relationships where term_taxonomy_id = ?', row);
    await work.run('delete from wp_term_taxonomy where term_id = ?', id);
    await work.run('delete from wp_terms where term_id = ?', id);
  },
  async 'judges a comment'(work, random) {
    const id = await aComment(work, random);
    await work.run(
      'update wp_comments set comment_approved = ? where comment_ID = ?',
      random.pick(['1', '0', 'trash']),
      id,
    );
    await recountComments(work, await postOfComment(work, id));
  },
  async 'removes a comment'(work, random) {
    const id = await aComment(work, random);
    const post = await postOfComment(work, id);
    await work.run('delete from wp_comments where comment_ID = ?', id);
    await recountComments(work, post);
  },
  async 'renames somebody'(work, random) {
    await work.run(
      'update wp_users set display_name = ? where ID = ?',
      phrase(random, 1, 2),
      await aPerson(work, random),
    );
  },
  async 'changes what is sticky'(work, random) {
    const [row] = await work.all("select option_value as ids from wp_options where option_name = 'sticky_posts'");
    const ids = row ? idsIn(String(row['ids'])) : [];
    const id = await someId(work, random, "wp_posts where post_type = 'post' and post_status = 'publish'");
    await setOption(
      work,
      'sticky_posts',
      serialisedIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    );
  },
};

export interface OtherWrites {
  /** What it did. */
  readonly names: readonly string[];
  readonly faults: readonly string[];
}

const onSomePost =
  (change: PostChange): Change =>
  async (work, random) => {
    const id = await aPost(work, random);
    if (id > 0) await change({ work, random, id });
  };
const allChanges = new Map([
  ...Object.entries(changes),
  ...Object.entries(postChanges).map(([name, change]) => [name, onSomePost(change)] as const),
]);

/** Another program that writes the tables: one transaction after the other. */
export async function runOtherProgram(tables: Tables, random: Random, count: number): Promise<OtherWrites> {
  const names = Array.from({ length: count }, () => random.pick([...allChanges.keys()]));
  const faults: string[] = [];
  for (const name of names) {
    faults.push(
      ...(await refusal(name, () => tables.change((work) => (allChanges.get(name) as Change)(work, random)))),
    );
    await new Promise((done) => setTimeout(done, random.below(40)));
  }
  return { names, faults };
}

/** The same for one write, to this post. */
export async function changeBeside(tables: Tables, random: Random, id: number): Promise<OtherWrites> {
  const [name, change] = random.pick(Object.entries(postChanges));
  const faults = await refusal(name, () => tables.change((work) => change({ work, random, id })));
  return { names: [`${name} (${id})`], faults };
}

const refusal = (name: string, write: () => Promise<void>): Promise<string[]> =>
  write().then(
    () => [],
    (error: unknown) => [`another program that ${name} was refused: ${error}`],
  );
