import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { scopedClient } from '../../support/scoped.ts';
import { carriedRequest, carriers, type Fields } from '../../support/shapes.ts';
import { type Samples, targetOf, valid } from '../../support/walk-targets.ts';
import { agentOverHttp } from '../platen/mcp-client.ts';

/** A word that stands in proposals and nowhere else. */
const word = 'quokkaproposal';

let site: TestPlaten;
let origin: string;
let post: { readonly id: number; readonly slug: string };
let page: { readonly id: number };
let term: { readonly id: number };
/** The ids of everything that has a proposal, and some words for what reads require. */
let known: readonly number[];
let samples: Samples;
const words: Samples = {
  type: 'post',
  status: 'publish',
  taxonomy: 'category',
  address: '/',
  url: 'https://site.test/',
};
beforeAll(async () => {
  const port = await freePort();
  site = await testPlaten({ mcp: true, port, siteUrl: `http://127.0.0.1:${port}` });
  origin = await site.platen.listen();
  const editor = site.as('editor');
  term = (await editor.post('/wp/v2/categories', { name: 'Birds' })).body;
  const public_ = { status: 'publish', content: 'Words of a visitor', excerpt: 'Words', categories: [term.id] };
  post = (await editor.post('/wp/v2/posts', { title: 'Heron', ...public_ })).body;
  page = (await editor.post('/wp/v2/pages', { title: 'About', status: 'publish', content: 'Words' })).body;
  const { body: comment } = await editor.post('/wp/v2/comments', { post: post.id, content: 'Fine' });
  known = [...new Set([post.id, page.id, term.id, comment.id, site.users.editor])];
  const [anyPath] = site.platen.registry.paths;
  if (anyPath) samples = (await targetOf(anyPath, site.as('administrator'))).samples;
  const agent = await scopedClient(site, 'editor', ['read', 'propose']);
  const proposal_note = `Because of ${word}`;
  const answers = [
    await agent.post('/wp/v2/posts', { title: word, content: word, excerpt: word, status: 'publish', proposal_note }),
    await agent.post(`/wp/v2/posts/${post.id}`, { title: word, content: word, slug: word, proposal_note }),
    await agent.post(`/wp/v2/pages/${page.id}`, { title: word, content: word, proposal_note }),
    await agent.post('/wp/v2/categories', { name: word, description: word }),
    await agent.post(`/wp/v2/categories/${term.id}`, { name: word, description: word }),
    await agent.post('/wp/v2/tags', { name: word }),
    await agent.post(`/wp/v2/comments/${comment.id}`, { content: word }),
    await agent.post('/wp/v2/comments', { post: post.id, content: word }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  const { id } = answers[1]!.body.pending_change;
  const at = `/platen/v1/pending-changes/${id}`;
  expect((await agent.post(at, { fields: { title: `${word} again` } })).status).toBe(200);
  expect((await editor.post(`${at}/comments`, { text: word })).status).toBe(201);
});
afterAll(() => site.close());

/** The whole text of an answer; of a stream, what it says first. */
async function textOf(payload: unknown): Promise<string> {
  if (payload instanceof Readable) {
    payload.destroy();
    return '';
  }
  return payload instanceof Uint8Array ? Buffer.from(payload).toString('utf8') : String(payload ?? '');
}

it.each(['anonymous', 'subscriber', 'contributor', 'author'] as const)(
  'no read of the interface tells a %s a word of what is proposed',
  async (role) => {
    const login = role === 'anonymous' ? {} : { authorization: `Basic ${btoa(`the-${role}:pw-${role}`)}` };
    const told: string[] = [];
    let asked = 0;
    for (const { path, endpoints } of site.platen.registry.paths) {
      const endpoint = endpoints.find(({ methods }) => methods.includes('GET'));
      if (!endpoint) continue;
      const fields = valid(endpoint, { ...samples, ...words });
      const reads: Fields[] = [
        { ...fields, search: word },
        { ...fields, context: 'edit', per_page: 100, _embed: true },
        { ...fields, slug: word },
      ];
      const named = path.template.replace(/\{(\w+):word\}/g, (_, name: string) => String(words[name] ?? 'none'));
      const own = [...new Set(known.map((id) => named.replace(/\{\w+:\w+\}/g, String(id))))];
      for (const [at, sent] of own.flatMap((one) => [fields, ...reads].map((sent) => [one, sent] as const))) {
        const { payload, status } = await site.platen.answer(carriedRequest(carriers.query('GET', at, sent), login));
        asked += status < 300 ? 1 : 0;
        const text = (await textOf(payload)).replaceAll(/(?:search|slug)[=%"][^&"]*/g, '');
        if (text.includes(word)) told.push(`${at} ${JSON.stringify(sent)}`);
      }
    }
    expect(told).toEqual([]);
    expect(asked).toBeGreaterThan(60);
  },
);

it('no page, feed, map or file of the site has a word of it, and the search finds nothing', async () => {
  const told: string[] = [];
  const paths = [
    ...['/', '/feed/', '/comments/feed/', '/?feed=rss2', '/feed/atom/', '/wp-sitemap.xml', '/sitemap.xml'],
    ...[`/?p=${post.id}`, `/?page_id=${page.id}`, `/${post.slug}/`, `/${word}/`, '/category/birds/', `/tag/${word}/`],
    ...[`/?s=${word}`, `/?p=${post.id}&preview=true`, '/llms.txt', '/robots.txt'],
  ];
  for (const path of paths) {
    const answered = await fetch(origin + path);
    const text = (await answered.text()).replaceAll(`s=${word}`, '').replaceAll(`/${word}/`, '');
    // A page repeats what was searched for; it is no result.
    const results = path.startsWith('/?s=') ? (/<article[\s\S]*<\/article>/.exec(text)?.[0] ?? '') : text;
    if (results.includes(word)) told.push(path);
  }
  expect(told).toEqual([]);
  expect(await (await fetch(`${origin}/?p=${post.id}`)).text()).toContain('Words of a visitor');
});

it('the change feed and the dump say nothing of it', async () => {
  for (const login of ['anonymous', 'administrator'] as const) {
    const { body } = await site.as(login).get('/platen/v1/changes?limit=100');
    expect(body.changes.length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain(word);
  }
  const dump = await fetch(`${origin}/wp-json/platen/v1/dump`);
  expect(dump.status).toBe(200);
  const text = await dump.text();
  expect(text).toContain('Heron');
  expect(text).not.toContain(word);
});

it('agents without an account are told nothing of it', async () => {
  const agent = await agentOverHttp(`${origin}/mcp`, null);
  const { tools } = await agent.client.listTools();
  expect(tools.length).toBeGreaterThan(10);
  for (const name of ['posts_list', 'search', 'categories_list', 'comments_list'].filter((one) =>
    tools.some((tool) => tool.name === one),
  )) {
    const { said } = await agent.use(name, { search: word });
    expect([name, JSON.stringify(said ?? null).replaceAll(`search=${word}`, '')]).toEqual([
      name,
      expect.not.stringContaining(word),
    ]);
  }
  await agent.close();
});

it('revisions and lists of drafts of those who may edit have nothing of it', async () => {
  const editor = site.as('editor');
  const { body: revisions } = await editor.get(`/wp/v2/posts/${post.id}/revisions?context=edit`);
  expect(JSON.stringify(revisions)).not.toContain(word);
  const { body: drafts } = await editor.get('/wp/v2/posts?status=any&context=edit&per_page=100');
  expect(drafts.length).toBeGreaterThan(0);
  expect(JSON.stringify(drafts)).not.toContain(word);
});

it('once a person has accepted it, the same reads have it', async () => {
  const { body: open } = await site.as('editor').get(`/platen/v1/pending-changes?item=${post.id}&type=posts`);
  expect((await site.as('editor').post(`/platen/v1/pending-changes/${open[0].id}/accept`)).status).toBe(200);
  expect(JSON.stringify((await site.as('anonymous').get('/wp/v2/posts')).body)).toContain(word);
  expect(await (await fetch(`${origin}/feed/`)).text()).toContain(word);
});
