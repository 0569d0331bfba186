import { deepEqual, equal } from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { startPlaten } from 'platen/testing';

const site = await startPlaten();
beforeEach(() => site.reset());
after(() => site.close());

test('an editor may publish', async () => {
  const editor = await site.user('editor');
  const made = await site.as(editor)('/wp-json/wp/v2/posts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Hello', status: 'publish' }),
  });
  equal(made.status, 201);
});

test('the site starts empty', async () => {
  deepEqual(await (await site.fetch('/wp-json/wp/v2/posts')).json(), []);
});
