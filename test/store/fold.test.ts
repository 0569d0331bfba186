import { createConnection } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { fold } from '../../src/rules/fold.ts';
import { freshDatabase, storeKind } from '../support/database.ts';

/** Words as sites have them, in several scripts, with pairs that must be equal and pairs that must not. */
const corpus = [
  ...[
    'a',
    'A',
    'á',
    'Ä',
    'ae',
    'æ',
    'Æ',
    'az',
    'b',
    'straße',
    'STRASSE',
    'strasse',
    'Œuvre',
    'oeuvre',
    'o',
    'ø',
    'Ö',
    'oz',
    'p',
  ],
  ...['d', 'đ', 'ð', 'dz', 'e', 'l', 'ł', 'lz', 'm', 'naïve', 'naive', 'İstanbul', 'istanbul', 'ﬁn', 'fin', 'ǆ', 'dž'],
  ...[
    'Ελλάδα',
    'ελλαδα',
    'ΟΔΟΣ',
    'οδος',
    'йод',
    'иод',
    'Ёлка',
    'елка',
    'Їжак',
    'іжак',
    'яблоко',
    'ґанок',
    'ганок',
    'ђак',
    'југ',
    'љубав',
    'љ',
    'мир',
    'џез',
    'шар',
    'ўсё',
    'усе',
    'єнот',
    'жук',
  ],
  ...['かな', 'カナ', 'がな', 'きょう', 'きよう', '日本', '中国', 'עץ', 'עצ', 'كتاب', 'كِتاب', 'हिन्दी', '한국어'],
  ...[
    '1',
    '10',
    '2',
    '２',
    '٣',
    '3',
    ' ',
    '',
    'a b',
    'a-b',
    'a_b',
    'ab',
    'a,b',
    'a.b',
    '"a"',
    "'a'",
    '(a)',
    '“a”',
    '‘a’',
  ],
  ...[
    '$5',
    '€5',
    '£5',
    '#a',
    '@a',
    '&a',
    '*a',
    '/a',
    '\\a',
    '%a',
    '+a',
    '<a',
    '=a',
    '>a',
    '|a',
    '~a',
    '^a',
    '`a',
    '!a',
    '?a',
    ':a',
    ';a',
    '[a]',
    '{a}',
    '§a',
    '°a',
    '–a',
    '—a',
    '«a»',
    '¡a',
    '¿a',
  ],
  ...['cafe\u0301', 'café', 'Cafe', 'trailing ', 'trailing', 'zero\u200bwidth', 'zerowidth'],
];

describe.runIf(storeKind() === 'mariadb')('fold', () => {
  it('judges equality and order as the collation does', async () => {
    const database = await freshDatabase();
    const connection = await createConnection({ uri: database.url, charset: 'utf8mb4_unicode_ci' });
    try {
      await connection.query('create table words (id int primary key, word varchar(50)) collate utf8mb4_unicode_ci');
      await connection.query('insert into words values ?', [corpus.map((word, id) => [id, word])]);
      const [pairs] = await connection.query(
        'select a.id as a, b.id as b, (a.word < b.word) as lower, (a.word = b.word) as same from words a join words b',
      );
      const differing = (pairs as { a: number; b: number; lower: number; same: number }[]).filter(
        ({ a, b, lower, same }) => {
          const [first, second] = [fold(corpus[a]!), fold(corpus[b]!)];
          return (first === second) !== (same === 1) || first < second !== (lower === 1);
        },
      );
      expect(differing.map(({ a, b, same }) => [corpus[a], corpus[b], same === 1])).toEqual([]);
    } finally {
      await connection.end();
      await database.drop();
    }
  });
});

describe.runIf(storeKind() === 'sqlite')('fold', () => {
  it('is a sound order: equal or one before the other', () => {
    for (const a of corpus) for (const b of corpus) expect(fold(a) < fold(b)).toBe(fold(b) > fold(a));
  });
});
