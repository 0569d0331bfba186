import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PlatenOptions, SubField } from '../../../src/index.ts';
import { postRow } from '../../support/rows.ts';
import { type ExchangeSite, exchangeSite } from '../exchange/exchange-site.ts';

const seed = 20261118;
const howManyFields = 8;
const howManyItems = 12;

type Target = 'posts' | 'files' | 'terms' | 'users';
type Ids = Record<Target, number[]>;

/** Filled in once the items are there. */
const ids: Ids = { posts: [], files: [], terms: [], users: [] };
const oneOf = (target: Target) => fc.nat(1_000).map((n) => ids[target][n % ids[target].length] ?? 0);
const many = (target: Target) => fc.uniqueArray(oneOf(target), { maxLength: 4 });
const orNone = (target: Target) => fc.oneof(fc.constant(0), oneOf(target));

type Declared = readonly [field: SubField, values: fc.Arbitrary<unknown>];

const leaves: fc.Arbitrary<Declared> = fc.constantFrom<Declared[]>(
  [{ kind: 'posts', to: ['page'] }, many('posts')],
  [{ kind: 'posts', to: ['page'], multiple: false }, orNone('posts')],
  [{ kind: 'terms', to: ['post_tag'] }, many('terms')],
  [{ kind: 'users' }, many('users')],
  [{ kind: 'users', multiple: false }, orNone('users')],
  [{ kind: 'image' }, orNone('files')],
  [{ kind: 'file' }, orNone('files')],
  [{ kind: 'gallery' }, many('files')],
  // Numbers that lead nowhere stay as they are.
  [{ kind: 'integer' }, fc.integer({ min: 1, max: 40 })],
  [{ kind: 'json' }, fc.constant({ page: 2, tags: [3] })],
);

const names = ['a', 'b', 'c'];
const tables = (inner: fc.Arbitrary<Declared>) =>
  fc.array(inner, { minLength: 1, maxLength: 3 }).map((list) => list.map((one, i) => [names[i] ?? '', one] as const));
type Table = readonly (readonly [string, Declared])[];
const fieldsIn = (table: Table): Record<string, SubField> =>
  Object.fromEntries(table.map(([name, [field]]) => [name, field]));
const valuesIn = (table: Table) => fc.record(Object.fromEntries(table.map(([name, [, values]]) => [name, values])));

const declarations = (depth: number): fc.Arbitrary<Declared> => {
  if (depth === 0) return leaves;
  const inner = tables(declarations(depth - 1));
  return fc.oneof(
    leaves,
    inner.map((table): Declared => [{ kind: 'group', fields: fieldsIn(table) }, valuesIn(table)]),
    inner.map(
      (table): Declared => [
        { kind: 'repeater', fields: fieldsIn(table) },
        fc.array(valuesIn(table), { minLength: 1, maxLength: 3 }),
      ],
    ),
    inner.map(
      (table): Declared => [
        { kind: 'layouts', layouts: { one: { fields: fieldsIn(table) } } },
        fc.array(
          valuesIn(table).map((row) => ({ layout: 'one', ...row })),
          { maxLength: 3 },
        ),
      ],
    ),
  );
};

/** The value with the ids of the other site, by the declaration. */
function expected(field: SubField, value: unknown, newIds: Record<Target, ReadonlyMap<number, number>>): unknown {
  const target = targets[field.kind];
  if (target) {
    const idOf = (id: unknown) => newIds[target].get(Number(id)) ?? 0;
    return Array.isArray(value) ? value.map(idOf) : idOf(value);
  }
  const members = (fields: Readonly<Record<string, SubField>>, row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([name, one]) => [name, fields[name] ? expected(fields[name], one, newIds) : one]),
    );
  const rows = (fields: Readonly<Record<string, SubField>>) => (value as object[]).map((row) => members(fields, row));
  if (field.kind === 'group') return members(field.fields, value as object);
  if (field.kind === 'repeater') return rows(field.fields);
  return field.kind === 'layouts' ? rows(field.layouts['one']?.fields ?? {}) : value;
}

const targets: Partial<Record<SubField['kind'], Target>> = {
  posts: 'posts',
  terms: 'terms',
  users: 'users',
  file: 'files',
  image: 'files',
  gallery: 'files',
};

const open = { status: 'publish', comment_status: 'open' };
const range = (count: number) => Array.from({ length: count }, (_one, i) => i);

/** Items that fields lead to; `first` moves their ids away from those of another site. */
async function fill({ site }: ExchangeSite, first: number): Promise<void> {
  const admin = site.as('administrator');
  const { store } = site.platen;
  const made = async (path: string, body: object) => {
    const { status, body: item } = await admin.post(path, body);
    expect(status, JSON.stringify(item)).toBe(201);
    return item.id as number;
  };
  for (const n of range(first)) {
    await made('/wp/v2/pages', { title: `Other ${n}`, status: 'publish' });
    await made('/wp/v2/tags', { name: `Other ${n}` });
    await made('/wp/v2/users', { username: `other${n}`, email: `other${n}@example.org`, password: 'x' });
  }
  if (first > 0) return;
  for (const n of range(4)) {
    ids.posts.push(await made('/wp/v2/pages', { title: `Page ${n}`, slug: `page-${n}`, ...open }));
    ids.terms.push(await made('/wp/v2/tags', { name: `Tag ${n}`, slug: `tag-${n}` }));
    ids.users.push(await made('/wp/v2/users', { username: `user${n}`, email: `user${n}@example.org`, password: 'x' }));
    const guid = `http://site.test/file-${n}.png`;
    const file = { type: 'attachment', status: 'inherit', mimeType: 'image/png', slug: `file-${n}`, guid };
    ids.files.push(await store.posts.insert(postRow({ ...file, title: `File ${n}` })));
  }
}

async function newIds({ site }: ExchangeSite): Promise<Record<Target, ReadonlyMap<number, number>>> {
  const admin = site.as('administrator');
  const bySlug = async (path: string, slug: string): Promise<number> =>
    (await admin.get(`/wp/v2/${path}?slug=${slug}&context=edit`)).body[0]?.id ?? -1;
  const map = async (target: Target, path: string, name: string) => {
    const pairs = range(4).map(async (n) => [ids[target][n] ?? 0, await bySlug(path, `${name}${n}`)] as const);
    return new Map([[0, 0], ...(await Promise.all(pairs))]);
  };
  return {
    posts: await map('posts', 'pages', 'page-'),
    files: await map('files', 'media', 'file-'),
    terms: await map('terms', 'tags', 'tag-'),
    users: await map('users', 'users', 'user'),
  };
}

it('ids in fields of any depth follow what they lead to when a site is imported into another one', async () => {
  const table: Table = fc
    .sample(declarations(3), { seed, numRuns: howManyFields })
    .map((one, i) => [`field_${i}`, one] as const);
  const fields = fieldsIn(table);
  const options: PlatenOptions = {
    postTypes: [{ name: 'thing', restBase: 'things', supports: ['title'], fields }],
    fieldSets: [
      { object: 'term', subtype: 'post_tag', fields: { page: { kind: 'posts', to: ['page'], multiple: false } } },
      { object: 'user', fields: { pages: { kind: 'posts', to: ['page'] } } },
      { object: 'comment', fields: { about: { kind: 'repeater', fields: { tag: { kind: 'terms' } } } } },
    ],
  };
  const [from, to] = [await exchangeSite(options), await exchangeSite(options)];
  try {
    await fill(from, 0);
    await fill(to, 5);
    const [admin, reader] = [from.site.as('administrator'), to.site.as('administrator')];
    const sent = new Map<string, Record<string, unknown>>();
    for (const [n, meta] of fc.sample(valuesIn(table), { seed, numRuns: howManyItems }).entries()) {
      const slug = `thing-${n}`;
      const made = await admin.post('/wp/v2/things', { title: slug, slug, status: 'publish', meta });
      expect(made.status, JSON.stringify([fields, meta, made.body])).toBe(201);
      expect(made.body.meta).toEqual(meta);
      sent.set(slug, meta);
    }
    const [page = 0, , , last = 0] = ids.posts;
    await admin.post(`/wp/v2/tags/${ids.terms[0]}`, { meta: { page: last } });
    await admin.post(`/wp/v2/users/${ids.users[0]}`, { meta: { pages: [last, page] } });
    const about = [{ tag: [ids.terms[3]] }];
    const comment = await admin.post('/wp/v2/comments', { post: page, content: 'Well.', meta: { about } });
    expect(comment.body.meta).toEqual({ about });

    const file = await from.take();
    const report = await to.bring(file);
    expect(report.notes.filter((note) => note.includes('names'))).toEqual([]);
    const known = await newIds(to);
    expect(known.posts.get(page)).not.toBe(page);
    const check = async () => {
      const { body } = await reader.get('/wp/v2/things?per_page=100');
      expect(body).toHaveLength(howManyItems);
      for (const { slug, meta } of body) {
        for (const [name, [field]] of table)
          expect(meta[name], `${slug} ${name} ${JSON.stringify(field)}`).toEqual(
            expected(field, sent.get(slug)?.[name], known),
          );
      }
      const tag = await reader.get(`/wp/v2/tags/${known.terms.get(ids.terms[0] ?? 0)}`);
      expect(tag.body.meta).toEqual({ page: known.posts.get(last) });
      const user = await reader.get(`/wp/v2/users/${known.users.get(ids.users[0] ?? 0)}?context=edit`);
      expect(user.body.meta.pages).toEqual([known.posts.get(last), known.posts.get(page)]);
      const [said] = (await reader.get(`/wp/v2/comments?post=${known.posts.get(page)}`)).body;
      expect(said.meta.about).toEqual([{ tag: [known.terms.get(ids.terms[3] ?? 0)] }]);
    };
    await check();
    // Once more, nothing is mapped a second time.
    await to.bring(file);
    await check();
  } finally {
    await from.close();
    await to.close();
  }
});

it('an id that leads to nothing in the file stays, and the report says so', async () => {
  const options: PlatenOptions = {
    postTypes: [
      { name: 'thing', restBase: 'things', supports: ['title'], fields: { page: { kind: 'posts', multiple: false } } },
    ],
  };
  const [from, to] = [await exchangeSite(options), await exchangeSite(options)];
  try {
    const admin = from.site.as('administrator');
    const page = (await admin.post('/wp/v2/pages', { title: 'Page', status: 'publish' })).body.id;
    const sent = { title: 'Thing', status: 'publish', meta: { page } };
    const thing = (await admin.post('/wp/v2/things', sent)).body.id;
    await admin.delete(`/wp/v2/pages/${page}?force=true`);
    const report = await to.bring(await from.take());
    expect(report.notes).toContain(`The field "page" of post ${thing} names item ${page}, which is not in the file.`);
    expect((await to.site.as('administrator').get(`/wp/v2/things/${thing}`)).body.meta).toEqual({ page });
  } finally {
    await from.close();
    await to.close();
  }
});
