import fc from 'fast-check';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import { above, all, any, byColumns, byList, byRank, noneOf, not, oneOf, type SqlCondition } from './condition.ts';
import { column, fragment, literal, Params, type SqlFragment } from './fragment.ts';

const database = new Kysely<Record<never, never>>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** The text of a fragment, and how many values it takes. */
function built(made: SqlFragment): string {
  const params = new Params();
  const { sql } = made.build(params).compile(database);
  expect(params.taken).toBe(made.values.length);
  return sql;
}

/** Few names and values, so that equal fragments are frequent. */
const name = fc.constantFrom('p.ID', 'p.post_type', 'k.n');
const value = fc.constantFrom(1, 2, 'a');
const values = fc.array(value, { maxLength: 3 });

const { condition } = fc.letrec<{ condition: SqlCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(name, values).map(([of, list]) => oneOf(of, list)),
    fc.tuple(name, values).map(([of, list]) => noneOf(of, list)),
    fc.tuple(name, value).map(([of, bound]) => above(of, bound)),
    fc.array(tie('condition'), { maxLength: 3 }).map(all),
    fc.array(tie('condition'), { maxLength: 3 }).map(any),
    tie('condition').map(not),
    fc
      .tuple(tie('condition'), fc.constantFrom(1, 11))
      .map(([inner, n]): SqlCondition => fragment`exists (select ${literal(n)} from x where ${inner})`),
  ),
}));

const direction = fc.constantFrom('asc' as const, 'desc' as const);
const order = fc.oneof(
  fc.array(fc.tuple(name.map(column), direction), { minLength: 1, maxLength: 2 }).map((list) => byColumns(...list)),
  fc.tuple(name, values, direction).map(([of, list, way]) => byList(column(of), list, way)),
  fc
    .tuple(fc.array(condition, { minLength: 1, maxLength: 2 }), name, direction)
    .map(([ranks, of, way]) => byRank(ranks, byColumns([column(of), way]))),
);

describe('two fragments', () => {
  it('have one shape exactly where they build one text', () => {
    // Equal fragments of different templates may have different shapes; these all use the same template.
    fc.assert(
      fc.property(fc.oneof(fc.tuple(condition, condition), fc.tuple(order, order)), ([one, other]) => {
        if (one.shape === other.shape) expect(built(one)).toBe(built(other));
        else expect(built(one)).not.toBe(built(other));
      }),
      { numRuns: 2000 },
    );
  });

  it('are told apart however many names the program has', () => {
    const shapes = new Set<string>();
    for (let n = 0; n < 2000; n++) {
      const numbered = oneOf(`t.column_${n}`, [1]);
      for (const made of [numbered, not(numbered), all([numbered, numbered]), any([numbered, numbered])])
        shapes.add(made.shape);
    }
    expect(shapes.size).toBe(8000);
  });
});
