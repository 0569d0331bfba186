import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import { fold } from '../../../rules/fold.ts';
import { all, any, never } from '../../query/condition.ts';
import { fragment } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { column, tableRef } from '../../query/sql-names.ts';
import { statement } from '../../query/statement.ts';
import { NumberSet } from '../../search/number-set.ts';
import { foldedWords } from '../../search/text-entries.ts';
import { postCondition } from '../post-condition.ts';
import type { ManyFound } from './many-found.ts';

interface TitleRow {
  readonly id: number;
  readonly title: string;
}

const titles = statement(({ db }, { rows }: { readonly rows: RawBuilder<TitleRow> }) =>
  db.selectFrom(rows.as('b')).select(['b.id', 'b.title']),
);

/** Titles that are looked at without a pause. */
const lookedAtOnce = 2_000;

/** The posts with the phrase in the title, with all words in the title, and with one of them in the title. */
export async function titleRanks(
  session: Session,
  search: readonly string[],
  { found, rest }: ManyFound,
): Promise<[NumberSet, NumberSet, NumberSet]> {
  const { dialect } = session;
  const ranks = [new NumberSet(), new NumberSet(), new NumberSet()] as const;
  const shown = postCondition(rest, dialect);
  if (shown === never) return [...ranks];
  const inTitle = any(search.map((word) => dialect.contains(column('p.post_title'), word)));
  const among = found.among(found.ids);
  // An index of the table of lists has the titles; those that it has only the beginning of are read.
  const listed = fragment<TitleRow>`(select p.ID as id, p.post_title as title from ${tableRef('platen_list')} as p force index (by_title) where ${all([shown, among, inTitle])})`;
  const cut = fragment<TitleRow>`(select p.ID as id, w.post_title as title from ${tableRef('platen_list')} as p force index (cut) straight_join ${tableRef('posts')} as w on w.ID = p.ID where p.is_cut = 1 and ${all([shown, among])})`;
  const rows = [...(await session.select(titles, { rows: listed })), ...(await session.select(titles, { rows: cut }))];
  const wanted = foldedWords(search);
  const phrase = fold(search.join(' '));
  const whole = new Map(rows.map(({ id, title }) => [id, title]));
  let looked = 0;
  for (const [id, title] of whole) {
    const text = fold(title);
    // The collation of the table and the fold agree on what is the same; a title that they do not agree on is left out.
    if (text.includes(phrase)) ranks[0].add(id);
    else if (wanted.every((word) => text.includes(word))) ranks[1].add(id);
    else if (wanted.some((word) => text.includes(word))) ranks[2].add(id);
    looked += 1;
    if (looked % lookedAtOnce === 0) await nextTurn();
  }
  return [...ranks];
}
