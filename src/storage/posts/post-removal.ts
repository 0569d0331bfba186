import { type BuiltCondition, oneOf } from '../query/condition.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import { recountTermsOf } from '../terms/term-counts.ts';
import { noteRemoval, noteTexts } from './post-notes.ts';

/** Ids per statement. */
const batch = 1000;

interface Which {
  readonly which: BuiltCondition;
}
const removeRows = statement(({ db }, { which }: Which) => db.deleteFrom('posts').where(which));
const removeMeta = statement(({ db }, { which }: Which) => db.deleteFrom('postmeta').where(which));
const removeTerms = statement(({ db }, { which }: Which) => db.deleteFrom('term_relationships').where(which));

/** Removes these rows with their meta and relationships, in a few statements for any number of rows. */
export async function removePosts(session: Session, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += batch) await removeBatch(session, ids.slice(from, from + batch));
}

async function removeBatch(session: Session, ids: readonly number[]): Promise<void> {
  await noteRemoval(session, ids);
  await session.change(removeMeta, { which: oneOf('post_id', ids) });
  await session.change(removeRows, { which: oneOf('ID', ids) });
  // Counted before the relationships are gone.
  await recountTermsOf(session, ids);
  await session.change(removeTerms, { which: oneOf('object_id', ids) });
  const { note } = session.site.metaIndex;
  if (note) session.defer(note, ids);
  noteTexts(session, ids);
  session.touch('posts', ...ids.map((id) => `post:${id}`));
}
