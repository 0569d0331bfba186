import { sql } from 'kysely';
import { all, type BuiltCondition, never, oneOf } from '../query/condition.ts';
import { assignments, type Fragment, type Param, shapesOf, valuesOf } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import type { AssignableTerm } from '../store/terms.ts';
import { type CountedTerm, recountAtEnd } from './term-counts.ts';

/** Taxonomy name → term ids. */
export type TermsByTaxonomy = Readonly<Record<string, readonly number[]>>;

/** Ids of one look-up: a caller may send any number of them. */
const batch = 1_000;

interface Where {
  readonly condition: BuiltCondition;
}

const termRows = statement(({ db }, { condition }: Where) =>
  db
    .selectFrom('term_taxonomy as x')
    .innerJoin('terms as t', 't.term_id', 'x.term_id')
    .select(['x.term_id as id', 'x.term_taxonomy_id as taxonomyRowId', 'x.taxonomy as taxonomy'])
    .where(condition),
);

const heldRows = statement(({ db }, { condition }: Where) =>
  db
    .selectFrom('term_relationships as r')
    .innerJoin('term_taxonomy as x', 'x.term_taxonomy_id', 'r.term_taxonomy_id')
    .select(['x.term_id as id', 'x.term_taxonomy_id as taxonomyRowId', 'x.taxonomy as taxonomy'])
    .where(condition),
);

type HeldRow = Readonly<Record<'object_id' | 'term_taxonomy_id' | 'term_order', Param<number>>>;

/** Another writer may have added the same one. */
const holdRows = statement(({ db }, { rows }: { readonly rows: readonly HeldRow[] }) =>
  db.insertInto('term_relationships').ignore().values(rows),
);

const releaseRows = statement(({ db }, { condition }: Where) => db.deleteFrom('term_relationships').where(condition));

/**
 * Sets the terms of a post in each of these taxonomies to exactly these; unknown ids are ignored. A caller that has looked
 * them up in this transaction passes them.
 */
export async function assignTerms(
  session: Session,
  postId: number,
  terms: TermsByTaxonomy,
  known?: readonly AssignableTerm[],
): Promise<void> {
  const wanted = known ?? (await assignableTerms(session, terms));
  const held = await heldTerms(session, postId, Object.keys(terms));
  const gone = without(held, wanted);
  const added = without(wanted, held);
  if (gone.length + added.length === 0) return;
  if (gone.length > 0) {
    const rowIds = gone.map((term) => term.taxonomyRowId);
    const condition = all([oneOf('object_id', [postId]), oneOf('term_taxonomy_id', rowIds)]);
    await session.changeLater(releaseRows, { condition });
  }
  for (let from = 0; from < added.length; from += batch) {
    await session.changeLater(holdRows, { rows: heldBy(postId, added.slice(from, from + batch)) });
  }
  recountAtEnd(session, [...gone, ...added]);
  session.touch('posts', `post:${postId}`);
}

/** Those of the terms that exist. */
export async function assignableTerms(session: Session, terms: TermsByTaxonomy): Promise<AssignableTerm[]> {
  const taxonomies = Object.keys(terms).filter((taxonomy) => terms[taxonomy]?.length);
  const asked = new Map(taxonomies.map((taxonomy) => [taxonomy, new Set(terms[taxonomy])]));
  const ids = [...new Set(Object.values(terms).flat())];
  session.dependOnEach('term', ids);
  const wanted: AssignableTerm[] = [];
  for (let from = 0; from < ids.length; from += batch) {
    const condition = all([oneOf('x.term_id', ids.slice(from, from + batch)), oneOf('x.taxonomy', taxonomies)]);
    const rows = condition === never ? [] : await session.select(termRows, { condition });
    // A term of an old site may be in several taxonomies.
    wanted.push(...rows.filter((row) => asked.get(row.taxonomy)?.has(row.id)));
  }
  return wanted;
}

/** The terms that the post has so far; those of a new post are known to be none. */
async function heldTerms(session: Session, postId: number, taxonomies: readonly string[]): Promise<AssignableTerm[]> {
  const isNew = session.hasInserted(`post:${postId}`);
  const read = taxonomies.filter((taxonomy) => !isNew || session.hasInserted(`${taxonomy} of post:${postId}`));
  for (const taxonomy of taxonomies) session.markInserted(`${taxonomy} of post:${postId}`);
  const condition = all([oneOf('r.object_id', [postId]), oneOf('x.taxonomy', read)]);
  return condition === never ? [] : session.select(heldRows, { condition });
}

function heldBy(postId: number, terms: readonly CountedTerm[]): Fragment<readonly HeldRow[]> {
  const rows = terms.map(({ taxonomyRowId }) =>
    assignments({ object_id: postId, term_taxonomy_id: taxonomyRowId, term_order: 0 }),
  );
  return {
    shape: shapesOf(rows),
    values: valuesOf(rows),
    // Each row has the columns named above.
    build: (params) => rows.map((row) => row.build(params) as HeldRow),
  };
}

function without(terms: readonly AssignableTerm[], others: readonly CountedTerm[]): AssignableTerm[] {
  const rows = new Set(others.map((term) => term.taxonomyRowId));
  return terms.filter((term) => !rows.has(term.taxonomyRowId));
}

/**
 * Gives a term to the posts that have another one, in one statement for all posts: to those that have not got it yet, or, as
 * the fallback of a taxonomy, to those that have no other term of it.
 */
export async function assignToPostsOf(
  session: Session,
  from: CountedTerm,
  to: CountedTerm,
  fallbackOf?: string,
): Promise<void> {
  const lacking = session.db
    .selectFrom('term_relationships as r')
    .select(['r.object_id', sql.lit(to.taxonomyRowId).as('term_taxonomy_id'), 'r.term_order'])
    .where('r.term_taxonomy_id', '=', from.taxonomyRowId)
    .where(({ not, exists, selectFrom }) => {
      const others = selectFrom('term_relationships as o')
        .innerJoin('term_taxonomy as x', 'x.term_taxonomy_id', 'o.term_taxonomy_id')
        .select('o.object_id')
        .whereRef('o.object_id', '=', 'r.object_id');
      return not(
        exists(
          fallbackOf === undefined
            ? others.where('o.term_taxonomy_id', '=', to.taxonomyRowId)
            : others.where('x.taxonomy', '=', fallbackOf).where('o.term_taxonomy_id', '<>', from.taxonomyRowId),
        ),
      );
    });
  await session.execute(
    session.db
      .insertInto('term_relationships')
      .columns(['object_id', 'term_taxonomy_id', 'term_order'])
      .expression(lacking),
  );
  recountAtEnd(session, [to]);
}
