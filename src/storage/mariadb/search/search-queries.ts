import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import { raw } from '../raw.ts';

/** A post with its searched texts. */
export interface TextRow {
  readonly id: number;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly isProtected: number;
}

/** A post that waits to be indexed. Members of the post are null where it is gone. */
export interface WaitingRow {
  readonly id: number;
  readonly type: string | null;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly isProtected: number;
  readonly digest: string;
}

/** An entry of texts. */
interface EntryRow {
  readonly id: number;
  readonly word: string;
}

/** Where a piece stands in texts that were indexed together. */
export interface PlacesRow {
  readonly piece: number;
  readonly first: number;
  readonly places: string;
}

type Dictionary = 'words' | 'pieces';

/** Which texts of a block have an entry. */
export type BitsRow = readonly [word: number, block: number, bits: number];

/** Texts are indexed together up to so many, with numbers that follow each other. */
export const mostTogether = 768;

/** Numbers of texts, the last included. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** If a word may be parts of so many pieces, its texts are read. */
export const mostPieces = 5_000;

/** What is compared to find posts that other programs changed. */
const digest = (alias: string): string =>
  `md5(concat_ws(0x1f, ${['title', 'excerpt', 'content', 'type', 'password'].map((name) => `${alias}.post_${name}`).join(', ')}))`;

/** Blocks of texts that are read by one statement: their list is shorter than connections allow. */
const blocksAtOnce = 20_000;

/** Pairs of numbers as one value, because as many rows take several times as long. Null where there are none. */
interface ListRow {
  readonly list: string | null;
}

/** Visits the pairs of a list. The runtime parses numbers many times quicker than a program splits the text. */
function eachPair(list: string | null, visit: (one: number, other: number) => void): void {
  const numbers: readonly number[] = JSON.parse(`[${list ?? ''}]`);
  for (let at = 0; at + 1 < numbers.length; at += 2) visit(numbers[at]!, numbers[at + 1]!);
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** The statements of the index of texts. */
export class SearchQueries {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The posts that are not indexed: those that wait, and those that another program added. */
  async unindexed(db: Kysely<Tables>): Promise<number[]> {
    const { posts, texts, waiting } = this.#tables;
    const rows = await raw<{ id: number }>(
      db,
      `select post_id as id from ${waiting} union all select ID from ${posts}
       where ID > greatest(coalesce((select max(post_id) from ${texts}), 0), coalesce((select max(post_id) from ${waiting}), 0))
         and post_type <> 'revision'`,
    );
    return rows.map(({ id }) => Number(id));
  }

  /** The last number of a text, and since when numbers count. */
  async lastText(db: Kysely<Tables>): Promise<{ epoch: string | null; last: number }> {
    const { meta, texts } = this.#tables;
    const [row] = await raw<{ epoch: string | null; last: number | null }>(
      db,
      `select (select value from ${meta} where name = 'search_epoch') as epoch, (select max(number) from ${texts}) as last`,
    );
    return { epoch: row?.epoch ?? null, last: Number(row?.last ?? -1) };
  }

  /** Visits the numbers of texts in a range with their posts. */
  async eachText(
    db: Kysely<Tables>,
    { from, to }: NumberRange,
    visit: (number: number, postId: number) => void,
  ): Promise<void> {
    const [row] = await raw<ListRow>(
      db,
      `select group_concat(number, ',', post_id) as list from ${this.#tables.texts} where number between ? and ?`,
      [from, to],
    );
    eachPair(row?.list ?? null, visit);
  }

  /** Forgets everything that is indexed; numbers of texts that a process knows no longer count. */
  async reset(db: Kysely<Tables>): Promise<void> {
    const { meta, texts, waiting, bits, places } = this.#tables;
    for (const table of [texts, waiting, bits, places]) await raw(db, `delete from ${table}`);
    await raw(
      db,
      `insert into ${meta} (name, value) values ('search_epoch', ?) on duplicate key update value = values(value)`,
      [randomUUID()],
    );
  }

  /** Entries that are one of these, and entries that contain one of these. */
  async entries(db: Kysely<Tables>, words: readonly string[], parts: readonly string[]): Promise<EntryRow[]> {
    const conditions = [
      ...(words.length > 0 ? [`word in (${marks(words)})`] : []),
      ...parts.map(() => 'locate(?, word) > 0'),
    ];
    if (conditions.length === 0) return [];
    return raw(db, `select id, word from ${this.#tables.words} where ${conditions.join(' or ')}`, [...words, ...parts]);
  }

  /** Visits the texts of each group of entries, by blocks up to the last that counts. */
  async eachBits(
    db: Kysely<Tables>,
    groups: readonly (readonly number[])[],
    lastBlock: number,
    visit: (group: number, block: number, bits: number) => void,
  ): Promise<void> {
    const asked = [...groups.entries()].filter(([, ids]) => ids.length > 0);
    if (asked.length === 0) return;
    for (let from = 0; from <= lastBlock; from += blocksAtOnce) {
      const range = `block between ${from} and ${Math.min(lastBlock, from + blocksAtOnce - 1)}`;
      const selects = asked.map(([group, ids]) => {
        const which = `word in (${ids.join(', ')}) and ${range}`;
        const rows = `select block, bit_or(bits) as bits from ${this.#tables.bits} where ${which} group by block`;
        return `select ${group} as part, group_concat(block, ',', bits) as list from (${rows}) as b`;
      });
      for (const { part, list } of await raw<{ part: number } & ListRow>(db, selects.join(' union all ')))
        eachPair(list, (block, bits) => visit(Number(part), block, bits));
    }
  }

  textsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<TextRow[]> {
    return raw(
      db,
      `select ID as id, post_title as title, post_excerpt as excerpt, post_content as content,
        post_password <> '' as isProtected from ${this.#tables.posts} where ID in (${ids.join(', ')})`,
    );
  }

  async countWaiting(db: Kysely<Tables>): Promise<number> {
    const [row] = await raw<{ n: number }>(db, `select count(*) as n from ${this.#tables.waiting}`);
    return Number(row?.n ?? 0);
  }

  /** Some posts that wait, in the order of their ids; fewer where their texts are long, but one at least. */
  waiting(db: Kysely<Tables>, most: number, mostBytes: number): Promise<WaitingRow[]> {
    const t = this.#tables;
    return raw(
      db,
      `select w.post_id as id, p.post_type as type, p.post_title as title,
        p.post_excerpt as excerpt, p.post_content as content, p.post_password <> '' as isProtected, ${digest('p')} as digest
       from (
         select post_id, coalesce(sum(bytes) over (order by post_id rows between unbounded preceding and 1 preceding), 0) as earlier
         from (
           select v.post_id, coalesce(length(q.post_content), 0) as bytes
           from (select post_id from ${t.waiting} order by post_id limit ${most}) as v left join ${t.posts} as q on q.ID = v.post_id
         ) as m
       ) as w left join ${t.posts} as p on p.ID = w.post_id
       where w.earlier < ${mostBytes} order by w.post_id`,
    );
  }

  /**
   * Those of the posts that still wait and are as they were read, locked until the transaction ends. Posts that somebody is
   * writing are left out: the server ends a deadlock with whom it likes, which may be another program.
   */
  async stillWaiting(db: Kysely<Tables>, rows: readonly WaitingRow[]): Promise<Set<number>> {
    const { posts, waiting } = this.#tables;
    const locked = await raw<{ id: number }>(
      db,
      `select post_id as id from ${waiting} where post_id in (${rows.map(({ id }) => id).join(', ')}) for update skip locked`,
    );
    if (locked.length === 0) return new Set();
    // A statement of its own: it sees whatever was committed before the rows were locked.
    const found = await raw<{ id: number; digest: string }>(
      db,
      `select w.post_id as id, ${digest('p')} as digest from ${waiting} as w left join ${posts} as p on p.ID = w.post_id
       where w.post_id in (${locked.map(({ id }) => id).join(', ')})`,
    );
    const digests = new Map(found.map((row) => [Number(row.id), row.digest]));
    return new Set(rows.filter((row) => digests.get(row.id) === row.digest).map(({ id }) => id));
  }

  /** The next number of a text; numbers are never used twice. */
  async nextNumber(db: Kysely<Tables>): Promise<number> {
    const [row] = await raw<{ value: string }>(
      db,
      `select value from ${this.#tables.meta} where name = 'search_next' for update`,
    );
    return Number(row?.value ?? 0);
  }

  async keepNextNumber(db: Kysely<Tables>, next: number): Promise<void> {
    await raw(
      db,
      `insert into ${this.#tables.meta} (name, value) values ('search_next', ?) on duplicate key update value = values(value)`,
      [String(next)],
    );
  }

  numbersOf(db: Kysely<Tables>, dictionary: Dictionary, words: readonly string[]): Promise<EntryRow[]> {
    return raw(db, `select id, word from ${this.#tables[dictionary]} where word in (${marks(words)})`, words);
  }

  async addWords(db: Kysely<Tables>, dictionary: Dictionary, words: readonly string[]): Promise<void> {
    await raw(
      db,
      `insert ignore into ${this.#tables[dictionary]} (word) values ${words.map(() => '(?)').join(', ')}`,
      words,
    );
  }

  /** Pieces that contain, end with, are and begin with these, or some more. */
  async pieces(db: Kysely<Tables>, like: readonly string[], exact: readonly string[]): Promise<EntryRow[]> {
    const conditions = [...like.map(() => 'word like ?'), ...(exact.length > 0 ? [`word in (${marks(exact)})`] : [])];
    const query = `select id, word from ${this.#tables.pieces} where ${conditions.join(' or ')} limit ${mostPieces}`;
    const rows = await raw<EntryRow>(db, query, [...like, ...exact]);
    return rows.map(({ id, word }) => ({ id: Number(id), word }));
  }

  /** Where pieces stand, by batches of texts whose first numbers are in a range. */
  places(db: Kysely<Tables>, ids: readonly number[], { from, to }: NumberRange): Promise<PlacesRow[]> {
    return raw(
      db,
      `select piece, first, places from ${this.#tables.places} where piece in (${ids.join(', ')}) and first between ? and ?`,
      [from, to],
    );
  }

  async addPlaces(db: Kysely<Tables>, rows: readonly PlacesRow[]): Promise<void> {
    const values = rows.map(({ piece, first, places }) => `(${piece},${first},'${places}')`).join(',');
    await raw(db, `insert into ${this.#tables.places} (piece, first, places) values ${values}`);
  }

  async addBits(db: Kysely<Tables>, rows: readonly BitsRow[]): Promise<void> {
    const values = rows.map((row) => `(${row.join(',')})`).join(',');
    await raw(
      db,
      `insert into ${this.#tables.bits} (word, block, bits) values ${values} on duplicate key update bits = bits | values(bits)`,
    );
  }

  /** Forgets what was indexed of posts. */
  async removeTexts(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
    await raw(db, `delete from ${this.#tables.texts} where post_id in (${ids.join(', ')})`);
  }

  async addTexts(db: Kysely<Tables>, rows: readonly { number: number; id: number; digest: string }[]): Promise<void> {
    const values = rows.map(() => '(?, ?, ?)').join(', ');
    await raw(
      db,
      `insert into ${this.#tables.texts} (number, post_id, digest) values ${values}`,
      rows.flatMap(({ number, id, digest }) => [number, id, digest]),
    );
  }

  async removeWaiting(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
    await raw(db, `delete from ${this.#tables.waiting} where post_id in (${ids.join(', ')})`);
  }

  async wait(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
    await raw(db, this.waitText(ids));
  }

  /** The statement that lets posts wait. */
  waitText(ids: readonly number[]): string {
    const values = ids.map((id) => `(${id}, 1)`).join(', ');
    return `insert into ${this.#tables.waiting} (post_id, version) values ${values} on duplicate key update version = version + 1`;
  }

  /** The posts of a range of ids that do not wait and differ from what is indexed of them, or are gone. */
  async changed(db: Kysely<Tables>, from: number, to: number): Promise<number[]> {
    const { posts, texts, waiting } = this.#tables;
    const rows = await raw<{ id: number }>(
      db,
      `select p.ID as id from ${posts} as p left join ${texts} as t on t.post_id = p.ID
         where p.ID > ? and p.ID <= ? and (case when p.post_type = 'revision' then t.post_id is not null
           else t.post_id is null or t.digest <> ${digest('p')} end)
           and not exists (select 1 from ${waiting} as w where w.post_id = p.ID)
       union all select t.post_id from ${texts} as t
         where t.post_id > ? and t.post_id <= ? and not exists (select 1 from ${posts} as p where p.ID = t.post_id)
         and not exists (select 1 from ${waiting} as w where w.post_id = t.post_id)`,
      [from, to, from, to],
    );
    return rows.map(({ id }) => Number(id));
  }

  /** Those of the posts that do not wait and were changed after they were read to be indexed; a comparison passes by what waits. */
  async outdated(db: Kysely<Tables>, posts: readonly { readonly id: number }[]): Promise<number[]> {
    const rows = await raw<{ id: number }>(
      db,
      `select t.post_id as id from ${this.#tables.texts} as t join ${this.#tables.posts} as p on p.ID = t.post_id
       where t.post_id in (${posts.map(({ id }) => id).join(', ')}) and t.digest <> ${digest('p')}
         and not exists (select 1 from ${this.#tables.waiting} as w where w.post_id = t.post_id)`,
    );
    return rows.map(({ id }) => Number(id));
  }

  async lastId(db: Kysely<Tables>): Promise<number> {
    const { posts, texts } = this.#tables;
    const [row] = await raw<{ last: number }>(
      db,
      `select greatest(coalesce((select max(ID) from ${posts}), 0), coalesce((select max(post_id) from ${texts}), 0)) as last`,
    );
    return Number(row?.last ?? 0);
  }

  get #tables() {
    const name = (table: string): string => `\`${this.#prefix}${table}\``;
    return {
      posts: name('posts'),
      meta: name('platen_meta'),
      words: name('platen_search_words'),
      bits: name('platen_search_bits'),
      pieces: name('platen_search_pieces'),
      places: name('platen_search_places'),
      texts: name('platen_search_texts'),
      waiting: name('platen_search_waiting'),
    };
  }
}
