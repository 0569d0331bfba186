import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';

const path = '/platen/v1/menus';
let site: TestPlaten;
let origin: string;
beforeAll(async () => {
  site = await testPlaten({ host: '127.0.0.1' });
  origin = await site.platen.listen();
});
afterAll(() => site.close());

const admin = () => site.as('administrator');
const page = async (title: string, more: object = {}): Promise<number> =>
  (await admin().post('/wp/v2/pages', { title, status: 'publish', ...more })).body.id;
const item = (title: string, level = 0, more: object = {}) => ({ title, url: `/${title}`, level, ...more });
const make = async (name: string, more: object = {}) => (await admin().post(path, { name, ...more })).body;
const tree = ({ items }: { items: { title: string; level: number }[] }) =>
  items.map(({ title, level }) => [title, level]);
const authorization = `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`;
const tagOf = async (id: number) => {
  const answer = await fetch(`${origin}/wp-json${path}/${id}`, { headers: { authorization } });
  return { 'if-match': answer.headers.get('etag') ?? '' };
};
const home = async () => (await fetch(`${origin}/`)).text();

describe('a whole menu', () => {
  it('is made, read, saved and removed with all of its items', async () => {
    const about = await page('About');
    const { status, body, headers } = await admin().post(path, {
      name: 'Main',
      items: [
        { type: 'post_type', object_id: about, level: 0 },
        item('Team', 1, { target: '_blank', classes: ['a', 'b c'], xfn: ['me'], attr_title: 'Who we are' }),
        item('Last'),
      ],
    });
    expect(status).toBe(201);
    expect(headers['location']).toContain(`${path}/${body.id}`);
    expect(body).toMatchObject({ name: 'Main', slug: 'main', count: 3, locations: [], auto_add: false });
    expect(body.items).toMatchObject([
      {
        level: 0,
        title: '',
        target_title: 'About',
        type: 'post_type',
        object: 'page',
        object_id: about,
        invalid: false,
      },
      { level: 1, title: 'Team', type: 'custom', target: '_blank', classes: ['a', 'bc'], xfn: ['me'] },
      { level: 0, title: 'Last', url: '/Last', attr_title: '', classes: [], xfn: [] },
    ]);
    const [first, team, last] = body.items;
    const saved = await admin().post(`${path}/${body.id}`, {
      name: 'Main menu',
      items: [{ ...last, level: 0 }, { ...team, level: 1, title: 'People' }, item('New', 2)],
    });
    expect(saved.status).toBe(200);
    expect(tree(saved.body)).toEqual([
      ['Last', 0],
      ['People', 1],
      ['New', 2],
    ]);
    expect(saved.body.items.map(({ id }: { id: number }) => id).slice(0, 2)).toEqual([last.id, team.id]);
    expect(saved.body).toMatchObject({ name: 'Main menu', count: 3 });
    expect(saved.body.items[1]).toMatchObject({ target: '_blank', classes: ['a', 'bc'], attr_title: 'Who we are' });
    expect(await site.platen.store.posts.byId(first.id)).toBeNull();
    expect((await admin().get(path)).body).toMatchObject([{ id: body.id, name: 'Main menu', count: 3 }]);
    const { body: removed } = await admin().delete(`${path}/${body.id}`);
    expect(removed).toMatchObject({ deleted: true, previous: { name: 'Main menu', count: 3 } });
    expect((await admin().get(`${path}/${body.id}`)).status).toBe(404);
    expect(await site.platen.store.posts.byId(last.id)).toBeNull();
  });

  it('is saved whole or not at all', async () => {
    const menu = await make('Whole', { items: [item('One'), item('Two', 1)] });
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ items: [item('X', 1)] }, /level/],
      [{ items: [item('X'), item('Y', 2)] }, /level/],
      [{ items: [item('X'), { title: 'no address' }] }, /address/],
      [{ items: [{ url: '/no-title' }] }, /title/],
      [{ items: [item('X', 0, { url: 'javascript:alert(1)' })] }, /url/],
      [{ items: [item('X', 0, { target: 'odd' })] }, /target/],
      [{ items: [{ type: 'post_type', object_id: 999_999 }] }, /nothing/],
      [{ items: [item('X', 0, { id: 999_999 })] }, /no item of this menu/],
      [{ items: [menu.items[0], menu.items[0]] }, /already/],
      [{ items: Array.from({ length: 1001 }, () => item('X')) }, /1000/],
      [{ items: [item('X')], locations: ['nowhere'] }, /no place/],
      [{ items: [item('X')], name: '' }, /name/],
    ];
    for (const [body, reason] of wrong) {
      const answer = await admin().post(`${path}/${menu.id}`, body);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringMatching(reason)]);
      expect((await admin().get(`${path}/${menu.id}`)).body).toEqual(menu);
    }
    expect((await admin().post(path, { name: 'Whole' })).body.code).toBe('menu_exists');
  });

  it('is not saved over what somebody else saved', async () => {
    const { id } = await make('Shared', { items: [item('One')] });
    const mine = { items: [item('Mine')] };
    const ifMatch = await tagOf(id);
    await admin().post(`${path}/${id}`, { items: [item('Theirs')] });
    const refused = await admin().post(`${path}/${id}`, mine, ifMatch);
    expect(refused.status).toBe(412);
    expect(tree(refused.body.data.current)).toEqual([['Theirs', 0]]);
    const now = { 'if-match': String(refused.headers['etag']) };
    expect(tree((await admin().post(`${path}/${id}`, mine, now)).body)).toEqual([['Mine', 0]]);
  });

  it('keeps one of two that are saved at the same moment', async () => {
    const { id } = await make('Race', { items: [item('Zero')] });
    const ifMatch = await tagOf(id);
    const answers = await Promise.all(
      ['A', 'B'].map((name) => admin().post(`${path}/${id}`, { items: [item(name), item(name, 1)] }, ifMatch)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const [winner] = answers.filter(({ status }) => status === 200);
    expect((await admin().get(`${path}/${id}`)).body).toEqual(winner?.body);
  });

  it('costs a fixed number of queries to read, and writes only what changed', async () => {
    const titles = Array.from({ length: 40 }, (_, i) => `T${i}`);
    const small = await make('Small', { items: [item('T')] });
    const large = await make('Large', { items: titles.map((title) => item(title)) });
    const cost = (work: () => Promise<unknown>) => countStatements(site.platen.store, work);
    await admin().get(`${path}/${small.id}`);
    const one = await cost(() => admin().get(`${path}/${small.id}`));
    expect(await cost(() => admin().get(`${path}/${large.id}`))).toBe(one);
    const same = await cost(() => admin().post(`${path}/${small.id}`, { items: small.items }));
    expect(await cost(() => admin().post(`${path}/${large.id}`, { items: large.items }))).toBe(same);
  });

  it('is for those who may change the look of the site', async () => {
    const { id } = await make('Roles');
    const roles: readonly Role[] = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'anonymous'];
    const table: readonly (readonly ['GET' | 'POST' | 'DELETE', string, object | undefined, number])[] = [
      ['GET', path, undefined, 200],
      ['GET', `${path}/locations`, undefined, 200],
      ['GET', `${path}/${id}`, undefined, 200],
      ['POST', path, { name: 'Another' }, 201],
      ['POST', `${path}/${id}`, { description: 'x' }, 200],
      ['DELETE', `${path}/${id}`, undefined, 200],
    ];
    for (const [method, where, body, allowed] of table) {
      const statuses: number[] = [];
      for (const role of roles.toReversed()) {
        const as = site.as(role);
        const answer = await (method === 'GET'
          ? as.get(where)
          : method === 'POST'
            ? as.post(where, body)
            : as.delete(where));
        statuses.unshift(answer.status);
      }
      expect([method, where, statuses]).toEqual([method, where, [allowed, 403, 403, 403, 403, 401]]);
    }
    const { body } = await admin().get('/platen/v1/audit?per_page=20');
    const events = body.items.map(({ event, object }: { event: string; object: number }) => [event, object]);
    for (const event of ['term.create', 'term.update', 'term.delete']) expect(events).toContainEqual([event, id]);
  });
});

describe('the pages of the site', () => {
  it('show the menus of their places, fresh after each save', async () => {
    const hidden = await page('Secret', { status: 'draft' });
    const contact = await page('Contact');
    const menu = await make('Top', {
      locations: ['primary'],
      items: [
        { type: 'post_type', object_id: contact, level: 0, title: 'Write to us' },
        item('Elsewhere', 1, { target: '_blank', classes: ['x'], xfn: ['me'], attr_title: 'A <b>"hint"' }),
        { type: 'post_type', object_id: hidden, level: 0 },
      ],
    });
    const foot = await make('Foot', { locations: ['footer'], items: [item('Imprint')] });
    const html = await home();
    expect(html).toMatch(/<nav class="menu" aria-label="Main menu">.*Write to us.*<\/nav>/s);
    expect(html).toContain(
      '<li class="x"><a href="/Elsewhere" target="_blank" rel="me noopener" title="A &quot;hint&quot;">',
    );
    expect(html).toMatch(/<nav class="menu" aria-label="Footer menu">.*Imprint.*<\/nav>/s);
    expect(html).not.toContain('Secret');
    const [first, second] = menu.items;
    await admin().post(`${path}/${menu.id}`, { items: [first, { ...second, level: 0, title: 'Away' }] });
    expect(await home()).toContain('>Away</a>');
    await admin().post(`${path}/${foot.id}`, { locations: [] });
    expect(await home()).not.toContain('Footer menu');
    await admin().delete(`${path}/${menu.id}`);
    expect(await home()).not.toContain('Away');
    expect((await admin().get(`${path}/locations`)).body).toMatchObject([
      { name: 'primary', description: 'Primary menu', menu: 0 },
      { name: 'footer', description: 'Footer menu', menu: 0 },
    ]);
  });
});
