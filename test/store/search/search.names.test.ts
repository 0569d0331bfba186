import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { OpenStore } from '../../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { commentRow, postRow, userRow } from '../../support/rows.ts';

let database: FreshDatabase;
let store: OpenStore;
beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore({ url: database.url });
  const postId = await store.posts.insert(postRow());
  for (const [at, name] of names.entries()) {
    await store.terms.insert({ name, slug: `t-${at}`, taxonomy: 'category', description: '', parentId: 0 });
    await store.users.insert(userRow(`user-${at}`, { displayName: name }));
    await store.comments.insert(commentRow(postId, { content: `Of ${name}, and more.` }));
  }
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const names = ['Große Straße', 'GROSSE STRASSE', "Chef d'œuvre", 'Oeuvre', 'Éclair', 'ECLAIRAGE', '50% off', '5000'];
const page = { limit: 100, offset: 0 };
const byId = { by: 'id', direction: 'asc' } as const;
const everyone = { anyOf: [{ approved: 'any' }] } as const;

describe('names and comments that contain a text', () => {
  it.each([
    ['strasse', ['Große Straße', 'GROSSE STRASSE']],
    ['straße', ['Große Straße', 'GROSSE STRASSE']],
    ['großes', []],
    ['oeuvre', ["Chef d'œuvre", 'Oeuvre']],
    ['œu', ["Chef d'œuvre", 'Oeuvre']],
    ['éclair', ['Éclair', 'ECLAIRAGE']],
    ['0%', ['50% off']],
    ['5_00', []],
    ['50', ['50% off', '5000']],
  ])('%s: %j', async (text, found) => {
    const terms = await store.terms.find({ taxonomy: 'category', search: text }, byId, page);
    expect(terms.map(({ name }) => name)).toEqual(found);
    const users = await store.users.find(
      { search: { text, columns: ['username', 'url', 'slug', 'name'] } },
      byId,
      page,
    );
    expect(users.map(({ displayName }) => displayName)).toEqual(found);
    const search = { text, details: false };
    const comments = await store.comments.find({ visibility: everyone, search }, byId, page);
    expect(comments.map(({ content }) => content)).toEqual(found.map((name) => `Of ${name}, and more.`));
  });
});
