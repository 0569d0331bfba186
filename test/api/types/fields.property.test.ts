import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PostTypeDeclaration, SubField } from '../../../src/index.ts';
import { exchangeSite } from '../exchange/exchange-site.ts';

const seed = 20261118;
const howManyTypes = 5;
const itemsOfEach = 4;

const texts = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('é', '日', '🌊', '\n', '"', "'", '\\', '<', '&', ';', '%'), maxLength: 12 }),
  fc.constantFrom('', '0', ' a ', 'a:1:{i:0;i:1;}', 's:3:"abc";', 'N;', ']]>', '<b>x</b>', '[gallery]', 'null'),
);
const numbers = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((n) => n + 0 || 0);
const twoDigits = (most: number) => fc.integer({ min: 1, max: most }).map((n) => String(n).padStart(2, '0'));
const days = fc
  .tuple(fc.integer({ min: 1000, max: 9999 }), twoDigits(12), twoDigits(28))
  .map((parts) => parts.join('-'));
const times = fc.tuple(twoDigits(23), twoDigits(59), twoDigits(59)).map((parts) => parts.join(':'));
const orNothing = <T>(values: fc.Arbitrary<T>, none: T) =>
  fc.oneof({ weight: 4, arbitrary: values }, fc.constant(none));

const words = ['red', 'blue', '0', 'é'];

/** Fields without parts, each with the values that read back as they were sent. */
const simple: readonly (readonly [SubField, fc.Arbitrary<unknown>])[] = [
  [{ kind: 'text' }, texts],
  [{ kind: 'textarea', maxLength: 100 }, texts],
  [{ kind: 'number' }, fc.oneof(numbers, fc.constant(null))],
  [{ kind: 'integer', minimum: -5 }, fc.oneof(fc.integer({ min: -5, max: 2 ** 40 }), fc.constant(null))],
  [{ kind: 'boolean' }, fc.boolean()],
  [{ kind: 'choice', choices: words }, fc.constantFrom('', ...words)],
  [{ kind: 'choices', choices: words }, fc.subarray(words)],
  [{ kind: 'date' }, orNothing(days, '')],
  [
    { kind: 'datetime' },
    orNothing(
      fc.tuple(days, times).map((parts) => parts.join('T')),
      '',
    ),
  ],
  [{ kind: 'time' }, orNothing(times, '')],
  [{ kind: 'color' }, fc.constantFrom('', '#000000', '#33AAff')],
  [{ kind: 'email' }, fc.constantFrom('', 'a@example.org')],
  [{ kind: 'url' }, fc.constantFrom('', 'https://example.org/?a=1&b=%C3%A9', '/a/', '#b')],
  [
    { kind: 'link' },
    fc.record({ url: fc.constantFrom('', '/x'), title: texts, target: fc.constantFrom('', '_blank', '_self') }),
  ],
  [{ kind: 'json' }, fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)))],
];

/** A declaration with the values that it has. */
type Declared = readonly [field: SubField, values: fc.Arbitrary<unknown>];

const names = ['a', 'b_2', 'C-d'];
const tables = (inner: fc.Arbitrary<Declared>) =>
  fc
    .array(inner, { minLength: 1, maxLength: names.length })
    .map((list) => list.map((one, i) => [names[i] ?? '', one] as const));
type Table = readonly (readonly [string, Declared])[];

const fieldsIn = (table: Table): Record<string, SubField> =>
  Object.fromEntries(table.map(([name, [field]]) => [name, field]));
const valuesIn = (table: Table): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(table.map(([name, [, values]]) => [name, values])));
const rows = (table: Table, layout: object = {}) => valuesIn(table).map((row) => ({ ...layout, ...row }));

const leaves: fc.Arbitrary<Declared> = fc.constantFrom(...simple);
const declarations = (depth: number): fc.Arbitrary<Declared> => {
  if (depth === 0) return leaves;
  const inner = tables(declarations(depth - 1));
  return fc.oneof(
    { weight: 2, arbitrary: leaves },
    inner.map((table): Declared => [{ kind: 'group', fields: fieldsIn(table) }, valuesIn(table)]),
    inner.map(
      (table): Declared => [{ kind: 'repeater', fields: fieldsIn(table) }, fc.array(rows(table), { maxLength: 3 })],
    ),
    fc
      .tuple(inner, inner)
      .map(
        ([one, two]): Declared => [
          { kind: 'layouts', layouts: { one: { fields: fieldsIn(one) }, two: { fields: fieldsIn(two) } } },
          fc.array(fc.oneof(rows(one, { layout: 'one' }), rows(two, { layout: 'two' })), { maxLength: 3 }),
        ],
      ),
  );
};

it('any value of any declared field reads back as it was sent, also after an export and import', async () => {
  const sampled = fc.sample(tables(declarations(3)), { seed, numRuns: howManyTypes });
  // Every simple kind is there, whatever the seed gives.
  const all: Table = simple.map((one, i) => [`field_${i}`, one]);
  const types = [all, ...sampled].map((table, i) => ({ name: `kind${i}`, table }));
  const postTypes = types.map(
    ({ name, table }): PostTypeDeclaration => ({
      name,
      supports: ['title'],
      fields: fieldsIn(table),
    }),
  );
  const [first, second] = [await exchangeSite({ postTypes }), await exchangeSite({ postTypes })];
  try {
    const [admin, reader] = [first.site.as('administrator'), second.site.as('administrator')];
    const sent = new Map<string, unknown>();
    for (const { name, table } of types) {
      for (const [n, meta] of fc.sample(valuesIn(table), { seed, numRuns: itemsOfEach }).entries()) {
        const slug = `${name}-${n}`;
        const made = await admin.post(`/wp/v2/${name}`, { title: slug, slug, status: 'publish', meta });
        expect(made.status, JSON.stringify([fieldsIn(table), meta, made.body])).toBe(201);
        expect(made.body.meta, JSON.stringify(fieldsIn(table))).toEqual(meta);
        const again = await admin.put(`/wp/v2/${name}/${made.body.id}`, { meta: made.body.meta });
        expect(again.body.meta).toEqual(meta);
        sent.set(slug, meta);
      }
    }
    await second.bring(await first.take());
    for (const { name } of types) {
      const { body } = await reader.get(`/wp/v2/${name}?per_page=100`);
      expect(body).toHaveLength(itemsOfEach);
      for (const { slug, meta } of body) expect(meta, slug).toEqual(sent.get(slug));
    }
  } finally {
    await first.close();
    await second.close();
  }
});
