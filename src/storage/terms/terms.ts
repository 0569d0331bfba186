import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { columnValues } from '../query/column-map.ts';
import { all, never, noneOf, oneOf, type SqlCondition } from '../query/condition.ts';
import { foldedColumn } from '../query/dialect.ts';
import { countRows, listRows } from '../query/list-query.ts';
import type { Session } from '../query/session.ts';
import type { PostTerm, Term } from '../rows.ts';
import type { Page } from '../store/list.ts';
import type { AssignableTerm, InsertableTerm, TermChanges, TermFilter, TermOrder, Terms } from '../store/terms.ts';
import { assignableTerms, assignTerms, assignToPostsOf, type TermsByTaxonomy } from './assign-terms.ts';
import { heldTag, termsOfPosts } from './post-terms.ts';
import { recountAtEnd } from './term-counts.ts';
import {
  asksForName,
  childCounts,
  childTerms,
  countedTermRows,
  countedTerms,
  listedTerms,
  postsHolding,
  summaryNameOrders,
  termAndBelow,
  termCondition,
  termListOrder,
  termNameColumns,
  termRowColumns,
  termsByName,
  termsWhere,
  updateTermName,
  updateTermRow,
} from './term-statements.ts';

export class TermsTable implements Terms {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(filter: TermFilter, order: TermOrder, page: Page): Promise<Term[]> {
    const session = this.#session;
    session.dependOn('terms');
    const { dialect } = session;
    const condition = termCondition(filter, dialect);
    if (order.by === 'name' && dialect.can.summaryTables) {
      return listRows(session, termsByName, { condition, order: summaryNameOrders[order.direction], page });
    }
    return listRows(session, listedTerms, { condition, order: termListOrder(dialect, filter, order), page });
  }

  async count(filter: TermFilter): Promise<number> {
    const session = this.#session;
    session.dependOn('terms');
    const counted = asksForName(filter) ? countedTerms : countedTermRows;
    return countRows(session, counted, termCondition(filter, session.dialect));
  }

  async byId(id: number, taxonomy?: string): Promise<Term | null> {
    const [term] = await this.byIds([id], taxonomy);
    return term ?? null;
  }

  async byIds(ids: readonly number[], taxonomy?: string): Promise<Term[]> {
    this.#session.dependOnEach('term', ids);
    const parts = [oneOf('t.term_id', ids)];
    if (taxonomy !== undefined) parts.push(oneOf('x.taxonomy', [taxonomy]));
    return this.#where(all(parts));
  }

  async withDescendants(id: number, taxonomy: string): Promise<number[]> {
    const session = this.#session;
    session.dependOn('terms');
    return (await session.select(termAndBelow, { id, taxonomy })).map((row) => row.id);
  }

  ofPosts(postIds: readonly number[]): MaybePromise<Map<number, readonly PostTerm[]>> {
    return termsOfPosts(this.#session, postIds);
  }

  async slugTaken(slug: string, exceptId: number, taxonomy?: string): Promise<boolean> {
    const session = this.#session;
    session.dependOn('terms');
    const parts = [
      oneOf(foldedColumn(session.dialect, 't.slug'), [session.dialect.fold(slug)]),
      noneOf('t.term_id', [exceptId]),
    ];
    if (taxonomy !== undefined) parts.push(oneOf('x.taxonomy', [taxonomy]));
    return (await this.#where(all(parts))).length > 0;
  }

  async insert(row: InsertableTerm): Promise<number> {
    return this.#session.transaction(async (session) => {
      const { id } = await session.execute(
        session.db.insertInto('terms').values({
          name: row.name,
          slug: row.slug,
          term_group: row.group ?? 0,
          ...(row.id !== undefined && { term_id: row.id }),
        }),
      );
      await session.execute(
        session.db.insertInto('term_taxonomy').values({
          term_id: id,
          taxonomy: row.taxonomy,
          description: row.description,
          parent: row.parentId,
          count: row.count ?? 0,
        }),
      );
      session.touch('terms', `term:${id}`, heldTag(id));
      session.markInserted(`term:${id}`);
      return id;
    });
  }

  async update(id: number, taxonomy: string, changes: TermChanges): Promise<void> {
    const named = columnValues(termNameColumns, changes);
    const row = columnValues(termRowColumns, changes);
    await this.#session.transaction(async (session) => {
      if (named.values.length > 0) await session.change(updateTermName, { columns: named, id });
      if (row.values.length > 0) await session.change(updateTermRow, { columns: row, id, taxonomy });
      session.touch('terms', `term:${id}`, heldTag(id));
    });
  }

  async remove(id: number, taxonomy: string): Promise<void> {
    await this.#session.transaction(async (session) => {
      const { db } = session;
      const [term] = await new TermsTable(session).byIds([id], taxonomy);
      if (!term) return;
      for (const postId of await holders(session, term.taxonomyRowId)) session.touch(`post:${postId}`);
      await session.execute(db.deleteFrom('term_relationships').where('term_taxonomy_id', '=', term.taxonomyRowId));
      await session.execute(db.deleteFrom('term_taxonomy').where('term_taxonomy_id', '=', term.taxonomyRowId));
      // A term of an old site may be in several taxonomies; its name is removed with the last of them.
      const rest = await new TermsTable(session).byIds([id]);
      if (rest.length === 0) {
        await session.execute(db.deleteFrom('termmeta').where('term_id', '=', id));
        await session.execute(db.deleteFrom('terms').where('term_id', '=', id));
      }
      session.touch('terms', 'posts', `term:${id}`, heldTag(id));
      session.recordChange(`term:${id}`, { change: 'delete', facts: { type: taxonomy, status: 'shown', authorId: 0 } });
    });
  }

  assign(postId: number, taxonomy: string, termIds: readonly number[]): Promise<void> {
    return this.assignEach(postId, { [taxonomy]: termIds });
  }

  assignable(terms: TermsByTaxonomy): Promise<AssignableTerm[]> {
    return assignableTerms(this.#session, terms);
  }

  async assignEach(postId: number, terms: TermsByTaxonomy, known?: readonly AssignableTerm[]): Promise<void> {
    await this.#session.transaction((session) => assignTerms(session, postId, terms, known));
  }

  async postIds(termId: number, taxonomy: string): Promise<number[]> {
    this.#session.dependOn(`term:${termId}`);
    const [term] = await this.byIds([termId], taxonomy);
    return term ? holders(this.#session, term.taxonomyRowId) : [];
  }

  async recount(termIds: readonly number[], taxonomy: string): Promise<void> {
    await this.#session.transaction(async (session) => {
      recountAtEnd(session, await new TermsTable(session).byIds(termIds, taxonomy));
    });
  }

  async reparent(fromId: number, toId: number, taxonomy: string): Promise<void> {
    await this.#session.transaction(async (session) => {
      const children = await session.select(childTerms, { parentId: fromId, taxonomy });
      if (children.length === 0) return;
      await session.execute(
        session.db
          .updateTable('term_taxonomy')
          .set({ parent: toId })
          .where('parent', '=', fromId)
          .where('taxonomy', '=', taxonomy),
      );
      session.touch('terms', ...children.map((child) => `term:${child.id}`));
    });
  }

  assignFallbackTerm(fromId: number, fallbackId: number, taxonomy: string): Promise<void> {
    return this.#assignToPostsOf([fromId, fallbackId], taxonomy, true);
  }

  reassignPosts(fromId: number, toId: number, taxonomy: string): Promise<void> {
    return this.#assignToPostsOf([fromId, toId], taxonomy, false);
  }

  async #assignToPostsOf(
    [fromId, toId]: readonly [number, number],
    taxonomy: string,
    isFallback: boolean,
  ): Promise<void> {
    await this.#session.transaction(async (session) => {
      const rows = await new TermsTable(session).byIds([fromId, toId], taxonomy);
      const [from, to] = [fromId, toId].map((id) => rows.find((term) => term.id === id));
      if (from === undefined || to === undefined || from === to) return;
      await assignToPostsOf(session, from, to, isFallback ? taxonomy : undefined);
      session.touch('posts', heldTag(fromId));
    });
  }

  async childCounts(ids: readonly number[], taxonomy: string): Promise<Map<number, number>> {
    this.#session.dependOn('terms');
    if (ids.length === 0) return new Map();
    const condition = all([oneOf('x.parent', ids), oneOf('x.taxonomy', [taxonomy])]);
    const rows = await this.#session.select(childCounts, { condition });
    return new Map(rows.map(({ id, n }) => [id, n]));
  }

  async #where(condition: SqlCondition): Promise<Term[]> {
    return condition === never ? [] : this.#session.select(termsWhere, { condition });
  }
}

async function holders(session: Session, rowId: number): Promise<number[]> {
  const rows = await session.select(postsHolding, { rowId });
  return rows.map((row) => row.id);
}
