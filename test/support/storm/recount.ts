import { keptConnection } from './kept-connection.ts';

/** Runs a statement on the tables themselves; values by the names of columns. */
export type Ask = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

export interface RecountOptions {
  readonly ask: Ask;
  /** Of the tables. */
  readonly prefix: string;
  /** Words to search for. */
  readonly words: readonly string[];
}

/** A path of the interface, with what the tables say it must answer. */
interface Expected {
  readonly path: string;
  readonly isForEditors?: boolean;
  readonly total?: number;
  readonly ids?: readonly number[];
  readonly count?: number;
}

const isPost = "p.post_type = 'post'";
const isShown = `${isPost} and p.post_status = 'publish'`;
const pageSize = 10;

/** Everything that is counted or listed, counted and listed by plain statements. */
async function recount({ ask, prefix, words }: RecountOptions): Promise<Expected[]> {
  const numbers = async (sql: string): Promise<number[]> =>
    (await ask(sql)).map((row) => Number(Object.values(row)[0] ?? 0));
  const count = async (from: string): Promise<number> => (await numbers(`select count(*) from ${from}`))[0] as number;
  const posts = `${prefix}posts as p`;
  const held = (term: number) =>
    `exists (select 1 from ${prefix}term_relationships as r join ${prefix}term_taxonomy as x
     on x.term_taxonomy_id = r.term_taxonomy_id where r.object_id = p.ID and x.term_id = ${term})`;
  const expected: Expected[] = [
    { path: '/posts?per_page=1', total: await count(`${posts} where ${isShown}`) },
    {
      path: '/users?per_page=1',
      total: await count(`(select distinct p.post_author from ${posts} join ${prefix}users as u on u.ID = p.post_author
        where p.post_type in ('post', 'page') and p.post_status = 'publish') as a`),
    },
    {
      path: '/comments?per_page=1',
      total: await count(`${prefix}comments as c join ${posts} on p.ID = c.comment_post_ID
        where c.comment_approved = '1' and p.post_status = 'publish'`),
    },
  ];
  for (const status of ['publish', 'draft', 'trash', 'private', 'pending', 'future'])
    expected.push({
      path: `/posts?status=${status}&per_page=1`,
      isForEditors: true,
      total: await count(`${posts} where ${isPost} and p.post_status = '${status}'`),
    });
  for (const author of await numbers(`select ID from ${prefix}users`)) {
    expected.push({
      path: `/posts?author=${author}&per_page=1`,
      total: await count(`${posts} where ${isShown} and p.post_author = ${author}`),
    });
    expected.push({
      path: `/posts?author=${author}&status=draft&per_page=1`,
      isForEditors: true,
      total: await count(`${posts} where ${isPost} and p.post_status = 'draft' and p.post_author = ${author}`),
    });
  }
  for (const [taxonomy, base] of [
    ['category', 'categories'],
    ['post_tag', 'tags'],
  ]) {
    for (const term of await numbers(`select term_id from ${prefix}term_taxonomy where taxonomy = '${taxonomy}'`)) {
      const total = await count(`${posts} where ${isShown} and ${held(term)}`);
      expected.push({ path: `/posts?${base}=${term}&per_page=1`, total }, { path: `/${base}/${term}`, count: total });
    }
  }
  for (const status of ['approve', 'hold', 'trash']) {
    const stored = { approve: '1', hold: '0', trash: 'trash' }[status];
    expected.push({
      path: `/comments?status=${status}&per_page=1`,
      isForEditors: true,
      total: await count(`${prefix}comments where comment_approved = '${stored}'`),
    });
  }
  for (const post of await numbers(`select distinct comment_post_ID from ${prefix}comments`))
    expected.push({
      path: `/comments?post=${post}&per_page=1`,
      isForEditors: true,
      total: await count(`${prefix}comments where comment_approved = '1' and comment_post_ID = ${post}`),
    });
  for (const word of words)
    expected.push({
      path: `/posts?search=${word}&per_page=1`,
      total: await count(
        `${posts} where ${isShown} and (p.post_title like '%${word}%' or p.post_excerpt like '%${word}%' or p.post_content like '%${word}%')`,
      ),
    });
  const orders = { date: 'p.post_date', title: 'p.post_title', modified: 'p.post_modified', id: 'p.ID' };
  for (const [name, column] of Object.entries(orders)) {
    for (const direction of ['asc', 'desc']) {
      const all = await numbers(
        `select p.ID from ${posts} where ${isShown} order by ${column} ${direction}, p.ID ${direction}`,
      );
      const last = Math.max(1, Math.ceil(all.length / pageSize));
      for (const page of new Set([1, Math.ceil(last / 2), last]))
        expected.push({
          path: `/posts?orderby=${name}&order=${direction}&page=${page}&per_page=${pageSize}`,
          total: all.length,
          ids: all.slice((page - 1) * pageSize, page * pageSize),
        });
    }
  }
  return expected;
}

/** Asks a server for everything that was counted, over several connections; where it answers something else, in words. */
export async function differences(origin: string, login: string, options: RecountOptions): Promise<string[]> {
  const expected = await recount(options);
  const wrong = new Set<string>();
  // Each connection may lead to another process; what is asked for often is kept in memory.
  for (let turn = 0; turn < 2; turn += 1) {
    const ask = keptConnection(origin);
    for (const { path, isForEditors, total, ids, count } of expected) {
      const fields = `${path.includes('?') ? '&' : '?'}_fields=id,count`;
      const answer = await ask('GET', `/wp-json/wp/v2${path}${fields}`, undefined, isForEditors ? login : undefined);
      if (total !== undefined && answer.total !== total) wrong.add(`${path}: ${answer.total} in all, not ${total}`);
      if (count !== undefined && (answer.body as { count: number }).count !== count)
        wrong.add(`${path}: counts ${(answer.body as { count: number }).count}, not ${count}`);
      const shown = ids && (answer.body as { id: number }[]).map(({ id }) => id).join();
      if (shown !== undefined && shown !== ids?.join()) wrong.add(`${path}: shows ${shown}, not ${ids?.join()}`);
    }
    ask.end();
  }
  return [...wrong];
}
