import type { RawBuilder } from 'kysely';
import { fold } from '../../../rules/fold.ts';
import { all, any, never } from '../../query/condition.ts';
import { fragment } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { column, tableRef } from '../../query/sql-names.ts';
import { statement } from '../../query/statement.ts';
import { foldedWords } from '../../search/text-entries.ts';
import type { Page } from '../../store/list.ts';
import type { PostFilter } from '../../store/posts.ts';
import { isListed } from '../post-branches.ts';
import { postCondition } from '../post-condition.ts';
import { cutTitle } from '../post-statements.ts';
import { manyFound } from './many-found.ts';

interface TitleRow {
  readonly id: number;
  readonly title: string;
  readonly date: string;
}

const titles = statement(({ db }, { rows }: { readonly rows: RawBuilder<TitleRow> }) =>
  db.selectFrom(rows.as('b')).select(['b.id', 'b.title']).orderBy('b.date', 'desc').orderBy('b.id', 'desc'),
);

/**
 * The ids of a page by relevance, of words that many posts have: those with the words in the title come first, and the
 * table of lists has the titles. Null where these do not fill the page, or where the words were not looked up.
 */
export async function relevantByTitle(session: Session, filter: PostFilter, page: Page): Promise<number[] | null> {
  const { search = [] } = filter;
  const { dialect } = session;
  const many = manyFound(session, filter);
  const wanted = foldedWords(search);
  if (!many || wanted.length < search.length) return null;
  const { rest, found } = many;
  const last = page.offset + page.limit;
  if (!isListed(rest, dialect) || !(await session.hasLists())) return null;
  const shown = postCondition(rest, dialect);
  if (shown === never || (await session.select(cutTitle, { condition: shown })).length > 0) return null;
  const inTitle = any(search.map((word) => dialect.contains(column('p.post_title'), word)));
  const rows = fragment<TitleRow>`(select p.ID as id, p.post_title as title, p.post_date as date from ${tableRef('platen_list')} as p where ${all([shown, inTitle])})`;
  const phrase = fold(search.join(' '));
  const ranks: number[][] = [[], [], []];
  for (const { id, title } of await session.select(titles, { rows })) {
    if (!found.ids.has(id)) continue;
    const text = fold(title);
    const rank = text.includes(phrase) ? 0 : wanted.every((word) => text.includes(word)) ? 1 : 2;
    // The collation of the table and the fold agree on what is the same; a title that they do not agree on is left out.
    if (rank < 2 || wanted.some((word) => text.includes(word))) ranks[rank]!.push(id);
  }
  const ids = ranks.flat();
  return ids.length < last ? null : ids.slice(page.offset, last);
}
