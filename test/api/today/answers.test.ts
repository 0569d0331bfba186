import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CheckAnswer, createAnswerCheck } from '../../support/check-answer.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let check: CheckAnswer;
let draft: number;
beforeAll(async () => {
  site = await testPlaten({ variant: 'c' });
  check = createAnswerCheck(site.platen.registry, true);
  draft = (await site.as('administrator').post('/wp/v2/posts', { title: 'A draft' })).body.id;
});
afterAll(() => site.close());

it.each<[string, Role, string, string, object?]>([
  ['an object without members', 'author', 'PATCH', '/wp/v2/users/me', { description: 'x' }],
  ['one item at the path of a list', 'administrator', 'GET', '/wp-block-editor/v1/navigation-fallback'],
  ['a list below a name', 'author', 'GET', '/wp/v2/block-types/core'],
  ['an empty list below a name', 'author', 'GET', '/wp/v2/block-types/none'],
  ['a refusal without details', 'subscriber', 'PUT', '/wp/v2/categories/1', { meta: true }],
  ['items that the caller may do nothing with', 'author', 'GET', '/wp/v2/users?who=authors'],
  ['a draft saved in place', 'administrator', 'POST', '/wp/v2/posts/DRAFT/autosaves', { title: 'Another' }],
])('describes %s as it is', async (_what, role, method, template, body) => {
  const url = template.replace('DRAFT', String(draft));
  const answer = await site.as(role).send(method, url, body ? { body } : {});
  const [path = '', query] = url.split('?');
  const { status } = answer;
  expect(check({ method, path, query: new URLSearchParams(query), status, body: answer.body })).toBeNull();
});
