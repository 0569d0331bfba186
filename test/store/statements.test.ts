import type { SqlBool } from 'kysely';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { BuiltCondition } from '../../src/storage/query/condition.ts';
import { choice, column, type Fragment, fragment, type Param } from '../../src/storage/query/fragment.ts';
import { StatementCache, type StatementContext, statement } from '../../src/storage/query/statement.ts';
import { storeKind } from '../support/database.ts';
import { openDialect } from '../support/open-dialect.ts';
import { uncheckedCache } from '../support/statements/unchecked-cache.ts';

describe('the cache of statements', () => {
  const context = openDialect();
  /** The cache as stores use it outside of tests. */
  const cache = (): StatementCache => new (uncheckedCache())(context());

  it('builds a statement once, however often it runs', async () => {
    const build = vi.fn(({ db }: StatementContext, { id }: { id: Param<number> }) =>
      db.selectFrom('posts').select('post_title').where('ID', '=', id),
    );
    const titles = statement(build);
    const statements = cache();
    const runs = [1, 2, 3].map((id) => statements.query(titles, { id }));
    expect(build).toHaveBeenCalledTimes(1);
    expect(runs.map((run) => run.parameters)).toEqual([[1], [2], [3]]);
    expect(new Set(runs.map((run) => run.sql)).size).toBe(1);
  });

  it('builds it anew for every other shape', async () => {
    const build = vi.fn(({ db }: StatementContext, input: { condition: BuiltCondition; order: 'asc' | 'desc' }) =>
      db.selectFrom('posts').select('ID').where(input.condition).orderBy('ID', input.order),
    );
    const ids = statement(build);
    const statements = cache();
    const author = (id: number) => fragment<SqlBool>`${column('post_author')} = ${id}`;
    const titled = (title: string) => fragment<SqlBool>`${column('post_title')} = ${title}`;
    for (const order of ['asc', 'desc'] as const) {
      for (const condition of [author(1), author(2), titled('a'), titled('b')]) {
        statements.query(ids, { condition, order: choice(order) });
      }
    }
    expect(build).toHaveBeenCalledTimes(4);
  });

  it('tells two statements apart that take the same inputs', async () => {
    const titles = statement(({ db }, { id }: { id: Param<number> }) =>
      db.selectFrom('posts').select('post_title').where('ID', '=', id),
    );
    const names = statement(({ db }, { id }: { id: Param<number> }) =>
      db.selectFrom('users').select('user_login').where('ID', '=', id),
    );
    const statements = cache();
    expect(statements.query(titles, { id: 1 }).sql).not.toBe(statements.query(names, { id: 1 }).sql);
  });

  it('gives each input its own values, in whatever order they are named', async () => {
    const ids = statement(({ db }, { author, condition }: { author: Param<number>; condition: BuiltCondition }) =>
      db.selectFrom('posts').select('ID').where(condition).where('post_author', '=', author),
    );
    const condition = fragment<SqlBool>`${column('post_title')} = ${'a'}`;
    const statements = cache();
    for (const run of [
      statements.query(ids, { author: 7, condition }),
      statements.query(ids, { condition, author: 7 }),
    ]) {
      expect(run.parameters).toEqual(['a', 7]);
    }
  });

  it('keeps the rows that the query selects', async () => {
    const titles = statement(({ db }, { id }: { id: Param<number> }) =>
      db.selectFrom('posts').select(['ID as id', 'post_title as title']).where('ID', '=', id),
    );
    const query = cache().query(titles, { id: 1 });
    const { rows } = await context().db.executeQuery(query);
    expectTypeOf(rows).toEqualTypeOf<{ id: number; title: string }[]>();
    expect(rows).toEqual([]);
  });
});

describe.runIf(storeKind() === 'mariadb')('the check of every behaviour test', () => {
  const context = openDialect();

  it('finds a fragment whose shape does not tell its texts apart', () => {
    const ordered = statement(({ db }, { name }: { name: 'ID' | 'post_date' }) =>
      db.selectFrom('posts').select('ID').orderBy(name),
    );
    const dishonest = (name: 'ID' | 'post_date'): Fragment<'ID' | 'post_date'> => ({
      ...choice(name),
      shape: 'the same',
    });
    const statements = new StatementCache(context());
    statements.query(ordered, { name: dishonest('ID') });
    expect(() => statements.query(ordered, { name: dishonest('post_date') })).toThrow('taken for another');
  });

  it('finds values that are filled in elsewhere', () => {
    const ids = statement(({ db }, { condition }: { condition: BuiltCondition }) =>
      db.selectFrom('posts').select('ID').where(condition),
    );
    const backwards = (isFirst: boolean): Fragment<BuiltCondition> => {
      const condition = isFirst
        ? fragment<SqlBool>`post_author = ${1} and post_parent = 2`
        : fragment<SqlBool>`post_author = 1 and post_parent = ${2}`;
      return { ...condition, shape: 'the same' };
    };
    const statements = new StatementCache(context());
    statements.query(ids, { condition: backwards(true) });
    expect(() => statements.query(ids, { condition: backwards(false) })).toThrow('taken for another');
  });
});
