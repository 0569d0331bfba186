import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const path = '/platen/v1/popups';
let site: TestPlaten;
let origin: string;
beforeAll(async () => {
  site = await testPlaten({ host: '127.0.0.1' });
  origin = await site.platen.listen();
});
afterAll(() => site.close());

const editor = () => site.as('editor');
const tagOf = async (id: number) => {
  const authorization = `Basic ${Buffer.from('the-editor:pw-editor').toString('base64')}`;
  const answer = await fetch(`${origin}/wp-json${path}/${id}`, { headers: { authorization } });
  return { 'if-match': answer.headers.get('etag') ?? '' };
};

it('a popup is made, edited under conditions, and shown to visitors', async () => {
  const { status, body } = await editor().post(path, { name: 'Offer' });
  expect([status, body.status, body.title, body.settings]).toEqual([201, 'draft', '', {}]);
  const settings = { triggers: [{ type: 'delay', seconds: 3 }], odd: { kept: true } };
  const seen = await tagOf(body.id);
  const saved = await editor().post(
    `${path}/${body.id}`,
    { title: 'Hello', content: '<p onclick="x()">Text<script>1</script></p>', status: 'publish', settings },
    seen,
  );
  expect(saved.body).toMatchObject({ name: 'Offer', title: 'Hello', status: 'publish', settings });
  expect(saved.body.content).not.toMatch(/script|onclick/);
  expect((await editor().post(`${path}/${body.id}`, { title: 'Late' }, seen)).status).toBe(412);
  const shown = await (await fetch(`${origin}/embed/popups.json`)).json();
  expect(JSON.stringify(shown)).toContain('Hello');
});

it('refuses what the script could not use, and people who may not', async () => {
  const { id } = (await editor().post(path, { name: 'Strict' })).body;
  for (const wrong of [
    { name: ' ' },
    { status: 'trash' },
    { settings: [] },
    { settings: { triggers: 'x' } },
    { settings: { triggers: [{ type: 'odd' }] } },
    { settings: { cookies: [{ name: 'a b' }] } },
    { settings: { conditions: [{}] } },
    { settings: { closeText: 'x'.repeat(30_000) } },
  ])
    expect([wrong, (await editor().post(`${path}/${id}`, wrong)).status]).toEqual([wrong, 400]);
  const roles: readonly [Role, number][] = [
    ['author', 403],
    ['subscriber', 403],
    ['anonymous', 401],
  ];
  for (const [role, expected] of roles) {
    expect((await site.as(role).post(path, { name: 'x' })).status).toBe(expected);
    expect((await site.as(role).post(`${path}/${id}`, { name: 'x' })).status).toBe(expected);
  }
});
