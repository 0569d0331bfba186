import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import { fold } from '../../../rules/fold.ts';
import { all, always, any, type BuiltCondition, never, oneOf, type SqlCondition } from '../../query/condition.ts';
import type { Dialect } from '../../query/dialect.ts';
import { column, fragment, type SqlFragment, tableRef } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { statement } from '../../query/statement.ts';
import { NumberSet } from '../../search/number-set.ts';
import { foldedTexts } from '../../search/text-entries.ts';
import type { Page } from '../../store/list.ts';
import { isListed, postCondition } from '../post-condition.ts';
import { type FoundPosts, shownPosts } from './found-posts.ts';
import { preparedSearch } from './prepared-search.ts';

/** Where the rows of a page by relevance are: these ids in their order, or the newest of each of some sets. */
type RankedPage =
  | { readonly ids: readonly number[] }
  | { readonly newestOf: readonly { readonly only: SqlCondition; readonly page: Page }[] };

/**
 * A page of posts that were looked up, by relevance: the phrase in the title, all words in the title, one of them in the title,
 * the phrase in the excerpt, the phrase in the content, the rest; within a rank the newest come first.
 */
export async function pageOfRanks(
  session: Session,
  search: readonly string[],
  posts: FoundPosts,
  page: Page,
): Promise<RankedPage> {
  if (!posts.areMany)
    return { ids: (await rankedFew(session, search, posts)).slice(page.offset, page.offset + page.limit) };
  const ranks = await titleRanks(session, search, posts);
  const inTitle = ranks.reduce((one, other) => one.or(other));
  if (inTitle.size < page.offset + page.limit) ranks.push(...(await otherRanks(session, search, posts, inTitle)));
  const newestOf: { readonly only: SqlCondition; readonly page: Page }[] = [];
  let before = 0;
  let left = page.limit;
  for (const rank of ranks) {
    const { size } = rank;
    const offset = Math.max(0, page.offset - before);
    const limit = Math.min(left, size - offset);
    before += size;
    if (limit <= 0) continue;
    newestOf.push({ only: posts.found.among(rank), page: { limit, offset } });
    left -= limit;
  }
  return { newestOf };
}

/** The rank of a post among those with all words, by its folded texts; what is not given has no words. */
function rankOf(search: readonly string[]): (title: string, excerpt?: string, content?: string) => number {
  const wanted = search.map(fold);
  const phrase = fold(search.join(' '));
  return (title, excerpt = '', content = '') => {
    if (title.includes(phrase)) return 0;
    if (wanted.every((word) => title.includes(word))) return 1;
    if (wanted.some((word) => title.includes(word))) return 2;
    if (excerpt.includes(phrase)) return 3;
    return content.includes(phrase) ? 4 : 5;
  };
}

const textsWhere = statement(({ db }, { condition }: { readonly condition: BuiltCondition }) =>
  db
    .selectFrom('posts as p')
    .select(['p.ID as id', 'p.post_title as title', 'p.post_excerpt as excerpt', 'p.post_content as content'])
    .where(condition)
    .orderBy('p.post_date', 'desc')
    .orderBy('p.ID', 'desc'),
);

/** The texts of few posts are read. */
async function rankedFew(session: Session, search: readonly string[], { found, rest }: FoundPosts): Promise<number[]> {
  const condition = all([postCondition(rest, session.dialect), found.among(found.ids)]);
  if (condition === never) return [];
  const rank = rankOf(search);
  const ranks: number[][] = [[], [], [], [], [], []];
  for (const [at, row] of (await session.select(textsWhere, { condition })).entries()) {
    const [title = '', excerpt, content] = foldedTexts(row);
    ranks[rank(title, excerpt, content)]?.push(row.id);
    if ((at + 1) % foldedAtOnce === 0) await nextTurn();
  }
  return ranks.flat();
}

/** Texts that are folded without a pause. */
const foldedAtOnce = 50;

interface TitleRow {
  readonly id: number;
  readonly title: string;
}

const titles = statement(({ db }, { rows }: { readonly rows: RawBuilder<TitleRow> }) =>
  db.selectFrom(rows.as('b')).select(['b.id', 'b.title']),
);

/** Titles that are looked at without a pause. */
const lookedAtOnce = 2_000;

async function titleRanks(session: Session, search: readonly string[], posts: FoundPosts): Promise<NumberSet[]> {
  const ranks = [new NumberSet(), new NumberSet(), new NumberSet()];
  const rank = rankOf(search);
  let looked = 0;
  for (const [id, title] of await readTitles(session, search, posts)) {
    ranks[rank(fold(title))]?.add(id);
    looked += 1;
    if (looked % lookedAtOnce === 0) await nextTurn();
  }
  return ranks;
}

/**
 * By letters and digits, which the collation compares as `fold` does, but for the last one: folded, a letter such as ø begins
 * with its base.
 */
function mayOccur(word: string, { contains }: Dialect): SqlCondition {
  const [run = ''] = word.match(/[\p{L}\p{N}]+/u) ?? [];
  const beginning = [...run].slice(0, -1).join('');
  return beginning === '' ? always : contains(column('p.post_title'), beginning);
}

/** The titles that may have a word. An index of the table of lists has them; those that it has only the beginning of are read. */
async function readTitles(
  session: Session,
  search: readonly string[],
  { found, rest }: FoundPosts,
): Promise<Map<number, string>> {
  const { dialect } = session;
  const shown = all([postCondition(rest, dialect), found.among(found.ids)]);
  if (shown === never) return new Map();
  const inTitle = any(search.map((word) => mayOccur(word, dialect)));
  const isInList = isListed(rest, dialect) && session.hasLists;
  const source = isInList
    ? fragment`${tableRef('platen_list')} as p force index (by_title)`
    : fragment`${tableRef('posts')} as p`;
  const read = async (rows: SqlFragment<TitleRow>) => session.select(titles, { rows });
  const whole = await read(
    fragment`(select p.ID as id, p.post_title as title from ${source} where ${all([shown, inTitle])})`,
  );
  const cut = isInList
    ? await read(
        fragment`(select p.ID as id, w.post_title as title from ${tableRef('platen_list')} as p force index (cut) straight_join ${tableRef('posts')} as w on w.ID = p.ID where p.is_cut = 1 and ${shown})`,
      )
    : [];
  return new Map([...whole, ...cut].map(({ id, title }) => [id, title]));
}

/** The phrase in the excerpt, the phrase in the content, the rest. */
async function otherRanks(
  session: Session,
  search: readonly string[],
  posts: FoundPosts,
  inTitle: NumberSet,
): Promise<NumberSet[]> {
  const left = (await shownPosts(session, posts)).without(inTitle);
  const phrase = search.join(' ');
  const inTexts = search.length === 1 ? left : left.and(await postsWithPhrase(session, phrase));
  const inExcerpt = await postsWithExcerpt(session, inTexts.and(posts.found.excerpted), phrase);
  return [inExcerpt, inTexts.without(inExcerpt), left.without(inTexts)];
}

async function postsWithPhrase(session: Session, phrase: string): Promise<NumberSet> {
  const search = [phrase];
  const { dialect } = await preparedSearch(session, { types: [], visibility: { anyOf: [] }, search });
  return dialect.foundPosts(search, false)?.ids ?? new NumberSet();
}

const excerpts = statement(({ db }, { condition }: { readonly condition: BuiltCondition }) =>
  db.selectFrom('posts as p').select(['p.ID as id', 'p.post_excerpt as excerpt']).where(condition),
);

/** Excerpts that are read at a time, so that other requests do not wait for all. */
const readAtOnce = 500;

async function postsWithExcerpt(session: Session, posts: NumberSet, phrase: string): Promise<NumberSet> {
  const found = new NumberSet();
  const wanted = fold(phrase);
  const ids = [...posts];
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const condition = oneOf('p.ID', ids.slice(from, from + readAtOnce));
    for (const { id, excerpt } of await session.select(excerpts, { condition }))
      if (fold(excerpt).includes(wanted)) found.add(id);
  }
  return found;
}
