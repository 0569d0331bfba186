import { fold } from '../../../rules/fold.ts';
import { type BuiltCondition, oneOf } from '../../query/condition.ts';
import type { Session } from '../../query/session.ts';
import { statement } from '../../query/statement.ts';
import { NumberSet } from '../../search/number-set.ts';

const excerpts = statement(({ db }, { condition }: { readonly condition: BuiltCondition }) =>
  db.selectFrom('posts as p').select(['p.ID as id', 'p.post_excerpt as excerpt']).where(condition),
);

/** Excerpts that are read at a time, so that other requests do not wait for all. */
const readAtOnce = 500;

/** Those of the posts whose excerpts contain a phrase. */
export async function postsWithExcerpt(session: Session, posts: NumberSet, phrase: string): Promise<NumberSet> {
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
