import { all, always, any, never, not, type SqlCondition } from '../../query/condition.ts';
import type { IdRange, SearchedColumn, SearchedPart, SearchedRows, TextIndex } from '../../query/dialect.ts';
import { column as columnRef, fragment, joined, type SqlFragment, tableRef } from '../../query/fragment.ts';
import { foldedWords } from '../../search/text-entries.ts';
import { gramCode, trigramLength } from './search-grams.ts';

const long = tableRef('platen_search');
const short = tableRef('platen_search_short');
const waiting = tableRef('platen_search_waiting');
const posts = tableRef('posts');
const indexed = fragment`${tableRef('platen_search_posts')} as p`;
const late = fragment`${waiting} as w cross join ${posts} as p on p.ID = w.post_id`;
/** Values arrive as floating point numbers; the index of texts narrows its rows by integers alone. */
const within = (id: SqlFragment, { from, below }: IdRange): SqlCondition =>
  fragment`${id} >= cast(${from} as integer) and ${id} < cast(${below} as integer)`;
const allIds: IdRange = { from: 1, below: Number.MAX_SAFE_INTEGER };
/** A range, so that a plan begins with the table of those that wait. */
const isWaiting = (ids = allIds): SqlCondition => within(fragment`w.post_id`, ids);

/**
 * Each of the words occurs in the post `p`, by the indexes of folded texts. The posts that wait to be indexed are read
 * themselves, so the result is exact at any time.
 */
export function searchPosts(words: readonly string[], column?: SearchedColumn): SqlCondition {
  const wanted = foldedWords(words);
  const [inLong, inShort] = divided(wanted);
  return all([
    ...(inLong.length > 0 ? [inIndex(long, longQuery(inLong, column), inLong, column)] : []),
    // The index of pairs does not know columns.
    ...(inShort.length === 0
      ? []
      : [column ? occur(inShort, 'p', column) : inIndex(short, shortQuery(inShort), inShort)]),
  ]);
}

/** Each of the words occurs in the texts of the row `p`, which are read. */
export const searchRow = (words: readonly string[], column?: SearchedColumn): SqlCondition =>
  occur(foldedWords(words), 'p', column);

export const sqliteTextIndex: TextIndex = { rows: searchedRows, ranks: searchedRanks, rankedTitles, onlyPosts };

/** The posts with each of the words, in two parts: what is indexed, without its texts, and what waits. */
function searchedRows(words: readonly string[], ids?: IdRange): SearchedRows | null {
  const wanted = foldedWords(words);
  if (wanted.length === 0) return null;
  const [inLong, inShort] = divided(wanted);
  const rows = (index: SqlFragment, found: SqlCondition) => rowsOf(index, found, occur(wanted, 'p'), ids);
  const matches = (index: SqlFragment, query: string): SqlCondition =>
    all([fragment`${index} match ${query}`, ids ? within(fragment`${index}.rowid`, ids) : always]);
  if (inLong.length === 0) return rows(short, matches(short, shortQuery(inShort)));
  const found = matches(long, longQuery(inLong));
  if (inShort.length === 0) return rows(long, found);
  const isShort: SqlCondition = fragment`+${long}.rowid in (select rowid from ${short} where ${matches(short, shortQuery(inShort))})`;
  return rows(long, all([found, isShort]));
}

/** Only words with trigrams are found by column. */
function searchedRanks(words: readonly string[]): SearchedRows[] | null {
  const wanted = foldedWords(words);
  const phrase = foldedWords([words.join(' ')]);
  if (wanted.length < words.length || words.length === 0 || phrase.length === 0 || !wanted.every(isLong)) return null;
  const ranks = new Map<string, SqlCondition>();
  const rank = (query: string, texts: SqlCondition): void => {
    if (!ranks.has(query)) ranks.set(query, texts);
  };
  rank(longQuery(phrase, 'title'), occur(phrase, 'p', 'title'));
  rank(longQuery(wanted, 'title'), occur(wanted, 'p', 'title'));
  const some = longQuery(wanted, 'title', ' OR ');
  rank(some, any(wanted.map((word) => occur([word], 'p', 'title'))));
  rank(longQuery(phrase, 'excerpt'), occur(phrase, 'p', 'excerpt'));
  rank(longQuery(phrase, 'content'), occur(phrase, 'p', 'content'));
  const every = `(${longQuery(wanted)})`;
  const rows = (query: string, texts: readonly SqlCondition[]): SearchedRows =>
    rowsOf(long, fragment`${long} match ${query}`, all([occur(wanted, 'p'), ...texts]));
  const [queries, texts] = [[...ranks.keys()], [...ranks.values()]];
  const but = (at: number): string => (at === 0 ? '' : ` NOT (${queries.slice(0, at).map(inBrackets).join(' OR ')})`);
  return [
    ...queries.map((query, at) =>
      // Only one of the words in the title says nothing of the others.
      rows(`${query === some ? `(${every} AND (${query}))` : `(${query})`}${but(at)}`, [
        texts[at]!,
        ...texts.slice(0, at).map(not),
      ]),
    ),
    rows(every + but(queries.length), texts.map(not)),
  ];
}

/** The first of these ranks for any words: an index of the posts' table has their titles, so that no other text is read. */
function rankedTitles(words: readonly string[]): (readonly SearchedPart[])[] | null {
  const wanted = foldedWords(words);
  const [phrase] = foldedWords([words.join(' ')]);
  if (wanted.length < words.length || phrase === undefined) return null;
  const inTitle = (alias: TitleAlias, word: string): SqlCondition =>
    fragment`instr(${texts.title(alias)}, ${word}) > 0`;
  const every = (alias: TitleAlias) => all(wanted.map((word) => inTitle(alias, word)));
  const some = (alias: TitleAlias) => any(wanted.map((word) => inTitle(alias, word)));
  const ranks = [titled((alias) => inTitle(alias, phrase), always, always)];
  if (wanted.length === 1) return ranks;
  ranks.push(titled((alias) => all([every(alias), not(inTitle(alias, phrase))]), always, always));
  // Only one of the words in the title says nothing of the others.
  ranks.push(titled((alias) => all([some(alias), not(every(alias))]), searchPosts(words), occur(wanted, 'p')));
  return ranks;
}

type TitleAlias = 't' | 'p';

/** The posts whose titles meet a condition, and which meet another one: by the indexes, or by their texts where they wait. */
function titled(
  inTitle: (alias: TitleAlias) => SqlCondition,
  byIndex: SqlCondition,
  byTexts: SqlCondition,
): SearchedPart[] {
  const found = fragment`(select t.ID as id from ${posts} as t where ${inTitle('t')}) as f`;
  return [
    { from: fragment`${found} cross join ${indexed} on p.ID = f.id`, matches: byIndex },
    { from: late, matches: all([isWaiting(), inTitle('p'), byTexts]) },
  ];
}

const inBrackets = (query: string): string => `(${query})`;

const postsOfKinds = (kinds: SqlCondition): SqlFragment =>
  fragment`select k.ID from (select distinct c.post_type, c.post_status from ${tableRef('platen_counts')} as c where ${kinds}) as c cross join ${posts} as k on k.post_type = c.post_type and k.post_status = c.post_status`;

/** A partial index has just these. */
const protectedPosts = fragment`select k.ID from ${tableRef('platen_search_posts')} as k where k.post_password <> ''`;

/** The rows that an index finds, but for those that wait, and those among these whose texts match. */
function rowsOf(index: SqlFragment, found: SqlCondition, texts: SqlCondition, ids?: IdRange): SearchedRows {
  const waits = { from: late, matches: all([isWaiting(ids), texts]) };
  const ready: SqlCondition = fragment`${found} and ${index}.rowid not in (select post_id from ${waiting})`;
  return {
    ids: fragment`select ${index}.rowid as id from ${index} where ${ready} union all select p.ID as id from ${late} where ${waits.matches}`,
    parts: [{ from: fragment`${index} cross join ${indexed} on p.ID = ${index}.rowid`, matches: found }, waits],
    waiting: waits,
    indexedBut: (kinds, butProtected) => {
      const left = [...(kinds === never ? [] : [postsOfKinds(kinds)]), ...(butProtected ? [protectedPosts] : [])].map(
        (found) => (ids ? fragment`${found} and ${within(fragment`k.ID`, ids)}` : found),
      );
      const but =
        left.length === 0 ? fragment`true` : fragment`+${index}.rowid not in (${joined(left, ' union all ')})`;
      return fragment`(select count(*) from ${index} where ${ready} and ${but})`;
    },
    listed: (ids) => {
      const list = fragment`json_each(${JSON.stringify(ids)}) as j`;
      return [
        { from: fragment`${list} cross join ${indexed} on p.ID = j.value`, matches: always },
        {
          from: fragment`${list} cross join ${waiting} as w on w.post_id = j.value cross join ${posts} as p on p.ID = w.post_id`,
          matches: always,
        },
      ];
    },
  };
}

/** The id of `p` is one of these, which may be many. */
function onlyPosts(ids: readonly number[]): SqlCondition {
  return fragment`p.ID in (select value from json_each(${JSON.stringify(ids)}))`;
}

const isLong = (word: string): boolean => [...word].length >= trigramLength;
const divided = (words: readonly string[]): [long: string[], short: string[]] => [
  words.filter(isLong),
  words.filter((word) => !isLong(word)),
];

function longQuery(words: readonly string[], column?: SearchedColumn, operator: ' AND ' | ' OR ' = ' AND '): string {
  const query = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(operator);
  return column ? `${column} : (${query})` : query;
}

const shortQuery = (words: readonly string[]): string => words.map((word) => `"${gramCode(word)}"`).join(' AND ');

/**
 * The posts that an index finds, and those among the few that wait in whose texts the words occur. In SQLite, a cross
 * join keeps the order of its tables.
 */
const inIndex = (index: SqlFragment, query: string, words: readonly string[], column?: SearchedColumn): SqlCondition =>
  fragment`p.ID in (select rowid from ${index} where ${index} match ${query} and rowid not in (select post_id from ${waiting}) union all select w.post_id from ${waiting} as w cross join ${posts} as q on q.ID = w.post_id where w.post_id > 0 and ${occur(words, 'q', column)})`;

const texts = {
  title: (alias: string) => fragment`fold(${columnRef(`${alias}.post_title`)})`,
  excerpt: (alias: string) => fragment`fold(${columnRef(`${alias}.post_excerpt`)})`,
  content: (alias: string) => fragment`searched_content(${columnRef(`${alias}.post_content`)})`,
} as const;

function occur(words: readonly string[], alias: 'p' | 'q', only?: SearchedColumn): SqlCondition {
  if (only) return all(words.map((word) => fragment`instr(${texts[only](alias)}, ${word}) > 0`));
  if (words.length === 0) return always;
  const columns = ['title', 'excerpt', 'content'].map((name) => columnRef(`${alias}.post_${name}`));
  return fragment`has_words(${JSON.stringify(words)}, ${joined(columns, ', ')}) = 1`;
}
