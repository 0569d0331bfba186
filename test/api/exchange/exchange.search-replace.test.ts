import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BulkRow } from '../../../src/storage/bulk/bulk-table.ts';
import { openBulkWriter } from '../../../src/storage/bulk/bulk-writer.ts';
import { openTableSnapshot, type TableSnapshot } from '../../../src/storage/bulk/table-snapshot.ts';
import { encodePhp } from '../../../src/storage/options/php-serialized.ts';
import { searchReplace } from '../../../src/transfer/search-replace.ts';
import { createReplacement, createValueRewriter } from '../../../src/transfer/value-rewriter.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeEach(async () => {
  site = await testPlaten();
});
afterEach(() => site.close());

const before = 'https://old.example';
const after = 'https://new.example.org';

interface Wishes {
  readonly isDry?: boolean;
  readonly withGuids?: boolean;
  readonly pair?: readonly [string, string];
  /** What happens after the tables were read and before they are written. */
  readonly meanwhile?: () => Promise<unknown>;
}

async function replaced({ isDry = false, withGuids = false, pair = [before, after], meanwhile }: Wishes = {}) {
  const { config } = site.platen;
  const address = { url: config.databaseUrl, prefix: config.tablePrefix };
  const whole = await openTableSnapshot(address);
  const snapshot: TableSnapshot = {
    ...whole,
    async *rows(table) {
      const pages: BulkRow[][] = [];
      for await (const page of whole.rows(table)) pages.push(page);
      if (table.name === 'posts') await meanwhile?.();
      yield* pages;
    },
  };
  const bulk = isDry ? null : await openBulkWriter(address);
  const notes: string[] = [];
  try {
    const counts = await searchReplace({
      snapshot,
      bulk,
      rewrite: createValueRewriter(createReplacement([pair], { wholeAddresses: false })),
      withGuids,
      note: (text) => void notes.push(text),
      progress: () => {},
    });
    const found = counts.filter((one) => one.changedRows + one.refused > 0);
    return {
      notes,
      counts: Object.fromEntries(found.map((one) => [one.table, [one.changedRows, one.places, one.refused]])),
    };
  } finally {
    await snapshot.close();
    await bulk?.close();
  }
}

async function aPost(content: string): Promise<number> {
  const { body } = await site.as('administrator').post('/wp/v2/posts', { title: 'Tea', content, status: 'publish' });
  return body.id;
}

it('a text is replaced in content, fields, comments, terms, profiles and settings, and pages show it at once', async () => {
  const { store } = site.platen;
  const id = await aPost(`${before}/a ${before}/b`);
  await store.posts.update(id, { guid: `${before}/?p=${id}` });
  const list = (url: string) => encodePhp(new Map([['é', encodePhp(new Map([[0, `${url}/ü`]]))]]));
  await store.meta.set('post', id, 'list', [list(before)]);
  await store.meta.set('user', 1, 'session_tokens', [encodePhp(before)]);
  await store.options.set('blogdescription', `See ${before}`);
  const admin = site.as('administrator');
  await admin.post('/wp/v2/comments', { post: id, content: `I saw ${before}` });
  await admin.post('/wp/v2/categories', { name: 'Tea', description: `From ${before}` });
  await admin.post('/wp/v2/users/2', { url: `${before}/` });
  expect((await site.as('anonymous').get(`/wp/v2/posts/${id}`)).body.content.rendered).toContain(before);

  const expected = {
    comments: [1, 1, 0],
    options: [1, 1, 0],
    postmeta: [1, 1, 0],
    term_taxonomy: [1, 1, 0],
    users: [1, 1, 0],
  };
  const dry = await replaced({ isDry: true });
  expect(dry.counts).toMatchObject({ ...expected, posts: [expect.any(Number), expect.any(Number), 0] });
  expect((await store.posts.byId(id))?.content).toContain(before);

  const real = await replaced();
  expect(real).toEqual({ counts: dry.counts, notes: [] });
  expect(await store.posts.byId(id)).toMatchObject({ content: `${after}/a ${after}/b`, guid: `${before}/?p=${id}` });
  expect((await store.meta.of('post', [id], ['list'])).get(id)).toMatchObject([{ value: list(after) }]);
  expect((await store.meta.of('user', [1], ['session_tokens'])).get(1)).toMatchObject([{ value: encodePhp(before) }]);
  expect(await store.options.get('blogdescription')).toBe(`See ${after}`);
  expect((await site.as('anonymous').get(`/wp/v2/posts/${id}`)).body.content.rendered).toContain(after);
  expect((await replaced()).counts).toEqual({});
  expect((await replaced({ withGuids: true })).counts).toMatchObject({
    posts: [expect.any(Number), expect.any(Number), 0],
  });
  expect((await store.posts.byId(id))?.guid).toBe(`${after}/?p=${id}`);
});

it('a damaged value and one that would be too long are named and stay as they are', async () => {
  const { store } = site.platen;
  const id = await aPost('Nothing to see.');
  const damaged = `a:1:{i:0;s:4:"${before}";}`;
  await store.meta.set('post', id, 'broken', [damaged]);
  await store.users.update(2, { url: `${before}/${'x'.repeat(80)}` });
  const { counts, notes } = await replaced();
  expect(counts).toEqual({ postmeta: [0, 0, 1], users: [0, 0, 1] });
  expect(notes).toEqual([
    expect.stringMatching(
      /^postmeta \d+ \(broken\) was left as it is: its value is serialised, and it makes no sense at \d+\.$/,
    ),
    'users 2 was left as it is: user_url would be too long.',
  ]);
  expect((await store.meta.of('post', [id], ['broken'])).get(id)).toMatchObject([{ value: damaged }]);
});

it('what somebody writes in the meantime is not lost', async () => {
  const id = await aPost(`Old ${before}`);
  const meanwhile = () => site.platen.store.posts.update(id, { content: `New ${before}/new` });
  await replaced({ meanwhile });
  expect((await site.platen.store.posts.byId(id))?.content).toBe(`New ${after}/new`);
});

it('roles keep their names', async () => {
  const { store, config } = site.platen;
  const roles = encodePhp(new Map([['editor', new Map([['name', 'Editor']])]]));
  await store.options.set(`${config.tablePrefix}user_roles`, roles);
  const capabilities = await store.users.capabilities([site.users.editor]);
  await replaced({ pair: ['ditor', 'ditress'] });
  expect(await store.options.get(`${config.tablePrefix}user_roles`)).toBe(roles);
  expect(await store.users.capabilities([site.users.editor])).toEqual(capabilities);
});
