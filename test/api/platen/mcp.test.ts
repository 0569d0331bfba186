import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { farHost } from '../../support/far-host.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { scopedCredentials } from '../../support/scoped.ts';
import { run } from '../../support/server-process.ts';
import { picture } from '../media/media-client.ts';
import { type Agent, agentOverHttp, agentOverStdio } from './mcp-client.ts';

const program = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));
const postTypes = [{ name: 'product', restBase: 'products', labels: { name: 'Products', singular_name: 'Product' } }];

let site: TestPlaten;
let origin: string;
let far: Awaited<ReturnType<typeof farHost>>;
beforeAll(async () => {
  const dog = await picture(40, 30);
  far = await farHost((_, response) => response.end(dog));
  site = await testPlaten({ mcp: true, host: '127.0.0.1', postTypes }, { fetch: far.fetch });
  origin = await site.platen.listen();
});
afterAll(async () => {
  await site.close();
  far.close();
});

const loginOf = (role: Role) =>
  role === 'anonymous' ? null : role === 'administrator' ? 'admin:pw-administrator' : `the-${role}:pw-${role}`;

async function as<T>(role: Role, work: (agent: Agent) => Promise<T>): Promise<T> {
  const agent = await agentOverHttp(`${origin}/mcp`, loginOf(role));
  try {
    return await work(agent);
  } finally {
    await agent.close();
  }
}

const stored = async (id: number) => (await site.as('administrator').get(`/wp/v2/posts/${id}?context=edit`)).body;

describe('the tools', () => {
  it('are listed with schemas, words for people and hints', async () => {
    const { tools } = await as('author', ({ client }) => client.listTools());
    const names = tools.map((tool) => tool.name);
    expect(names).toEqual(
      expect.arrayContaining(['posts_list', 'pages_publish', 'products_create', 'media_create', 'search']),
    );
    expect(new Set(names).size).toBe(names.length);
    const schemas = new Ajv2020({ strict: false, validateFormats: false });
    for (const tool of tools) {
      expect(tool.name).toMatch(/^[\w-]{1,64}$/);
      expect(tool.description).toMatch(/^[A-Z].*\.$/s);
      expect(() => schemas.compile(tool.inputSchema)).not.toThrow();
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints['posts_get']).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints['posts_create']).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints['posts_delete']).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(hints['media_create']).toMatchObject({ openWorldHint: true });
    // Whatever says that it only reads is answered to visitors too, and nothing else is.
    const open = await as('anonymous', ({ client }) => client.listTools());
    expect(open.tools.map((tool) => tool.name)).toEqual(names.filter((name) => hints[name]?.readOnlyHint));
  });

  it('take the arguments of the routes', async () => {
    const { tools } = await as('author', ({ client }) => client.listTools());
    const create = tools.find((tool) => tool.name === 'posts_create');
    expect(Object.keys(create?.inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(['title', 'content', 'status', 'categories', 'tags', 'format', 'dryRun']),
    );
    expect(create?.inputSchema).toMatchObject({
      additionalProperties: false,
      properties: { content: { type: 'string' }, categories: { type: 'array', items: { type: 'integer' } } },
    });
  });
});

describe.each(['http', 'stdio'] as const)('an author over %s', (way) => {
  let agent: Agent;
  let own: TestPlaten;
  beforeAll(async () => {
    if (way === 'http') {
      own = site;
      agent = await agentOverHttp(`${origin}/mcp`, loginOf('author'));
      return;
    }
    own = await testPlaten();
    const { dataDir, databaseUrl } = own.platen.config;
    const env = {
      PATH: process.env['PATH'] ?? '',
      PLATEN_DATABASE_URL: databaseUrl,
      PLATEN_DATA_DIR: dataDir,
      PLATEN_SITE_URL: 'http://site.test',
    };
    agent = await agentOverStdio(process.execPath, [program, 'mcp', '--user', 'the-author'], env);
  });
  afterAll(async () => {
    await agent?.close();
    if (way === 'stdio') await own?.close();
  });

  it('writes a post in Markdown, changes a word of it and publishes it', async () => {
    expect((await agent.client.listTools()).tools.map((tool) => tool.name)).toContain('posts_publish');
    expect((await agent.use('users_me')).said).toMatchObject({ username: 'the-author', roles: ['author'] });
    const made = await agent.use('posts_create', {
      title: 'By an agent',
      content: '## Why\n\nBecause of **that** & more.\n\n-   one\n-   two',
    });
    expect(made).toMatchObject({ isError: false, said: { status: 'draft', title: 'By an agent' } });
    const { id } = made.said;
    const raw = async () =>
      (await own.as('administrator').get(`/wp/v2/posts/${id}?context=edit`)).body.content.raw as string;
    const before = await raw();
    expect(before).toContain('<!-- wp:heading -->\n<h2 class="wp-block-heading">Why</h2>\n<!-- /wp:heading -->');
    const read = await agent.use('posts_get', { id });
    expect(read.said.content).toBe('## Why\n\nBecause of **that** & more.\n\n-   one\n-   two');
    const changed = await agent.use('posts_update', { id, content: read.said.content.replace('that', 'this') });
    expect(changed.isError).toBe(false);
    expect(await raw()).toBe(before.replace('that', 'this'));
    expect((await own.as('anonymous').get(`/wp/v2/posts/${id}`)).status).toBe(401);
    const published = await agent.use('posts_publish', { id });
    expect(published.said).toMatchObject({ status: 'publish', title: 'By an agent' });
    const seen = await own.as('anonymous').get(`/wp/v2/posts/${id}`);
    expect(seen.body).toMatchObject({ status: 'publish', author: own.users.author });
    expect((await agent.use('search', { query: 'agent', type: ['post'] })).said).toMatchObject({
      total: 1,
      total_is: 'exact',
      items: [{ id, type: 'post', title: 'By an agent' }],
    });
    const nothing = await agent.use('search', { query: '-agent' });
    expect(nothing).toMatchObject({ isError: true, said: { code: 'platen_no_words' } });
  });

  it('is refused what an author may not do', async () => {
    const theirs = (await own.as('editor').post('/wp/v2/posts', { title: 'Of the editor', status: 'publish' })).body.id;
    const draft = (await own.as('editor').post('/wp/v2/posts', { title: 'Secret', status: 'draft' })).body.id;
    const cases: [string, Record<string, unknown>, number, string][] = [
      ['posts_update', { id: theirs, title: 'Mine' }, 403, 'rest_cannot_edit'],
      ['posts_update', { id: theirs, content: 'Mine' }, 403, 'rest_forbidden_context'],
      ['posts_update', { id: theirs, title: 'Mine', dryRun: true }, 403, 'rest_cannot_edit'],
      ['posts_publish', { id: draft }, 403, 'rest_cannot_edit'],
      ['posts_trash', { id: theirs }, 403, 'rest_cannot_delete'],
      ['posts_delete', { id: theirs }, 403, 'rest_cannot_delete'],
      ['posts_get', { id: draft }, 403, 'rest_forbidden'],
      ['pages_create', { title: 'A page' }, 403, 'rest_cannot_create'],
      ['categories_create', { name: 'A category' }, 403, 'rest_cannot_create'],
      ['settings_get', {}, 403, 'rest_forbidden'],
      ['settings_update', { title: 'Mine' }, 403, 'rest_forbidden'],
      ['posts_create', { title: 'As another', author: 1 }, 403, 'rest_cannot_edit_others'],
    ];
    for (const [tool, input, status, code] of cases) {
      expect([tool, await agent.use(tool, input)]).toMatchObject([tool, { isError: true, said: { status, code } }]);
    }
    const after = (await own.as('administrator').get(`/wp/v2/posts/${theirs}?context=edit`)).body;
    expect(after).toMatchObject({ title: { raw: 'Of the editor' }, status: 'publish' });
  });
});

describe('platen mcp', () => {
  it('needs an account that exists', async () => {
    const { databaseUrl, dataDir } = site.platen.config;
    const env = { PLATEN_DATABASE_URL: databaseUrl, PLATEN_DATA_DIR: dataDir };
    expect(await run(['mcp'], env)).toMatchObject({ status: 1, output: expect.stringContaining('--user NAME') });
    const unknown = await run(['mcp', '--user', 'nobody'], env);
    expect(unknown).toMatchObject({ status: 1, output: 'There is no user "nobody".\n' });
  });

  it('ends when its client goes', async () => {
    const { databaseUrl, dataDir } = site.platen.config;
    const env = { PLATEN_DATABASE_URL: databaseUrl, PLATEN_DATA_DIR: dataDir };
    // The input of the process is empty, so its client has gone at once.
    expect(await run(['mcp', '--user', 'the-author'], env)).toMatchObject({ status: 0 });
  });
});

describe('a dry run', () => {
  it('says what would change, and changes nothing', async () => {
    await as('author', async (agent) => {
      const { id } = (await agent.use('posts_create', { title: 'Kept', content: 'Old text.' })).said;
      const before = await stored(id);
      const [{ total }] = [(await agent.use('posts_list', { status: ['draft', 'publish'] })).said];
      const update = await agent.use('posts_update', { id, title: 'New', content: 'New text.', dryRun: true });
      expect(update.said).toMatchObject({
        dryRun: true,
        wouldChange: { title: { from: 'Kept', to: 'New' }, content: { from: 'Old text.', to: 'New text.' } },
      });
      const publish = await agent.use('posts_publish', { id, dryRun: true });
      expect(publish.said.wouldChange.status).toEqual({ from: 'draft', to: 'publish' });
      const trash = await agent.use('posts_trash', { id, dryRun: true });
      expect(trash.said.wouldChange.status).toEqual({ from: 'draft', to: 'trash' });
      const removal = await agent.use('posts_delete', { id, dryRun: true });
      expect(removal.said).toMatchObject({ dryRun: true, wouldDelete: { id, title: 'Kept' } });
      const creation = await agent.use('posts_create', { title: 'Never', dryRun: true });
      expect(creation.said).toMatchObject({ dryRun: true, wouldCreate: { title: 'Never', status: 'draft' } });
      expect(await stored(id)).toEqual(before);
      expect((await agent.use('posts_list', { status: ['draft', 'publish'] })).said.total).toBe(total);
    });
    const settings = (await site.as('administrator').get('/wp/v2/settings')).body;
    await as('administrator', async (agent) => {
      const { said } = await agent.use('settings_update', { title: 'Another name', dryRun: true });
      expect(said.wouldChange).toEqual({ title: { from: settings.title, to: 'Another name' } });
    });
    expect((await site.as('administrator').get('/wp/v2/settings')).body).toEqual(settings);
  });

  it('is no word that could be misread', async () => {
    await as('author', async (agent) => {
      const answer = await agent.use('posts_create', { title: 'x', dryRun: 'true' });
      expect(answer).toMatchObject({ isError: true, said: { code: 'rest_invalid_param' } });
    });
  });
});

describe('other tools', () => {
  it('work on pages, declared types, files, terms, comments, users and settings', async () => {
    await as('editor', async (agent) => {
      const page = (await agent.use('pages_create', { title: 'About', content: 'Us.', status: 'publish' })).said;
      expect(page).toMatchObject({ type: 'page', status: 'publish', content: 'Us.' });
      const product = (await agent.use('products_create', { title: 'Chair', content: 'Of *wood*.' })).said;
      expect((await agent.use('products_get', { id: product.id })).said.content).toBe('Of *wood*.');
      expect((await agent.use('products_get', { id: product.id, format: 'html' })).said.content).toContain(
        '<em>wood</em>',
      );
      const term = (await agent.use('categories_create', { name: 'Chairs' })).said;
      expect((await agent.use('categories_update', { id: term.id, description: 'To sit on' })).isError).toBe(false);
      expect((await agent.use('categories_list', { search: 'Chairs' })).said.items[0]).toMatchObject({
        name: 'Chairs',
      });
      expect((await agent.use('categories_delete', { id: term.id })).said).toMatchObject({ deleted: true });
      const file = (await agent.use('media_create', { url: 'https://example.org/dog.jpg', alt_text: 'A dog' })).said;
      expect(file).toMatchObject({ mime_type: 'image/jpeg', alt_text: 'A dog' });
      expect((await agent.use('media_delete', { id: file.id })).said).toMatchObject({ deleted: true });
      const post = (await agent.use('posts_create', { title: 'Talked about', status: 'publish' })).said;
      const comment = (await agent.use('comments_create', { post: post.id, content: 'Well said' })).said;
      expect((await agent.use('comments_list', { post: post.id })).said).toMatchObject({ total: 1 });
      expect((await agent.use('comments_trash', { id: comment.id })).said.status).toBe('trash');
      expect((await agent.use('users_list')).said.total).toBeGreaterThan(0);
      expect((await agent.use('site_get')).said.url).toBe('http://site.test');
    });
  });

  it('long texts come back to the letter too', async () => {
    const paragraph = (i: number) => `Paragraph **${i}** with [a link](https://example.org/${i}) and \`code\`.`;
    const content = Array.from({ length: 600 }, (_, i) => paragraph(i)).join('\n\n');
    await as('author', async (agent) => {
      const { id } = (await agent.use('posts_create', { title: 'Long', content })).said;
      const before = (await stored(id)).content.raw as string;
      const read = (await agent.use('posts_get', { id })).said.content as string;
      expect(read).toBe(content);
      await agent.use('posts_update', { id, content: read.replace('Paragraph **300**', 'Passage **300**') });
      expect((await stored(id)).content.raw).toBe(before.replace('Paragraph <strong>300<', 'Passage <strong>300<'));
    });
  });

  it('a visitor reads what everybody may read, and nothing else', async () => {
    const open = (
      await site.as('editor').post('/wp/v2/posts', { title: 'It’s open', content: 'Hi <b>you</b>', status: 'publish' })
    ).body.id;
    const draft = (await site.as('editor').post('/wp/v2/posts', { title: 'Draft' })).body.id;
    await as('anonymous', async (agent) => {
      expect((await agent.use('posts_get', { id: open })).said).toMatchObject({ title: 'It’s open' });
      expect(await agent.use('posts_get', { id: draft })).toMatchObject({ isError: true, said: { status: 401 } });
      expect(await agent.use('posts_create', { title: 'x' })).toMatchObject({
        isError: true,
        said: { code: 'platen_mcp_no_tool' },
      });
    });
  });
});

describe('misuse', () => {
  it('of arguments is a refusal that an agent can read', async () => {
    await as('editor', async (agent) => {
      const cases: [string, Record<string, unknown>][] = [
        ['posts_get', {}],
        ['posts_get', { id: '7' }],
        ['posts_get', { id: -1 }],
        ['posts_get', { id: 1.5 }],
        ['posts_get', { id: '../users/1' }],
        ['posts_get', { id: 99_999 }],
        ['posts_get', { id: 1, format: 'pdf' }],
        ['posts_list', { per_page: 1000 }],
        ['posts_list', { orderby: 'nonsense' }],
        ['posts_list', { _fields: 'id' }],
        ['posts_create', { titel: 'misspelt' }],
        ['posts_create', { title: 'x', status: 'nonsense' }],
        ['posts_create', { title: 'x', content: '>'.repeat(20_000) }],
        ['posts_update', { id: 1, __proto__x: 1 }],
        ['media_create', { url: 'http://127.0.0.1/' }],
        ['media_create', { url: 'http://169.254.169.254/', dryRun: true }],
        ['no_such_tool', {}],
        ['__proto__', {}],
      ];
      for (const [tool, input] of cases) {
        const answer = await agent.use(tool, input);
        expect([tool, input, answer.isError]).toEqual([tool, input, true]);
        expect(answer.said.status).toBeGreaterThanOrEqual(400);
        expect(answer.said.status).toBeLessThan(500);
      }
    });
  });

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

  it('pages of other sites are refused, also under a name that leads here', async () => {
    for (const from of ['http://evil.example', 'null', 'http://site.test.evil.example', 'https://site.test']) {
      const answer = await post(call, { origin: from, authorization: `Basic ${btoa('the-author:pw-author')}` });
      const { code } = (await answer.json()) as { code: string };
      expect([from, answer.status, code]).toEqual([from, 403, 'platen_mcp_foreign_origin']);
    }
    expect((await post(call, { origin: 'http://site.test' })).status).toBe(200);
  });

  it('wrong credentials, a cookie without its nonce, and forged sessions get no rights', async () => {
    const wrong = await post(call, { authorization: `Basic ${btoa('the-author:wrong')}` });
    expect(wrong.status).toBe(401);
    await wrong.text();
    const forged = await post(
      { ...call, method: 'tools/call', params: { name: 'posts_create', arguments: { title: 'By a forger' } } },
      { cookie: 'platen_session=forged', 'mcp-session-id': 'forged' },
    );
    expect(await forged.text()).not.toContain('"status": "draft"');
    expect((await site.as('administrator').get('/wp/v2/posts?status=draft&search=forger')).body).toEqual([]);
  });

  it('a browser session counts with its nonce, and not without', async () => {
    const login = new URLSearchParams({ log: 'the-author', pwd: 'pw-author' });
    const entered = await fetch(`${origin}/wp-login.php`, { method: 'POST', body: login, redirect: 'manual' });
    const cookie = entered.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const asked = await fetch(`${origin}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers: { cookie } });
    const nonce = await asked.text();
    const create = (title: string) => ({
      ...call,
      method: 'tools/call',
      params: { name: 'posts_create', arguments: { title } },
    });
    const drafts = async () =>
      (await site.as('administrator').get('/wp/v2/posts?status=draft&search=session&_fields=title')).body.length;
    const incomplete: Record<string, string>[] = [
      { cookie },
      { cookie, 'x-wp-nonce': 'forged' },
      { 'x-wp-nonce': nonce },
    ];
    for (const headers of incomplete) {
      await (await post(create('A session'), headers)).text();
      expect(await drafts()).toBe(0);
    }
    await (await post(create('A session'), { cookie, 'x-wp-nonce': nonce })).text();
    expect(await drafts()).toBe(1);
  });

  it('what is no message is refused', async () => {
    for (const body of [
      '',
      '{',
      '[]',
      [call, call],
      7,
      'null',
      { jsonrpc: '1.0' },
      { ...call, method: 'x'.repeat(300_000) },
    ]) {
      const answer = await post(body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      await answer.text();
    }
    const typed = await post(JSON.stringify(call), { 'content-type': 'text/plain' });
    expect(typed.status).toBeGreaterThanOrEqual(400);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await fetch(`${origin}/mcp`, { method, headers: { accept: 'text/event-stream' } });
      expect([404, 405, 406]).toContain(answer.status);
      await answer.text();
    }
  });

  it('a site that did not ask for it has no such address', async () => {
    const other = await testPlaten({ host: '127.0.0.1' });
    try {
      const url = await other.platen.listen();
      const answer = await fetch(`${url}/mcp`, { method: 'POST', body: '{}' });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect((await other.as('administrator').post('/platen/v1/mcp', call)).status).toBe(404);
    } finally {
      await other.close();
    }
  });
});

describe('a batch that is only tried', () => {
  it('answers what would happen and stores nothing', async () => {
    const requests = [
      { method: 'POST', path: '/wp/v2/categories', body: { name: 'Only tried' } },
      { method: 'POST', path: '/wp/v2/posts', body: { title: 'Only tried', categories: [{ $from: '0.body.id' }] } },
    ];
    const tried = await site.as('editor').post('/platen/v1/batch', { atomic: true, dry_run: true, requests });
    expect(tried).toMatchObject({ status: 200, body: { committed: false } });
    expect(tried.body.responses.map((one: { status: number }) => one.status)).toEqual([201, 201]);
    expect((await site.as('editor').get('/wp/v2/categories?search=Only')).body).toEqual([]);
    const failing = await site.as('author').post('/platen/v1/batch', { atomic: true, dry_run: true, requests });
    expect(failing).toMatchObject({ status: 422, body: { committed: false } });
    const half = await site.as('editor').post('/platen/v1/batch', { dry_run: true, requests });
    expect(half).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  });
});

describe('an agent that may only propose', () => {
  it('is told the id of the change, may ask what became of it, and changes nothing', async () => {
    const credentials = await scopedCredentials(site, 'administrator', ['read', 'propose']);
    const { body: post } = await site.as('editor').post('/wp/v2/posts', { title: 'Public', status: 'publish' });
    const agent = await agentOverHttp(`${origin}/mcp`, credentials);
    try {
      const update = { id: post.id, title: 'Better', proposal_note: 'Shorter.' };
      const change = (await agent.use('posts_update', update)).said.pending_change;
      expect(change).toMatchObject({ state: 'open', note: 'Shorter.', item: post.id });
      const { said } = await agent.use('posts_delete', { id: post.id });
      expect(said).toMatchObject({ pending_change: { action: 'delete' } });
      expect((await stored(post.id)).title.raw).toBe('Public');
      expect((await agent.use('proposals_list')).said).toMatchObject({ total: 2 });
      await site.as('editor').post(`/platen/v1/pending-changes/${change.id}/decline`, { reason: 'No.' });
      const asked = await agent.use('proposals_get', { id: change.id });
      expect(asked.said).toMatchObject({ state: 'declined', reason: 'No.' });
      const refused = await agent.use('settings_get');
      expect(refused).toMatchObject({ isError: true, said: { code: 'rest_scope_missing' } });
    } finally {
      await agent.close();
    }
  });
});
