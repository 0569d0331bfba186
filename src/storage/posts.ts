import { sql } from 'kysely';
import { columnsOf, selection } from './column-map.ts';
import { all, type Condition, never, noneOf, oneOf } from './condition.ts';
import { countRows, listRows } from './list-query.ts';
import { branchRows, postBranches } from './post-branches.ts';
import { postColumns, postNames } from './post-columns.ts';
import { postCondition } from './post-condition.ts';
import { countedAuthors, mayTakeLong, readyCount } from './post-counts.ts';
import { postOrder } from './post-order.ts';
import { removePosts } from './post-removal.ts';
import type { Post } from './rows.ts';
import type { Session } from './session.ts';
import type { Page, PostFilter, PostOrder, Posts, RevisionFacts } from './store.ts';
import { recountTermsOf } from './term-counts.ts';
import { foldedColumn } from './text-condition.ts';

const allColumns = { key: '*', list: selection('p', postColumns, postNames) };

export class PostsTable implements Posts {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  find(filter: PostFilter, order: PostOrder, page: Page): Promise<Post[]>;
  find<K extends keyof Post>(
    filter: PostFilter,
    order: PostOrder,
    page: Page,
    columns: readonly K[],
  ): Promise<Pick<Post, K>[]>;
  async find(
    filter: PostFilter,
    order: PostOrder,
    page: Page,
    names: readonly (keyof Post)[] = postNames,
  ): Promise<Post[]> {
    const session = this.#session;
    session.note('posts');
    const columns = names === postNames ? allColumns : { key: names.join(), list: selection('p', postColumns, names) };
    const branches = await postBranches(session, filter, order);
    const isLong = await mayTakeLong(session, filter);
    if (branches) return branchRows<Post>(session, { branches, columns, direction: order.direction, page, isLong });
    return listRows<Post>(session, {
      table: 'posts',
      alias: 'p',
      columns,
      condition: postCondition(filter, session.dialect),
      order: postOrder(session.dialect, filter, order),
      page,
      isSifted: filter.search !== undefined && session.dialect.can.readyIndexes,
      isLong,
    });
  }

  async count(filter: PostFilter): Promise<number> {
    const session = this.#session;
    session.note('posts');
    const ready = await readyCount(session, filter);
    if (ready !== null) return ready;
    return countRows(session, 'posts', 'p', postCondition(filter, session.dialect), await mayTakeLong(session, filter));
  }

  async byId(id: number): Promise<Post | null> {
    const [post] = await this.byIds([id]);
    return post ?? null;
  }

  async byIds(ids: readonly number[]): Promise<Post[]> {
    this.#session.noteEach('post', ids);
    return this.#where(oneOf('p.ID', ids));
  }

  async children(parentId: number, types: readonly string[]): Promise<Post[]> {
    this.#session.note('posts');
    return this.#where(all([oneOf('p.post_parent', [parentId]), oneOf('p.post_type', types)]));
  }

  async slugTaken(
    slug: string,
    among: { types: readonly string[]; parentId?: number; exceptId: number },
  ): Promise<boolean> {
    const session = this.#session;
    session.note('posts');
    const parts = [
      oneOf(foldedColumn(session.dialect, 'p.post_name'), [session.dialect.fold(slug)]),
      oneOf('p.post_type', among.types),
      noneOf('p.post_status', ['trash', 'auto-draft']),
      noneOf('p.ID', [among.exceptId]),
    ];
    if (among.parentId !== undefined) parts.push(oneOf('p.post_parent', [among.parentId]));
    const condition = all(parts);
    if (condition === never) return false;
    const found = await session.select(`posts.slugTaken ${condition.shape}`, condition.values, (slots) =>
      session.db.selectFrom('posts as p').select('p.ID').where(condition.build(slots)).limit(sql.lit(1)),
    );
    return found.length > 0;
  }

  async due(nowGmt: string, limit: number): Promise<Pick<Post, 'id' | 'dateGmt'>[]> {
    return this.#session.select('posts.due', [nowGmt, limit], ([now, most]) =>
      this.#scheduled()
        .where('p.post_date_gmt', '<=', now as string)
        .limit(most as number),
    );
  }

  async nextDue(): Promise<string | null> {
    const [first] = await this.#session.select<Pick<Post, 'id' | 'dateGmt'>>('posts.nextDue', [], () =>
      this.#scheduled().limit(sql.lit(1)),
    );
    return first?.dateGmt ?? null;
  }

  async insert(row: Omit<Post, 'id' | 'commentCount'> & { id?: number; commentCount?: number }): Promise<number> {
    return this.#session.transaction(async (session) => {
      // The three old columns have no default on MariaDB.
      const columns = { to_ping: '', pinged: '', post_content_filtered: '', ...columnsOf<Post>(postColumns, row) };
      const { id } = await session.write('posts.insert', columns, (filled) =>
        session.db.insertInto('posts').values(filled as never),
      );
      session.touch('posts', `post:${id}`);
      return id;
    });
  }

  async update(id: number, changes: Partial<Omit<Post, 'id'>>): Promise<void> {
    const columns = columnsOf<Post>(postColumns, changes);
    if (Object.keys(columns).length === 0) return;
    await this.#session.transaction(async (session) => {
      await session.write('posts.update', { ...columns, where: id }, ({ where, ...filled }) =>
        session.db
          .updateTable('posts')
          .set(filled)
          .where('ID', '=', where as number),
      );
      session.touch('posts', `post:${id}`);
      if (changes.status !== undefined || changes.type !== undefined) await recountTermsOf(session, [id]);
    });
  }

  async updateWhere(
    where: { parentId?: number; authorId?: number; types?: readonly string[] },
    changes: Partial<Omit<Post, 'id'>>,
  ): Promise<number> {
    const parts: Condition[] = [];
    if (where.parentId !== undefined) parts.push(oneOf('p.post_parent', [where.parentId]));
    if (where.authorId !== undefined) parts.push(oneOf('p.post_author', [where.authorId]));
    if (where.types) parts.push(oneOf('p.post_type', where.types));
    return this.#session.transaction(async (session) => {
      const ids = await idsWhere(session, all(parts));
      const posts = new PostsTable(session);
      for (const id of ids) await posts.update(id, changes);
      return ids.length;
    });
  }

  async remove(id: number): Promise<void> {
    await this.#session.transaction((session) => removePosts(session, [id]));
  }

  async removeChildren(parentId: number, types: readonly string[]): Promise<void> {
    const children = all([oneOf('p.post_parent', [parentId]), oneOf('p.post_type', types)]);
    await this.#session.transaction(async (session) => removePosts(session, await idsWhere(session, children)));
  }

  async revisionFacts(postIds: readonly number[]): Promise<Map<number, RevisionFacts>> {
    const session = this.#session;
    session.note('posts');
    const revisions = all([oneOf('p.post_parent', postIds), oneOf('p.post_type', ['revision'])]);
    if (revisions === never) return new Map();
    const rows = await session.select<RevisionFacts & { postId: number }>(
      `posts.revisionFacts ${revisions.shape}`,
      revisions.values,
      (slots) =>
        session.db
          .selectFrom('posts as p')
          .select(({ fn }) => [
            'p.post_parent as postId',
            fn.countAll<number>().as('count'),
            fn.max<number>('p.ID').as('latestId'),
          ])
          .where(revisions.build(slots))
          .groupBy('p.post_parent'),
    );
    return new Map(rows.map(({ postId, count, latestId }) => [postId, { count, latestId }]));
  }

  async authorsWith(
    types: readonly string[],
    statuses: readonly string[],
    among?: readonly number[],
  ): Promise<Set<number>> {
    const session = this.#session;
    session.note('posts');
    if (session.dialect.can.readyIndexes) return countedAuthors(session, types, statuses, among);
    const parts = [oneOf('p.post_type', types), oneOf('p.post_status', statuses)];
    if (among) parts.push(oneOf('p.post_author', among));
    const condition = all(parts);
    if (condition === never) return new Set();
    const rows = await session.select<{ id: number }>(`posts.authors ${condition.shape}`, condition.values, (slots) =>
      session.db.selectFrom('posts as p').select('p.post_author as id').distinct().where(condition.build(slots)),
    );
    return new Set(rows.map((row) => row.id));
  }

  #scheduled() {
    const { db, dialect } = this.#session;
    const scheduled = db
      .selectFrom('posts as p')
      .select(['p.ID as id', 'p.post_date_gmt as dateGmt'])
      // Worded as the index of what is due is, where there is one.
      .where('p.post_status', dialect.can.readyIndexes ? 'is' : '=', sql.lit('future'))
      .orderBy('p.post_date_gmt')
      .orderBy('p.ID');
    if (dialect.can.readyIndexes) return scheduled;
    // The index of existing sites begins with the type; naming the types there are makes it usable.
    return scheduled.where('p.post_type', 'in', db.selectFrom('posts as t').select('t.post_type').distinct());
  }

  async #where(condition: Condition): Promise<Post[]> {
    if (condition === never) return [];
    const session = this.#session;
    return session.select<Post>(`posts.where ${condition.shape}`, condition.values, (slots) =>
      session.db
        .selectFrom('posts as p')
        .select(selection('p', postColumns, postNames))
        .where(condition.build(slots)),
    );
  }
}

async function idsWhere(session: Session, condition: Condition): Promise<number[]> {
  if (condition === never) return [];
  const rows = await session.select<{ id: number }>(`posts.ids ${condition.shape}`, condition.values, (slots) =>
    session.db.selectFrom('posts as p').select('p.ID as id').where(condition.build(slots)),
  );
  return rows.map((row) => row.id);
}
