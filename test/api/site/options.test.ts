import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Options } from '../../../src/storage/store.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const path = '/platen/v1/settings';
const firstComment = ['comment_previously_approved', 'comment_whitelist'];
const words = ['disallowed_keys', 'blacklist_keys'];
let site: TestPlaten;
let options: Options;
let now = Date.parse('2026-03-01T12:00:00Z');
beforeAll(async () => {
  site = await testPlaten({ anonymousComments: true, clock: () => now });
  options = site.platen.store.options;
});
afterAll(() => site.close());
beforeEach(async () => {
  for (const name of [...firstComment, ...words, 'require_name_email']) await options.remove(name);
});

let said = 0;
async function say(who: Role, fields: Record<string, unknown> = {}) {
  const { body: post } = await site.as('editor').post('/wp/v2/posts', { title: 'Talk', status: 'publish' });
  return site.as(who).post('/wp/v2/comments', { post: post.id, content: `Remark ${++said}`, ...fields });
}
const stranger = () => {
  const name = `Stranger ${++said}`;
  return { author_name: name, author_email: `${said}@example.org` };
};
const set = (settings: Record<string, unknown>) => site.as('administrator').post(path, settings);
const storedAs = (names: readonly string[]) => Promise.all(names.map((name) => options.get(name)));

describe('the first comment of an author', () => {
  it('waits on a new site, as its settings say', async () => {
    expect((await site.as('administrator').get(path)).body.comment_first_moderated).toBe(true);
    const sender = stranger();
    const { body } = await say('anonymous', sender);
    expect(body.status).toBe('hold');
    await site.as('editor').post(`/wp/v2/comments/${body.id}`, { status: 'approved' });
    expect((await say('anonymous', sender)).body.status).toBe('approved');
  });

  it('goes live where the settings say so, and both names of the option are stored', async () => {
    expect((await set({ comment_first_moderated: false })).body.comment_first_moderated).toBe(false);
    expect(await storedAs(firstComment)).toEqual(['0', '0']);
    expect((await say('anonymous', stranger())).body.status).toBe('approved');
    await set({ comment_first_moderated: true });
    expect(await storedAs(firstComment)).toEqual(['1', '1']);
    expect((await say('anonymous', stranger())).body.status).toBe('hold');
  });

  it.each(firstComment)('follows a database that has only %s', async (name) => {
    for (const [text, status] of [
      ['1', 'hold'],
      ['', 'approved'],
    ] as const) {
      await options.set(name, text);
      expect((await site.as('administrator').get(path)).body.comment_first_moderated).toBe(text === '1');
      expect((await say('anonymous', stranger())).body.status).toBe(status);
    }
  });

  it('follows the settings in a database that has the current name', async () => {
    await options.set('comment_previously_approved', '1');
    await set({ comment_first_moderated: false });
    expect((await say('anonymous', stranger())).body.status).toBe('approved');
  });
});

it('refused words are shown and followed, whichever name a database has them under', async () => {
  for (const name of words) {
    await options.set(name, 'poison');
    expect((await site.as('administrator').get(path)).body.comment_refused_words).toBe('poison');
    expect((await say('subscriber', { content: 'some poison' })).body.status).toBe('trash');
    await options.remove(name);
  }
  await options.set('disallowed_keys', 'poison');
  await set({ comment_refused_words: 'venom' });
  expect(await storedAs(words)).toEqual(['venom', 'venom']);
  expect((await say('subscriber', { content: 'some venom' })).body.status).toBe('trash');
});

it('a switch that another program stored as empty text is off everywhere', async () => {
  await options.set('require_name_email', '');
  expect((await site.as('administrator').get(path)).body.comment_name_required).toBe(false);
  expect((await say('anonymous')).status).toBe(201);
});

it('the interface takes no comments on posts older than the settings allow', async () => {
  const { body: post } = await site.as('editor').post('/wp/v2/posts', { title: 'Old', status: 'publish' });
  const send = () => site.as('editor').post('/wp/v2/comments', { post: post.id, content: `Late ${++said}` });
  await set({ comment_days: 7 });
  expect((await send()).status).toBe(201);
  now += 8 * 86_400_000;
  expect(await send()).toMatchObject({ status: 403, body: { code: 'rest_comment_closed' } });
  await set({ comment_days: 0 });
  expect((await send()).status).toBe(201);
});
