import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelCommands } from '../../../src/cli/model.ts';
import type { FieldTable, PlatenOptions, PostTypeDeclaration, SubField } from '../../../src/index.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { runOnStore } from '../../support/run-command.ts';
import { catalogue } from './catalogue.ts';

const path = '/platen/v1/content-model';
const seed = 20261118;

type Declared = Required<Pick<PlatenOptions, 'postTypes' | 'taxonomies' | 'fieldSets'>>;

const texts = fc.string({
  unit: fc.constantFrom('a', 'Z', '9', ' ', "'", '"', '\\', '\n', 'é', '日', '`', '$', '{', '<'),
  maxLength: 12,
});
const maybe = <T extends object>(members: fc.Arbitrary<T>): fc.Arbitrary<Partial<T>> =>
  fc.oneof(fc.constant({}), members);
const shared = maybe(
  fc.record({ label: texts, help: texts, required: fc.boolean(), width: fc.integer({ min: 1, max: 100 }) }),
);
const leaves: fc.Arbitrary<SubField> = fc
  .tuple(
    fc.constantFrom<SubField>(
      { kind: 'text', maxLength: 20, pattern: "[a-z']*" },
      { kind: 'richtext' },
      { kind: 'number', minimum: -1.5, maximum: 2e9 },
      { kind: 'integer', default: 3 },
      { kind: 'boolean', default: true },
      { kind: 'choice', choices: ["it's", { value: 'b', label: 'B "b"' }] },
      { kind: 'choices', choices: ['x', 'y'], maxItems: 1 },
      { kind: 'date' },
      { kind: 'link' },
      { kind: 'image' },
      { kind: 'posts', to: ['page'], multiple: false },
      { kind: 'terms', to: ['category'] },
      { kind: 'users' },
      { kind: 'json', default: { __proto__x: [1, null as never, 'a'] } },
    ),
    shared,
  )
  .map(([field, more]) => ({ ...field, ...more }) as SubField);
const tables = (inner: fc.Arbitrary<SubField>): fc.Arbitrary<Record<string, SubField>> =>
  fc
    .array(inner, { minLength: 1, maxLength: 3 })
    .map((list) => Object.fromEntries(list.map((one, i) => [['a', 'b_2', 'C-d'][i], one])));
const fields = (depth: number): fc.Arbitrary<SubField> =>
  depth === 0
    ? leaves
    : fc.oneof(
        { weight: 2, arbitrary: leaves },
        tables(fields(depth - 1)).map((inner): SubField => ({ kind: 'group', fields: inner })),
        tables(fields(depth - 1)).map((inner): SubField => ({ kind: 'repeater', fields: inner, maxItems: 9 })),
        tables(fields(depth - 1)).map((inner): SubField => ({ kind: 'layouts', layouts: { one: { fields: inner } } })),
      );
const postTypes = fc
  .tuple(
    tables(fields(2)),
    maybe(
      fc.record({ description: texts, hierarchical: fc.boolean(), public: fc.boolean(), hasArchive: fc.boolean() }),
    ),
    maybe(fc.record({ labels: fc.record({ name: texts, singular_name: texts }), icon: fc.constant('anchor') })),
    fc.constantFrom(['title'] as const, ['title', 'editor', 'revisions', 'comments'] as const),
  )
  .map(
    ([table, more, words, supports]): Omit<PostTypeDeclaration, 'name'> => ({
      ...more,
      ...words,
      supports,
      fields: table,
    }),
  );
const declarations = fc.array(postTypes, { minLength: 1, maxLength: 3 }).map(
  (types): Declared => ({
    postTypes: types.map((type, i) => ({ name: `kind${i}`, ...type })),
    taxonomies: [
      {
        name: 'topic',
        postTypes: types.map((_, i) => `kind${i}`),
        hierarchical: types.length > 1,
        fields: types[0]?.fields ?? {},
      },
    ],
    fieldSets: [
      { object: 'user', fields: { about: { kind: 'textarea' } } },
      { object: 'post', subtype: 'page', fields: (types.at(-1)?.fields ?? {}) as FieldTable },
    ],
  }),
);

/** Random declarations, and those with a field of every kind. */
const samples: readonly Declared[] = [catalogue, ...fc.sample(declarations, { seed, numRuns: 4 })];

/** Everything that says what the types of a site are. */
async function described(site: TestPlaten, { postTypes: types, taxonomies }: Declared) {
  const admin = site.as('administrator');
  const bases = [...types, ...taxonomies].map(({ name, restBase = name }) => restBase);
  const urls = [
    '/platen/v1/types',
    '/platen/v1/openapi.json',
    '/wp/v2/types?context=edit',
    '/wp/v2/taxonomies?context=edit',
    '/',
  ];
  const found: unknown[] = [];
  for (const url of urls) found.push((await admin.get(url)).body);
  for (const base of bases) found.push((await admin.send('OPTIONS', `/wp/v2/${base}`)).body);
  for (const base of bases) found.push((await site.as('anonymous').get(`/wp/v2/${base}`)).body);
  const made = await admin.post(`/wp/v2/${bases[0]}`, { title: 'One', slug: 'one', status: 'draft' });
  const { id: _id, date: _date, date_gmt: _gmt, modified: _modified, modified_gmt: _modifiedGmt, ...item } = made.body;
  found.push(made.status, item);
  // Where a type is declared is all that may differ.
  return JSON.parse(JSON.stringify(found).replaceAll('"source":"configuration"', '"source":"site"'));
}

describe('declarations that are stored', () => {
  let stored: TestPlaten;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-model-'));
    stored = await testPlaten();
  });
  afterAll(async () => {
    await stored?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(samples.map((declared, i) => [i, declared] as const))(
    'make the same site as those of a configuration file (%i)',
    async (_i, declared) => {
      const [configured, own] = [await testPlaten(declared), await testPlaten()];
      try {
        const admin = own.as('administrator');
        const { version } = (await admin.get(path)).body;
        const put = await admin.put(path, { version, declarations: declared });
        expect([put.status, put.body.declarations], JSON.stringify(put.body)).toEqual([200, declared]);
        expect(await described(own, declared)).toEqual(await described(configured, declared));
      } finally {
        await configured.close();
        await own.close();
      }
    },
  );

  it.each(samples.map((declared, i) => [i, declared] as const))(
    'come back as they were from the file that they are exported to (%i)',
    async (i, declared) => {
      const admin = stored.as('administrator');
      const { version } = (await admin.get(path)).body;
      const put = await admin.put(path, { version, declarations: declared, accept_loss: true });
      expect(put.status, JSON.stringify(put.body)).toBe(200);
      const { body } = await admin.get(`${path}/config`);
      expect(body.file).toBe('platen.config.ts');
      const on = { store: stored.platen.store, config: stored.platen.config };
      expect(await runOnStore(modelCommands, 'model export', {}, on)).toBe(body.text.trimEnd());
      const file = join(folder, `${i}.config.ts`);
      // The package is not installed where the file is.
      const own = new URL('../../../src/index.ts', import.meta.url).href;
      await writeFile(file, body.text.replace("'platen'", JSON.stringify(own)));
      const { version: now } = (await admin.get(path)).body;
      await admin.put(path, { version: now, declarations: {}, accept_loss: true });
      expect(await runOnStore(modelCommands, 'model import', { operands: { file } }, on)).toContain('within seconds');
      expect((await admin.get(path)).body).toMatchObject({ version: put.body.version, declarations: declared });
    },
  );
});
