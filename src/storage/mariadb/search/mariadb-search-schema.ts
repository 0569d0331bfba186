import type { Kysely } from 'kysely';
import { searchTables, type Tables } from '../../query/tables.ts';
import { blockSize } from '../../search/number-set.ts';
import { excerptEntry } from '../../search/text-entries.ts';
import { tablesText } from '../mariadb-schema.ts';
import { quoted, raw } from '../raw.ts';

/** Texts of one statement, so that none takes too long however large the site is. */
const textsAtOnce = 20 * blockSize;

/** Adds the places of pieces: everything is indexed again. */
export function placesSchema(prefix: string): string[] {
  const emptied = ['texts', 'bits', 'places'].map((name) => `delete from \`${prefix}platen_search_${name}\``);
  return [
    ...searchSchema(prefix),
    ...emptied,
    `insert into \`${prefix}platen_meta\` (name, value) values ('search_epoch', uuid()) on duplicate key update value = values(value)`,
  ];
}

/** Adds the entry of posts with an excerpt. Texts that have changed since they were indexed wait, and get it then. */
export async function excerptSchema(prefix: string, db: Kysely<Tables>): Promise<string[]> {
  const [words, bits] = quoted(prefix, 'platen_search_words', 'platen_search_bits');
  const [texts, posts] = quoted(prefix, 'platen_search_texts', 'posts');
  const entry = `x'${Buffer.from(excerptEntry).toString('hex')}'`;
  const [row] = await raw<{ next: number }>(db, `select coalesce(max(number) + 1, 0) as next from ${texts}`);
  const ranges = Array.from({ length: Math.ceil(Number(row?.next ?? 0) / textsAtOnce) }, (_, at) => at * textsAtOnce);
  return [
    `insert ignore into ${words} (word) values (${entry})`,
    ...ranges.map(
      (from) => `insert into ${bits} (word, block, bits)
      select w.id, t.number div ${blockSize} as block, bit_or(1 << (t.number % ${blockSize}))
      from ${words} as w join ${texts} as t join ${posts} as p on p.ID = t.post_id
      where w.word = ${entry} and t.number between ${from} and ${from + textsAtOnce - 1} and p.post_excerpt <> ''
      group by w.id, 2 on duplicate key update bits = bits | values(bits)`,
    ),
  ];
}

/** The statements that create the index of texts. It is filled later: every post waits at first. */
export function searchSchema(prefix: string): string[] {
  return [
    ...tablesText(prefix, searchTables),
    `insert ignore into \`${prefix}platen_search_waiting\` (post_id, version)
      select ID, 1 from \`${prefix}posts\` where post_type <> 'revision'`,
    `insert ignore into \`${prefix}platen_meta\` (name, value) values ('search_next', '0')`,
  ];
}
