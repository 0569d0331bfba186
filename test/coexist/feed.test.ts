import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPair, type Pair } from './support/pair.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await openPair({ leads: true });
  await pair.database.query("set sql_mode = ''");
  await untilFollowed();
});
afterAll(() => pair?.close());

interface Entry {
  readonly change: string;
  readonly type: string;
  readonly id: number;
  readonly item: Record<string, unknown> | null;
}

let cursor = '';

/** The next entries for an administrator; none if nothing came in time. */
async function next(seconds: number): Promise<Entry[]> {
  const { status, body } = await pair.ours().get(`/platen/v1/changes?context=edit&wait=${seconds}&since=${cursor}`);
  // The feed begins again when every item was looked at once.
  cursor = status === 200 ? body.cursor : '';
  return status === 200 ? body.changes : [];
}

/**
 * Other programs are told of from the first complete look on, and nothing says when that was: a post is changed until the feed
 * tells of it. The page that is changed last shows that no entry of the post is still to come.
 */
async function untilFollowed(): Promise<void> {
  const change = (id: number, title: string) =>
    pair.database.query(`update ${pair.facts.prefix}posts set post_title = '${title}' where ID = ${id}`);
  const told = async (type: string) => (await next(10)).some((entry) => entry.type === type);
  // What was written before stands in the feed already.
  while ((await next(0)).length > 0);
  for (let n = 1, isTold = false; !isTold; n += 1) {
    await change(1, `Followed ${n}`);
    isTold = await told('post');
  }
  await change(2, 'Followed');
  while (!(await told('page')));
}

/** Writes by plain SQL, and gathers entries until there are as many as expected. */
async function written(statements: readonly string[], expected: readonly string[]): Promise<Entry[]> {
  await pair.database.query(statements.map((sql) => sql.replaceAll('wp_', pair.facts.prefix)).join(';'));
  const found = new Map<string, Entry>();
  while (!expected.every((one) => found.has(one)))
    for (const entry of await next(30)) found.set(`${entry.change} ${entry.type} ${entry.id}`, entry);
  expect([...found.keys()].toSorted()).toEqual(expected.toSorted());
  return expected.map((one) => found.get(one) as Entry);
}

const items = [
  ['post', 9001],
  ['page', 9002],
  ['attachment', 9003],
  ['category', 9004],
  ['post_tag', 9005],
  ['user', 9006],
  ['comment', 9007],
] as const;
const all = (change: string) => items.map(([type, id]) => `${change} ${type} ${id}`);

it('tells within seconds of every kind of row that WordPress or another program inserts, updates and deletes', async () => {
  const post = (id: number, type: string, status: string) =>
    `insert into wp_posts (ID, post_title, post_status, post_type, post_mime_type, post_date, post_date_gmt)
     values (${id}, 'By SQL', '${status}', '${type}', if('${type}' = 'attachment', 'text/plain', ''), now(), utc_timestamp())`;
  const term = (id: number, taxonomy: string) => [
    `insert into wp_terms (term_id, name, slug) values (${id}, 'By SQL', 'by-sql-${id}')`,
    `insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy) values (${id}, ${id}, '${taxonomy}')`,
  ];
  await written(
    [
      post(9001, 'post', 'publish'),
      post(9002, 'page', 'publish'),
      post(9003, 'attachment', 'inherit'),
      ...term(9004, 'category'),
      ...term(9005, 'post_tag'),
      "insert into wp_users (ID, user_login, user_nicename, user_email) values (9006, 'by-sql', 'by-sql', 'by-sql@example.org')",
      "insert into wp_comments (comment_ID, comment_post_ID, comment_content) values (9007, 1, 'By SQL')",
    ],
    all('create'),
  );

  const [first, , , , , user, comment] = await written(
    [
      "update wp_posts set post_title = 'Again' where ID between 9001 and 9003",
      "update wp_terms set name = 'Again' where term_id between 9004 and 9005",
      "update wp_users set display_name = 'Again' where ID = 9006",
      "update wp_comments set comment_content = 'Again' where comment_ID = 9007",
    ],
    all('update'),
  );
  expect(first?.item).toMatchObject({ title: { raw: 'Again' } });
  expect(user?.item).toMatchObject({ name: 'Again' });
  expect(comment?.item).toMatchObject({ content: { raw: 'Again' } });

  const owners = [
    ['post', '9001, 9002, 9003'],
    ['term', '9004, 9005'],
    ['user', '9006'],
    ['comment', '9007'],
  ];
  const ofMeta = (sql: (kind: string, ids: string[]) => string[]) =>
    owners.flatMap(([kind = '', ids = '']) => sql(kind, ids.split(', ')));
  await written(
    ofMeta((kind, ids) =>
      ids.map((id) => `insert into wp_${kind}meta (${kind}_id, meta_key, meta_value) values (${id}, 'by_sql', 'one')`),
    ),
    all('update'),
  );
  await written(
    ofMeta((kind) => [`update wp_${kind}meta set meta_value = 'two' where meta_key = 'by_sql'`]),
    all('update'),
  );
  await written(
    ofMeta((kind) => [`delete from wp_${kind}meta where meta_key = 'by_sql'`]),
    all('update'),
  );

  const relation = 'wp_term_relationships';
  const assigned = `insert into ${relation} (object_id, term_taxonomy_id) values (9001, 9004)`;
  const [withTerm] = await written([assigned], ['update post 9001']);
  expect(withTerm?.item).toMatchObject({ categories: [9004] });
  await written([`update ${relation} set term_taxonomy_id = 9005 where object_id = 9001`], ['update post 9001']);
  await written([`delete from ${relation} where object_id = 9001`], ['update post 9001']);

  await written(
    [
      'delete from wp_comments where comment_ID = 9007',
      'delete from wp_users where ID = 9006',
      'delete from wp_terms where term_id between 9004 and 9005',
      'delete from wp_term_taxonomy where term_id between 9004 and 9005',
      'delete from wp_posts where ID between 9001 and 9003',
    ],
    all('delete'),
  );
});
