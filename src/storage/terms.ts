import { fold } from '../content/fold.ts';
import { columnsOf } from './column-map.ts';
import { all, type Condition, column, never, noneOf, oneOf } from './condition.ts';
import { byColumns, byList, type ListOrder } from './list-order.ts';
import type { HeldTerm, Term } from './rows.ts';
import type { Session } from './session.ts';
import type { Direction, Page, TermFilter, TermOrder, Terms } from './store.ts';
import { asksForName, termCondition } from './term-condition.ts';
import { recountRows } from './term-counts.ts';
import { handOver } from './term-hand-over.ts';
import { foldedColumn } from './text-condition.ts';
import { unlessDuplicate } from './unless-duplicate.ts';

const termColumns = [
  't.term_id as id',
  'x.term_taxonomy_id as taxonomyRowId',
  't.name as name',
  't.slug as slug',
  't.term_group as group',
  'x.taxonomy as taxonomy',
  'x.description as description',
  'x.parent as parentId',
  'x.count as count',
] as const;

const heldColumns = [
  'r.object_id as postId',
  't.term_id as id',
  't.name as name',
  't.slug as slug',
  'x.taxonomy as taxonomy',
] as const;

export class TermsTable implements Terms {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(filter: TermFilter, order: TermOrder, page: Page): Promise<Term[]> {
    const session = this.#session;
    session.note('terms');
    const condition = termCondition(filter, session.dialect);
    if (condition === never || page.limit <= 0) return [];
    const isReady = order.by === 'name' && session.dialect.can.readyIndexes;
    const ordered = isReady ? byReadyName(order.direction) : listOrder(session, filter, order);
    const split = condition.values.length;
    return session.select<Term>(
      `terms ${condition.shape} ${ordered.shape}`,
      [...condition.values, ...ordered.values, page.limit, page.offset],
      (slots) =>
        (isReady ? this.#named() : this.#joined())
          .select(termColumns)
          .where(condition.build(slots.slice(0, split)))
          .orderBy(ordered.build(slots.slice(split, -2)))
          .limit(slots.at(-2) as number)
          .offset(slots.at(-1) as number),
    );
  }

  async count(filter: TermFilter): Promise<number> {
    const session = this.#session;
    session.note('terms');
    const condition = termCondition(filter, session.dialect);
    if (condition === never) return 0;
    const [row] = await session.select<{ n: number }>(`terms count ${condition.shape}`, condition.values, (slots) => {
      const rows = asksForName(filter) ? this.#joined() : session.db.selectFrom('term_taxonomy as x');
      return rows.select(({ fn }) => fn.countAll<number>().as('n')).where(condition.build(slots));
    });
    return row?.n ?? 0;
  }

  async byId(id: number, taxonomy?: string): Promise<Term | null> {
    const [term] = await this.byIds([id], taxonomy);
    return term ?? null;
  }

  async byIds(ids: readonly number[], taxonomy?: string): Promise<Term[]> {
    this.#session.noteEach('term', ids);
    const parts = [oneOf('t.term_id', ids)];
    if (taxonomy !== undefined) parts.push(oneOf('x.taxonomy', [taxonomy]));
    return this.#where(all(parts));
  }

  async ofPosts(postIds: readonly number[]): Promise<Map<number, HeldTerm[]>> {
    const session = this.#session;
    session.noteEach('post', postIds);
    const found = new Map<number, HeldTerm[]>(postIds.map((id) => [id, []]));
    const condition = oneOf('r.object_id', postIds);
    if (condition === never) return found;
    const rows = await session.select<HeldTerm>(`terms.ofPosts ${condition.shape}`, condition.values, (slots) =>
      this.#joined()
        .innerJoin('term_relationships as r', 'r.term_taxonomy_id', 'x.term_taxonomy_id')
        .select(heldColumns)
        .where(condition.build(slots)),
    );
    for (const term of rows) {
      session.note(`term:${term.id}`);
      found.get(term.postId)?.push(term);
    }
    for (const terms of found.values()) if (terms.length > 1) terms.sort(byName);
    return found;
  }

  async slugTaken(slug: string, exceptId: number, taxonomy?: string): Promise<boolean> {
    const session = this.#session;
    session.note('terms');
    const parts = [
      oneOf(foldedColumn(session.dialect, 't.slug'), [session.dialect.fold(slug)]),
      noneOf('t.term_id', [exceptId]),
    ];
    if (taxonomy !== undefined) parts.push(oneOf('x.taxonomy', [taxonomy]));
    return (await this.#where(all(parts))).length > 0;
  }

  async insert(
    row: Omit<Term, 'id' | 'taxonomyRowId' | 'count' | 'group'> & { id?: number; count?: number; group?: number },
  ): Promise<number> {
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
      session.touch('terms', `term:${id}`);
      return id;
    });
  }

  async update(
    id: number,
    taxonomy: string,
    changes: Partial<Omit<Term, 'id' | 'taxonomyRowId' | 'taxonomy'>>,
  ): Promise<void> {
    const { name, slug, group, description, parentId, count } = changes;
    const term = columnsOf({ name: 'name', slug: 'slug', group: 'term_group' }, { name, slug, group });
    const row = columnsOf(
      { description: 'description', parentId: 'parent', count: 'count' },
      { description, parentId, count },
    );
    await this.#session.transaction(async (session) => {
      if (Object.keys(term).length > 0) {
        await session.execute(session.db.updateTable('terms').set(term).where('term_id', '=', id));
      }
      if (Object.keys(row).length > 0) {
        await session.execute(
          session.db.updateTable('term_taxonomy').set(row).where('term_id', '=', id).where('taxonomy', '=', taxonomy),
        );
      }
      session.touch('terms', `term:${id}`);
    });
  }

  async remove(id: number, taxonomy: string): Promise<void> {
    await this.#session.transaction(async (session) => {
      const { db } = session;
      const [term] = await new TermsTable(session).byIds([id], taxonomy);
      if (!term) return;
      for (const postId of await this.#holders(session, term.taxonomyRowId)) session.touch(`post:${postId}`);
      await session.execute(db.deleteFrom('term_relationships').where('term_taxonomy_id', '=', term.taxonomyRowId));
      await session.execute(db.deleteFrom('term_taxonomy').where('term_taxonomy_id', '=', term.taxonomyRowId));
      // A term of an old site may stand in several taxonomies; the name goes with the last of them.
      const rest = await new TermsTable(session).byIds([id]);
      if (rest.length === 0) {
        await session.execute(db.deleteFrom('termmeta').where('term_id', '=', id));
        await session.execute(db.deleteFrom('terms').where('term_id', '=', id));
      }
      session.touch('terms', 'posts', `term:${id}`);
    });
  }

  async assign(postId: number, taxonomy: string, termIds: readonly number[]): Promise<void> {
    await this.#session.transaction(async (session) => {
      const terms = new TermsTable(session);
      const wanted = new Set((await terms.byIds(termIds, taxonomy)).map((term) => term.taxonomyRowId));
      const current = await heldRows(session, postId, taxonomy);
      const gone = [...current].filter((rowId) => !wanted.has(rowId));
      const added = [...wanted].filter((rowId) => !current.has(rowId));
      if (gone.length + added.length === 0) return;
      if (gone.length > 0) {
        await session.execute(
          session.db
            .deleteFrom('term_relationships')
            .where('object_id', '=', postId)
            .where('term_taxonomy_id', 'in', gone),
        );
      }
      for (const rowId of added) {
        const row = { object_id: postId, term_taxonomy_id: rowId, term_order: 0 };
        const adding = session.write('terms.hold', row, (filled) =>
          session.db.insertInto('term_relationships').values(filled as never),
        );
        await unlessDuplicate(adding);
      }
      await recountRows(session, [...gone, ...added]);
      session.touch('posts', `post:${postId}`);
    });
  }

  async postIds(termId: number, taxonomy: string): Promise<number[]> {
    this.#session.note(`term:${termId}`);
    const [term] = await this.byIds([termId], taxonomy);
    return term ? this.#holders(this.#session, term.taxonomyRowId) : [];
  }

  async recount(termIds: readonly number[], taxonomy: string): Promise<void> {
    await this.#session.transaction(async (session) => {
      const terms = await new TermsTable(session).byIds(termIds, taxonomy);
      await recountRows(
        session,
        terms.map((term) => term.taxonomyRowId),
      );
    });
  }

  async reparent(fromId: number, toId: number, taxonomy: string): Promise<void> {
    await this.#session.transaction(async (session) => {
      const children = await session.select<{ id: number }>('terms.children', [fromId, taxonomy], ([parent, name]) =>
        session.db
          .selectFrom('term_taxonomy')
          .select('term_id as id')
          .where('parent', '=', parent as number)
          .where('taxonomy', '=', name as string),
      );
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

  async handOver(fromId: number, toId: number, taxonomy: string): Promise<void> {
    await this.#session.transaction(async (session) => {
      const rows = await new TermsTable(session).byIds([fromId, toId], taxonomy);
      const rowOf = (id: number) => rows.find((term) => term.id === id)?.taxonomyRowId;
      const [from, to] = [rowOf(fromId), rowOf(toId)];
      if (from === undefined || to === undefined || from === to) return;
      await handOver(session, taxonomy, from, to);
      session.touch('posts', `term:${toId}`);
    });
  }

  #joined() {
    return this.#session.db.selectFrom('terms as t').innerJoin('term_taxonomy as x', 'x.term_id', 't.term_id');
  }

  /** From the table that has the names of a taxonomy in order; `cross join` keeps it in front. */
  #named() {
    return this.#session.db
      .selectFrom('platen_term_names as n')
      .crossJoin('term_taxonomy as x')
      .crossJoin('terms as t')
      .whereRef('x.taxonomy', '=', 'n.taxonomy')
      .whereRef('x.term_id', '=', 'n.term_id')
      .whereRef('t.term_id', '=', 'n.term_id');
  }

  #rows() {
    return this.#joined().select(termColumns);
  }

  async #where(condition: Condition): Promise<Term[]> {
    if (condition === never) return [];
    return this.#session.select<Term>(`terms.where ${condition.shape}`, condition.values, (slots) =>
      this.#rows().where(condition.build(slots)),
    );
  }

  async #holders(session: Session, taxonomyRowId: number): Promise<number[]> {
    const rows = await session.select<{ id: number }>('terms.holders', [taxonomyRowId], ([rowId]) =>
      session.db
        .selectFrom('term_relationships')
        .select('object_id as id')
        .where('term_taxonomy_id', '=', rowId as number)
        .orderBy('object_id'),
    );
    return rows.map((row) => row.id);
  }
}

/** The rows of one taxonomy that a post holds. */
async function heldRows(session: Session, postId: number, taxonomy: string): Promise<Set<number>> {
  const rows = await session.select<{ id: number }>('terms.heldRows', [postId, taxonomy], ([post, name]) =>
    session.db
      .selectFrom('term_relationships as r')
      .innerJoin('term_taxonomy as x', 'x.term_taxonomy_id', 'r.term_taxonomy_id')
      .select('r.term_taxonomy_id as id')
      .where('r.object_id', '=', post as number)
      .where('x.taxonomy', '=', name as string),
  );
  return new Set(rows.map((row) => row.id));
}

/** Sorted here: a post has few terms, and the database would fold the name of each term for each post. */
function byName(a: HeldTerm, b: HeldTerm): number {
  const first = foldedName(a.name);
  const second = foldedName(b.name);
  return first === second ? a.id - b.id : first < second ? -1 : 1;
}

/** The same names come up in list after list. */
const foldedNames = new Map<string, string>();
const mostFoldedNames = 5_000;

function foldedName(name: string): string {
  const known = foldedNames.get(name);
  if (known !== undefined) return known;
  const folded = fold(name);
  if (foldedNames.size >= mostFoldedNames) foldedNames.clear();
  foldedNames.set(name, folded);
  return folded;
}

const byReadyName = (direction: Direction): ListOrder =>
  byColumns([column('n.name'), direction], [column('n.term_id'), direction]);

const plainOrders = { group: 't.term_group', count: 'x.count' } as const;
const foldedOrders = { name: 't.name', slug: 't.slug', description: 'x.description' } as const;
const id = column('t.term_id');

function listOrder({ dialect }: Session, filter: TermFilter, { by, direction }: TermOrder): ListOrder {
  switch (by) {
    case 'id':
      return byColumns([id, direction]);
    case 'include':
      return byList(id, filter.ids ?? [], direction);
    case 'includeSlugs':
      return byList(foldedColumn(dialect, 't.slug'), (filter.slugs ?? []).map(dialect.fold), direction);
    case 'group':
    case 'count':
      return byColumns([column(plainOrders[by]), direction], [id, direction]);
    default:
      return byColumns([foldedColumn(dialect, foldedOrders[by]), direction], [id, direction]);
  }
}
