import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/rules/scopes.ts';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { scopedClient, scopedCredentials } from '../../support/scoped.ts';
import { mediaSite, picture } from '../media/media-client.ts';

let site: TestPlaten;
let agent: Client;
beforeAll(async () => {
  site = await testPlaten();
  agent = await scopedClient(site, 'editor', ['read', 'propose']);
});
afterAll(() => site.close());

const path = '/platen/v1/pending-changes';
const publish = async (more: object = {}) =>
  (await site.as('editor').post('/wp/v2/posts', { title: 'Public', content: 'One two', status: 'publish', ...more }))
    .body;
const visible = async (id: number) => (await site.as('anonymous').get(`/wp/v2/posts/${id}`)).body;

/** Proposes a change of a new post. */
async function proposed(fields: object, more: object = {}) {
  const post = await publish(more);
  const answered = await agent.post(`/wp/v2/posts/${post.id}`, { ...fields, proposal_note: 'It reads better.' });
  return { post, answered, change: answered.body.pending_change };
}

describe('a write with `propose`', () => {
  it('is kept with who, why and what it would change, and changes nothing', async () => {
    const { post, answered, change } = await proposed({ title: 'Better', content: 'One three' });
    expect(answered.status).toBe(202);
    expect(answered.headers['location']).toBe(`http://site.test/wp-json${path}/${change.id}`);
    expect(change).toMatchObject({
      state: 'open',
      action: 'update',
      path: `/wp/v2/posts/${post.id}`,
      type: 'posts',
      item: post.id,
      title: 'Public',
      note: 'It reads better.',
      author: site.users.editor,
      by_program: true,
      can_decide: false,
      changes: { title: { from: 'Public', to: 'Better' }, content: { from: 'One two', to: 'One three' } },
    });
    const { title: _title, ...same } = await visible(post.id);
    expect(post).toMatchObject({ slug: same.slug, modified_gmt: same.modified_gmt });
    expect((await visible(post.id)).title.rendered).toBe('Public');
    expect((await agent.get(`${path}/${change.id}`)).body.state).toBe('open');
    expect((await agent.get(`${path}?view=mine`)).body[0].id).toBe(change.id);
  });

  it('is refused as the account itself is refused', async () => {
    const post = await publish();
    expect((await agent.post(`/wp/v2/posts/${post.id}`, { status: 'never' })).body.code).toBe('rest_invalid_param');
    expect((await agent.post('/wp/v2/posts/999999', { title: 'x' })).body.code).toBe('rest_post_invalid_id');
    expect((await agent.post(`/wp/v2/posts/${post.id}`, { author: 999999 })).body.code).toBe('rest_invalid_author');
    const weak = await scopedClient(site, 'author', ['read', 'propose']);
    expect((await weak.post(`/wp/v2/posts/${post.id}`, { title: 'No' })).body.code).toBe('rest_cannot_edit');
    expect((await weak.post('/wp/v2/pages', { title: 'No' })).body.code).toBe('rest_cannot_create');
  });

  it('can make, change and remove content, terms and comments', async () => {
    const post = await publish();
    const { body: comment } = await site.as('editor').post('/wp/v2/comments', { post: post.id, content: 'Hm' });
    const answers = [
      await agent.post('/wp/v2/posts', { title: 'New', status: 'publish' }),
      await agent.post('/wp/v2/pages', { title: 'New page' }),
      await agent.delete(`/wp/v2/posts/${post.id}`),
      await agent.delete(`/wp/v2/posts/${post.id}?force=true`),
      await agent.post('/wp/v2/categories', { name: 'New' }),
      await agent.post('/wp/v2/categories/1', { description: 'Words' }),
      await agent.post(`/wp/v2/comments/${comment.id}`, { status: 'hold' }),
      await agent.post('/wp/v2/comments', { post: post.id, content: 'Mine' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(answers.map(({ body }) => body.pending_change.action)).toEqual([
      ...['create', 'create', 'delete', 'delete', 'create', 'update', 'update', 'create'],
    ]);
    expect(answers[3]!.body.pending_change.changes).toEqual({ status: { from: 'publish', to: 'deleted' } });
    expect((await visible(post.id)).status).toBe('publish');
  });

  it('is no way to accounts, settings or files', async () => {
    const admin = await scopedClient(site, 'administrator', ['read', 'propose']);
    const refused = [
      await admin.post('/wp/v2/users/me', { name: 'No' }),
      await admin.post('/wp/v2/users', { username: 'no', email: 'no@example.org', password: 'no-no-no' }),
      await admin.post('/wp/v2/settings', { title: 'No' }),
      await admin.post('/wp/v2/media', {}),
      await admin.post('/platen/v1/redirects', { source: '/a', target: '/b' }),
      await admin.post('/platen/v1/users/me/application-passwords', { name: 'No' }),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual([
      ...['rest_scope_missing', 'rest_scope_missing', 'rest_scope_missing', 'rest_scope_missing'],
      ...['rest_scope_missing', 'rest_scope_missing'],
    ]);
  });

  it('names the item that is meant, however its address is written', async () => {
    const post = await publish();
    for (const at of [`/wp/v2/posts/${post.id}/`, `/WP/V2/Posts/0${post.id}`]) {
      const { body } = await agent.post(at, { title: 'Better' });
      expect(body.pending_change).toMatchObject({
        action: 'update',
        path: `/wp/v2/posts/${post.id}`,
        item: post.id,
        title: 'Public',
        changes: { title: { from: 'Public', to: 'Better' } },
      });
    }
  });

  it('is refused where its own conditions do not hold, as any write', async () => {
    const post = await publish();
    const touched = await site.as('editor').post(`/wp/v2/posts/${post.id}`, { title: 'Public' }, { 'if-match': '*' });
    const { etag = '' } = touched.headers;
    expect((await agent.post(`/wp/v2/posts/${post.id}`, { title: 'One' }, { 'if-match': etag })).status).toBe(202);
    await site.as('editor').post(`/wp/v2/posts/${post.id}`, { content: 'Meanwhile' });
    const stale = await agent.post(`/wp/v2/posts/${post.id}`, { title: 'Two' }, { 'if-match': etag });
    expect([stale.status, stale.body.data.current.content.raw]).toEqual([412, 'Meanwhile']);
    const twin = { title: 'Twin', slug: post.slug };
    expect((await agent.post('/wp/v2/posts', twin, { 'if-none-match': '*' })).status).toBe(412);
    const blind = await scopedClient(site, 'editor', ['propose']);
    const { body: secret } = await site.as('editor').post('/wp/v2/posts', { title: 'Secret' });
    const unseen = await blind.post(`/wp/v2/posts/${secret.id}`, { title: 'x' }, { 'if-match': etag });
    expect([unseen.status, unseen.body.data.current]).toEqual([412, null]);
  });

  it('may be about the texts of a file, and not about the file', async () => {
    const files = await mediaSite();
    const { body: file } = await files.upload('editor', {
      name: 'a.png',
      content: await picture(4, 4, 'png'),
      type: 'image/png',
    });
    const program = await scopedClient(files, 'editor', ['read', 'propose']);
    const { status, body } = await program.post(`/wp/v2/media/${file.id}`, { alt_text: 'A heron', caption: 'At dawn' });
    expect([status, body.pending_change?.changes]).toEqual([
      202,
      { alt_text: { from: '', to: 'A heron' }, caption: { from: '', to: 'At dawn' } },
    ]);
    const shown = async () => (await files.as('anonymous').get(`/wp/v2/media/${file.id}`)).body.alt_text;
    expect(await shown()).toBe('');
    expect((await program.delete(`/wp/v2/media/${file.id}?force=true`)).body.code).toBe('rest_scope_missing');
    await files.as('editor').post(`${path}/${body.pending_change.id}/accept`);
    expect(await shown()).toBe('A heron');
    await files.close();
  });

  it('of a menu is a conflict too where somebody changed the menu since', async () => {
    const later = await testPlaten({ variant: 'c' });
    const admin = later.as('administrator');
    const program = await scopedClient(later, 'administrator', ['read', 'propose']);
    const { body: menu } = await admin.post('/wp/v2/menus', { name: 'Main' });
    const link = { title: 'Home', url: 'https://site.test/', type: 'custom', menus: menu.id, status: 'publish' };
    const { body: item } = await admin.post('/wp/v2/menu-items', link);
    for (const [at, mine, theirs] of [
      [`/wp/v2/menus/${menu.id}`, { name: 'First' }, { description: 'Meanwhile' }],
      [`/wp/v2/menu-items/${item.id}`, { title: 'Start' }, { url: 'https://site.test/other' }],
    ] as const) {
      const { id } = (await program.post(at, mine)).body.pending_change;
      await admin.post(at, theirs);
      expect((await admin.post(`${path}/${id}/accept`)).body.code).toBe('platen_pending_conflict');
      expect((await admin.post(`${path}/${id}/accept`, { over: true })).status).toBe(200);
    }
    await later.close();
  });

  it('is carried out at once as far as another scope covers it', async () => {
    const writer = await scopedClient(site, 'editor', ['read', 'content', 'propose']);
    const made = await writer.post('/wp/v2/posts', { title: 'Draft' });
    expect(made.status).toBe(201);
    expect((await writer.post(`/wp/v2/posts/${made.body.id}`, { status: 'publish' })).status).toBe(202);
    expect((await writer.get(`/wp/v2/posts/${made.body.id}`)).body.status).toBe('draft');
  });

  it('tells a credential that may not read nothing of the item', async () => {
    const blind = await scopedClient(site, 'editor', ['propose']);
    const { body: secret } = await site.as('editor').post('/wp/v2/posts', { title: 'Secret', content: 'Hidden' });
    const { body } = await blind.post(`/wp/v2/posts/${secret.id}`, { content: 'Other' });
    expect(body.pending_change).toMatchObject({ title: '', changes: {}, fields: { content: 'Other' } });
    const sly = { meta: { $from: '0.body.title.raw' } };
    expect(JSON.stringify((await blind.post(`/wp/v2/posts/${secret.id}`, sly)).body)).not.toContain('Secret');
  });
});

describe('a decision', () => {
  it('to accept carries the write out as who accepts, and says so to its author', async () => {
    const { post, change } = await proposed({ title: 'Accepted' });
    const accepted = await site.as('administrator').post(`${path}/${change.id}/accept`);
    expect(accepted.body).toMatchObject({ state: 'accepted', decided_by: 1, item: post.id, can_decide: false });
    expect((await visible(post.id)).title.rendered).toBe('Accepted');
    expect((await agent.get(`${path}/${change.id}`)).body.state).toBe('accepted');
    const again = await site.as('administrator').post(`${path}/${change.id}/accept`);
    expect(again).toMatchObject({ status: 409, body: { code: 'platen_pending_decided' } });
    const audit = (await site.as('administrator').get('/platen/v1/audit?kind=proposal')).body.items;
    expect(audit[0]).toMatchObject({ event: 'proposal.accepted', user: 1, object: change.id });
  });

  it('to accept is a conflict where the item was changed since, until it is made over it', async () => {
    const { post, change } = await proposed({ title: 'Late' });
    await site.as('editor').post(`/wp/v2/posts/${post.id}`, { content: 'Meanwhile' });
    const conflict = await site.as('editor').post(`${path}/${change.id}/accept`);
    expect(conflict).toMatchObject({ status: 409, body: { code: 'platen_pending_conflict' } });
    expect(conflict.body.data.current.content.raw).toBe('Meanwhile');
    expect((await visible(post.id)).title.rendered).toBe('Public');
    expect((await site.as('editor').post(`${path}/${change.id}/accept`, { over: true })).body.state).toBe('accepted');
    const after = await visible(post.id);
    expect([after.title.rendered, after.content.rendered.trim()]).toEqual(['Late', '<p>Meanwhile</p>']);
  });

  it('to accept over a conflict writes only what was shown: what was sent as it was undoes nothing', async () => {
    const { post, change } = await proposed({ title: 'Shown', content: 'One two', status: 'publish' });
    expect(Object.keys(change.changes)).toEqual(['title']);
    expect(change.fields).toEqual({ title: 'Shown' });
    await site.as('editor').post(`/wp/v2/posts/${post.id}`, { content: 'Written meanwhile' });
    await agent.post(`${path}/${change.id}`, { fields: { title: 'Shown', content: 'Written meanwhile' } });
    await site.as('editor').post(`/wp/v2/posts/${post.id}`, { content: 'Written last' });
    expect((await site.as('editor').post(`${path}/${change.id}/accept`, { over: true })).status).toBe(200);
    const { title, content } = await visible(post.id);
    expect([title.rendered, content.rendered.trim()]).toEqual(['Shown', '<p>Written last</p>']);
  });

  it('to accept is refused where the proposal is another one than was read', async () => {
    const { post, change } = await proposed({ title: 'Harmless' });
    await agent.post(`${path}/${change.id}`, { fields: { title: 'Harmful' } });
    const late = await site.as('editor').post(`${path}/${change.id}/accept`, { version: change.version });
    expect(late).toMatchObject({ status: 409, body: { code: 'platen_pending_edited' } });
    expect((await visible(post.id)).title.rendered).toBe('Public');
    const { version } = (await site.as('editor').get(`${path}/${change.id}`)).body;
    expect(version).not.toBe(change.version);
    expect((await site.as('editor').post(`${path}/${change.id}/accept`, { version })).status).toBe(200);
    expect((await visible(post.id)).title.rendered).toBe('Harmful');
  });

  it('to accept may write something else', async () => {
    const { post, change } = await proposed({ title: 'Almost' });
    await site.as('editor').post(`${path}/${change.id}/accept`, { fields: { title: 'Exactly' } });
    expect((await visible(post.id)).title.rendered).toBe('Exactly');
  });

  it('to accept a new post gives it to its author', async () => {
    const writer = await scopedClient(site, 'author', ['propose']);
    const { body } = await writer.post('/wp/v2/posts', { title: 'By an author', status: 'publish' });
    const done = await site.as('editor').post(`${path}/${body.pending_change.id}/accept`);
    expect(done.body.item).toBeGreaterThan(0);
    expect(await visible(done.body.item)).toMatchObject({ author: site.users.author, status: 'publish' });
  });

  it('to accept stores no HTML that its author may not write', async () => {
    const writer = await scopedClient(site, 'author', ['propose']);
    const { body } = await writer.post('/wp/v2/posts', {
      title: 'X',
      content: '<script>alert(1)</script>',
      status: 'publish',
    });
    const done = await site.as('administrator').post(`${path}/${body.pending_change.id}/accept`);
    expect((await visible(done.body.item)).content.rendered).not.toContain('<script');
  });

  it('to decline has a reason, and nothing is changed', async () => {
    const { post, change } = await proposed({ title: 'Declined' });
    const declined = await site.as('editor').post(`${path}/${change.id}/decline`, { reason: 'Too short.' });
    expect(declined.body).toMatchObject({ state: 'declined', reason: 'Too short.' });
    expect((await agent.get(`${path}/${change.id}`)).body.reason).toBe('Too short.');
    expect((await visible(post.id)).title.rendered).toBe('Public');
  });

  it('is for people: no credential with scopes decides', async () => {
    const { change } = await proposed({ title: 'Own' });
    const strong = await scopedClient(site, 'administrator', ['read', 'content', 'publish', 'propose', 'settings']);
    for (const act of ['accept', 'decline'])
      expect((await strong.post(`${path}/${change.id}/${act}`)).body.code).toBe('platen_pending_needs_person');
  });

  it('by two people at once is made by one', async () => {
    const { change } = await proposed({ title: 'Once' });
    const both = await Promise.all([
      site.as('editor').post(`${path}/${change.id}/accept`),
      site.as('administrator').post(`${path}/${change.id}/decline`),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('its author', () => {
  it('may withdraw it, change it and talk about it', async () => {
    const { post, change } = await proposed({ title: 'First' });
    const edited = await agent.post(`${path}/${change.id}`, {
      fields: { title: 'Second' },
      note: 'On second thoughts',
    });
    expect(edited.body).toMatchObject({ changes: { title: { to: 'Second' } }, note: 'On second thoughts' });
    await site.as('administrator').post(`${path}/${change.id}/comments`, { text: 'Why?' });
    const { body } = await agent.post(`${path}/${change.id}/comments`, { text: 'Because.' });
    expect(body.comments.map((one: { text: string }) => one.text)).toEqual(['Why?', 'Because.']);
    expect((await agent.post(`${path}/${change.id}/withdraw`)).body.state).toBe('withdrawn');
    expect((await site.as('editor').post(`${path}/${change.id}/accept`)).status).toBe(409);
    expect((await visible(post.id)).title.rendered).toBe('Public');
  });

  it('has one program that has no hand in what another one proposes', async () => {
    const { change } = await proposed({ title: 'By the first' });
    const other = await scopedClient(site, 'editor', ['read', 'propose']);
    expect((await other.get(`${path}/${change.id}`)).body.fields).toEqual({ title: 'By the first' });
    const refused = [
      await other.post(`${path}/${change.id}`, { fields: { title: 'By the second' } }),
      await other.post(`${path}/${change.id}/withdraw`),
      await other.post(`${path}/${change.id}/comments`, { text: 'Hm' }),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'platen_pending_needs_person'));
    const blind = await scopedClient(site, 'editor', ['propose']);
    expect((await blind.get(`${path}/${change.id}`)).body.code).toBe('platen_pending_not_found');
    expect((await blind.get(`${path}?view=mine`)).body).toEqual([]);
    expect((await site.as('editor').post(`${path}/${change.id}/withdraw`)).body.state).toBe('withdrawn');
  });

  it('puts nothing into it by an edit that a proposal does not take', async () => {
    const { change } = await proposed({ title: 'Small' });
    const odd = await agent.post(`${path}/${change.id}`, {
      fields: { title: 'Still small', id: 1, _method: 'DELETE' },
    });
    expect(odd.body.fields).toEqual({ title: 'Still small' });
    const large = await agent.post(`${path}/${change.id}`, { fields: { content: 'x'.repeat(3_000_000) } });
    expect([large.status, large.body.code]).toEqual([413, 'platen_pending_too_large']);
  });

  it('sees what became of it, and others who may not decide see nothing', async () => {
    const { change } = await proposed({ title: 'Seen' });
    expect((await site.as('anonymous').get(`${path}/${change.id}`)).status).toBe(401);
    expect((await site.as('anonymous').get(path)).status).toBe(401);
    for (const role of ['subscriber', 'contributor', 'author'] as const) {
      expect((await site.as(role).get(`${path}/${change.id}`)).body.code).toBe('platen_pending_not_found');
      expect((await site.as(role).post(`${path}/${change.id}/accept`)).status).toBe(404);
      expect((await site.as(role).get(path)).body).toEqual([]);
    }
  });

  it('of the item decides about changes that others propose to it', async () => {
    const { body: post } = await site.as('author').post('/wp/v2/posts', { title: 'Mine', status: 'publish' });
    const { body } = await agent.post(`/wp/v2/posts/${post.id}`, { title: 'Yours' });
    const [listed] = (await site.as('author').get(`${path}?item=${post.id}`)).body;
    expect(listed).toMatchObject({ id: body.pending_change.id, can_decide: true });
    expect((await site.as('author').post(`${path}/${listed.id}/accept`)).body.state).toBe('accepted');
    expect((await visible(post.id)).title.rendered).toBe('Yours');
  });
});

describe('the list of those who decide', () => {
  it('has those of their own items too, where they decide about others of another kind', async () => {
    const { store } = site.platen;
    const account = { username: 'both', email: 'both@example.org', password: 'pw-both', roles: ['author'] };
    const { body: user } = await site.as('administrator').post('/wp/v2/users', account);
    await store.users.setCapabilities(user.id, { author: true, moderate_comments: true });
    const both = site.as('both:pw-both');
    const { body: own } = await both.post('/wp/v2/posts', { title: 'Of both', status: 'publish' });
    const { body: comment } = await both.post('/wp/v2/comments', { post: own.id, content: 'Said' });
    const ids: number[] = [];
    for (const [at, fields] of [
      [`/wp/v2/posts/${own.id}`, { title: 'First' }],
      [`/wp/v2/comments/${comment.id}`, { content: 'Second' }],
      [`/wp/v2/posts/${own.id}`, { title: 'Third' }],
    ] as const)
      ids.unshift((await agent.post(at, fields)).body.pending_change.id);
    const list = async (query: string) => {
      const { body, headers } = await both.get(`${path}?state=open${query}`);
      return [body.map(({ id }: { id: number }) => id), headers['x-wp-total']];
    };
    const [all] = await list('&per_page=100');
    expect(all).toEqual([...(all as number[])].sort((one, other) => other - one));
    expect((all as number[]).filter((id) => ids.includes(id))).toEqual(ids);
    expect(await list(`&type=posts&item=${own.id}`)).toEqual([[ids[0], ids[2]], '2']);
    const total = String((all as number[]).length);
    expect(await list('&per_page=1&page=2')).toEqual([[(all as number[])[1]], total]);
    const { body: moderated } = await site.as('editor').get(`${path}?state=open&item=${own.id}&type=posts`);
    expect(moderated.map(({ id }: { id: number }) => id)).toEqual([ids[0], ids[2]]);
  });
});

describe('the list and the item', () => {
  it('show a program the same of what others propose to the items of its account', async () => {
    const { body: post } = await site.as('author').post('/wp/v2/posts', { title: 'Mine', status: 'publish' });
    const { body } = await agent.post(`/wp/v2/posts/${post.id}`, { title: 'Yours' });
    for (const [scopes, status] of [
      [['propose'], 404],
      [['read', 'propose'], 200],
    ] as const) {
      const program = await scopedClient(site, 'author', scopes);
      expect((await program.get(`${path}/${body.pending_change.id}`)).status).toBe(status);
      const { headers } = await program.get(`${path}?item=${post.id}`);
      expect(headers['x-wp-total']).toBe(status === 200 ? '1' : '0');
    }
  });

  it('show whoever decides about terms of a taxonomy with capabilities of its own', async () => {
    const capabilities = { manage: 'curate_regions', edit: 'curate_regions' };
    const other = await testPlaten({ taxonomies: [{ name: 'region', postTypes: ['post'], capabilities }] });
    const { users } = other.platen.store;
    for (const role of ['editor', 'author'] as const)
      await users.setCapabilities(other.users[role], { [role]: true, curate_regions: true });
    const { body: term } = await other.as('editor').post('/wp/v2/region', { name: 'North' });
    const program = await scopedClient(other, 'editor', ['read', 'propose']);
    const { pending_change: change } = (await program.post(`/wp/v2/region/${term.id}`, { name: 'South' })).body;
    const listed = await other.as('author').get(path);
    expect(listed.body).toMatchObject([{ id: change.id, can_decide: true }]);
    expect((await other.as('contributor').get(path)).body).toEqual([]);
    expect((await other.as('author').post(`${path}/${change.id}/accept`)).status).toBe(200);
    await other.close();
  });
});

describe('the HTML of a change', () => {
  const script = '<script>alert(1)</script>';
  const admin = () => site.as('administrator');
  /** Saves words beside a post of the author, as them, and edits them as each of the others. */
  async function written(content: string, ...edits: readonly (readonly [Client, object])[]) {
    const author = site.as('author');
    const { body: post } = await author.post('/wp/v2/posts', { title: 'Mine', content: 'Old', status: 'publish' });
    const { body: saved } = await author.post(path, { type: 'posts', item: post.id, fields: { content } });
    for (const [who, fields] of edits) expect((await who.post(`${path}/${saved.id}`, { fields })).status).toBe(200);
    expect((await admin().post(`${path}/${saved.id}/accept`)).status).toBe(200);
    return (await visible(post.id)).content.rendered as string;
  }

  it('is not trusted because somebody who may write all HTML has edited something beside it', async () => {
    const content = `Words ${script}`;
    expect(await written(content, [admin(), { content, title: 'Corrected' }])).not.toContain('<script');
    expect(await written(content, [admin(), { content: `Better words ${script}` }])).not.toContain('<script');
  });

  it('is that of who wrote it last, where nothing of the others had to be removed', async () => {
    expect(await written('Words', [admin(), { content: `Words ${script}` }])).toContain('<script');
  });

  it('is not trusted any more after an edit by somebody who may not write all HTML', async () => {
    const content = `Words ${script}`;
    const edits = [
      [admin(), { content }],
      [site.as('author'), { content: `More ${content}` }],
    ] as const;
    expect(await written('Words', ...edits)).not.toContain('<script');
  });

  it('is not trusted after an edit by its writer, who may not write all HTML any more', async () => {
    const account = { username: 'once', email: 'once@example.org', password: 'pw-once', roles: ['editor'] };
    const { body: user } = await admin().post('/wp/v2/users', account);
    const once = site.as('once:pw-once');
    const { body: post } = await once.post('/wp/v2/posts', { title: 'Mine', content: 'Old', status: 'publish' });
    const { body: saved } = await once.post(path, { type: 'posts', item: post.id, fields: { content: 'Words' } });
    await admin().post(`/wp/v2/users/${user.id}`, { roles: ['author'] });
    await once.post(`${path}/${saved.id}`, { fields: { content: `Words ${script}` } });
    expect((await admin().post(`${path}/${saved.id}/accept`)).status).toBe(200);
    expect((await visible(post.id)).content.rendered).not.toContain('<script');
  });
});

describe('through other ways', () => {
  it('a batch proposes step by step, and an atomic one is refused', async () => {
    const post = await publish();
    const requests = [{ method: 'POST', path: `/wp/v2/posts/${post.id}`, body: { title: 'In a batch' } }];
    const { body } = await agent.post('/platen/v1/batch', { requests });
    expect(body.responses[0]).toMatchObject({ status: 202, body: { pending_change: { state: 'open' } } });
    const atomic = await agent.post('/platen/v1/batch', { requests, atomic: true });
    expect(atomic.body.responses[0].body.code).toBe('rest_scope_missing');
    expect((await visible(post.id)).title.rendered).toBe('Public');
  });

  it('there is an end to how many are open', async () => {
    const credentials = await scopedCredentials(site, 'contributor', ['propose'] satisfies Scope[]);
    const eager = site.as(credentials);
    const codes: number[] = [];
    for (let n = 0; n <= 100; n++) codes.push((await eager.post('/wp/v2/posts', { title: `Post ${n}` })).status);
    expect(codes.slice(0, 100).every((status) => status === 202)).toBe(true);
    expect(codes.at(-1)).toBe(429);
  });
});
