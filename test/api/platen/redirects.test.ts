import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const path = '/platen/v1/redirects';
let site: TestPlaten;
let origin: string;
beforeAll(async () => {
  site = await testPlaten({ host: '127.0.0.1' });
  origin = await site.platen.listen();
  await site.as('administrator').post('/wp/v2/pages', { title: 'Here', slug: 'here', status: 'publish' });
});
afterAll(() => site.close());

const administrator = () => site.as('administrator');
const make = (source: string, target: string, status = 301) => administrator().post(path, { source, target, status });
const visit = async (where: string) => {
  const answer = await fetch(origin + where, { redirect: 'manual' });
  return [answer.status, answer.headers.get('location')];
};

describe('a redirect', () => {
  it('leads from a path without content to another path or address', async () => {
    expect((await make('/old-page/', '/here/')).status).toBe(201);
    expect(await visit('/old-page/')).toEqual([301, 'http://site.test/here/']);
    expect(await visit('/old-page')).toEqual([301, 'http://site.test/here/']);
    expect(await visit('/old-page?a=1')).toEqual([301, 'http://site.test/here/?a=1']);
    await make('/elsewhere', 'https://example.org/x?y=1', 307);
    expect(await visit('/elsewhere?z=2')).toEqual([307, 'https://example.org/x?y=1']);
    await make('/gr%C3%BC%C3%9Fe', '/here/', 308);
    expect(await visit('/gr%c3%bc%c3%9fe/')).toEqual([308, 'http://site.test/here/']);
    await make('/index2.php', '/here/', 302);
    expect(await visit('/index2.php')).toEqual([302, 'http://site.test/here/']);
  });

  it('of a prefix leads everything below, the nearest first, and may pass the rest on', async () => {
    await make('/blog/*', '/here/');
    await make('/blog/2019/*', 'https://archive.example/old/*');
    await make('/blog/2019/one', '/here/', 302);
    expect(await visit('/blog/x/y')).toEqual([301, 'http://site.test/here/']);
    expect(await visit('/blog')).toEqual([301, 'http://site.test/here/']);
    expect(await visit('/blog/2019/a%20b/c')).toEqual([301, 'https://archive.example/old/a%20b/c']);
    expect(await visit('/blog/2019/one')).toEqual([302, 'http://site.test/here/']);
    expect((await visit('/blogger'))[0]).toBe(404);
  });

  it('never hides content, and 410 says that a page is gone', async () => {
    await make('/here', 'https://example.org/');
    expect((await visit('/here/'))[0]).toBe(200);
    await make('/gone', '', 410);
    expect(await visit('/gone')).toEqual([410, null]);
  });

  it('counts how often it was followed, in batches', async () => {
    const { body } = await make('/counted', '/here/');
    expect(body).toMatchObject({ hits: 0, last_hit: null });
    await visit('/counted');
    await visit('/counted?again');
    expect((await administrator().get(`${path}/${body.id}`)).body.hits).toBe(2);
    await visit('/counted');
    const [listed] = (await administrator().get(`${path}?search=counted`)).body;
    expect(listed).toMatchObject({ hits: 3, last_hit: expect.stringMatching(/^\d{4}-/) });
  });

  it('is changed and removed, and pages follow at once', async () => {
    const { body } = await make('/moving', '/here/');
    expect(await visit('/moving')).toEqual([301, 'http://site.test/here/']);
    await administrator().post(`${path}/${body.id}`, { target: '/there/' });
    expect(await visit('/moving')).toEqual([301, 'http://site.test/there/']);
    expect((await administrator().delete(`${path}/${body.id}`)).status).toBe(200);
    expect((await visit('/moving'))[0]).toBe(404);
    expect((await administrator().get(`${path}/${body.id}`)).status).toBe(404);
  });

  it('cannot lead round in a circle', async () => {
    await make('/a', '/b');
    await make('/b', '/c');
    for (const [source, target] of [
      ['/c', '/a'],
      ['/c', 'http://site.test/a?x=1'],
      ['/self', '/self/'],
      ['/loop/*', '/loop/deeper'],
      ['/*', '/not-here'],
    ] as const)
      expect((await make(source, target)).body).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { target: 'This would lead round in a circle.' } },
      });
    const [b] = (await administrator().get(`${path}?search=/b`)).body.filter(
      (one: { source: string }) => one.source === '/b',
    );
    expect((await administrator().post(`${path}/${b.id}`, { target: '/a' })).status).toBe(400);
  });

  it.each([
    ['', '/x', 301],
    ['no-slash', '/x', 301],
    ['//host', '/x', 301],
    ['/a?b=1', '/x', 301],
    ['/a*b', '/x', 301],
    [`/${'a'.repeat(300)}`, '/x', 301],
    ['/%E0%A4%A', '/x', 301],
    ['/ok', 'javascript:alert(1)', 301],
    ['/ok', '//evil.example', 301],
    ['/ok', 'https://user:pw@evil.example/', 301],
    ['/ok', '/x\r\nSet-Cookie: a=b', 301],
    ['/ok', '', 301],
    ['/ok', '/x/*', 301],
    ['/ok', '/x', 200],
    ['/old-page', '/x', 301],
  ])('is refused from %s to %s with %s', async (source, target, status) => {
    expect(await make(source, target, status)).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  });

  it('has one writer at a time: of two that make a circle together, one is refused', async () => {
    const answers = await Promise.all([make('/left', '/right'), make('/right', '/left')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });
});

describe('a CSV file', () => {
  it('makes and changes redirects, and says which lines were refused', async () => {
    const csv =
      '\ufefffrom,to,status\r\n/csv-1,/here/\r\n"/csv-2","https://example.org/?a=1,2",302\n\n/csv-1;/there/;308\nbad,/x\n/csv-3,,410';
    expect((await administrator().post(`${path}/import`, { csv })).body).toEqual({
      made: 3,
      changed: 1,
      refused: [{ line: 6, reason: expect.stringContaining('path of this site') }],
    });
    expect(await visit('/csv-1')).toEqual([308, 'http://site.test/there/']);
    expect(await visit('/csv-2')).toEqual([302, 'https://example.org/?a=1,2']);
    expect((await visit('/csv-3'))[0]).toBe(410);
    expect(await administrator().post(`${path}/import`, {})).toMatchObject({ status: 400 });
    expect(await administrator().post(`${path}/import`, { csv: 'x'.repeat(1_000_001) })).toMatchObject({ status: 400 });
  });
});

it('redirects are listed, searched and paged', async () => {
  const { body, headers } = await administrator().get(`${path}?search=csv&per_page=2`);
  expect(body.map(({ source }: { source: string }) => source)).toEqual(['/csv-1', '/csv-2']);
  expect(headers['x-wp-total']).toBe('3');
});

it('redirects are for administrators only', async () => {
  for (const [method, where] of [
    ['GET', path],
    ['POST', path],
    ['POST', `${path}/import`],
    ['GET', `${path}/1`],
    ['POST', `${path}/1`],
    ['DELETE', `${path}/1`],
  ] as const) {
    const status = async (who: Role) => (await site.as(who).send(method, where, { body: { csv: '' } })).status;
    expect(await status('anonymous')).toBe(401);
    for (const who of ['subscriber', 'contributor', 'author', 'editor'] as const) expect(await status(who)).toBe(403);
  }
});
