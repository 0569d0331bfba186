import type { Session } from '../../query/session.ts';
import type { PostExpression } from '../../store/post-expression.ts';
import type { PostFilter } from '../../store/posts.ts';

/** A session whose conditions on the words of a filter are ready; the same one where there are no words. */
export async function preparedSearch(session: Session, filter: PostFilter): Promise<Session> {
  const { search, notSearch = [], where, among } = filter;
  const searches = [
    ...(search ? [search] : []),
    ...notSearch.map((word) => [word]),
    ...wordsOf(where),
    ...wordsOf(among),
  ];
  if (searches.length === 0) return session;
  const inside = session.inTransaction ? await session.insideReads() : null;
  const dialect = await session.site.searchIndex.prepare(session.dialect, searches, inside);
  return dialect === session.dialect ? session : session.withDialect(dialect);
}

function wordsOf(expression: PostExpression | undefined): (readonly string[])[] {
  switch (expression?.kind) {
    case 'and':
    case 'or':
      return expression.of.flatMap(wordsOf);
    case 'not':
      return wordsOf(expression.of);
    case 'text':
      return [expression.words];
    default:
      return [];
  }
}
