import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLogTable, pruneAudit, recordAudit } from '../../../../src/background/audit-log.ts';
import { countStatements } from '../../../support/statements/count-statements.ts';
import { type LoginSite, loginSite } from '../../login/login-client.ts';

const startMs = Date.UTC(2026, 4, 1, 12);
let nowMs = startMs;
let here: LoginSite;
beforeAll(async () => {
  here = await loginSite({ clock: () => nowMs });
  // The log names once a day who logs in with an account password; the tests below are about everything else.
  for (const name of ['administrator', 'editor', 'author', 'subscriber'] as const)
    await here.site.as(name).get('/wp/v2/users/me');
});
afterAll(() => here.site.close());

interface Entry {
  readonly id: number;
  readonly event: string;
  readonly user: number;
  readonly user_name: string;
  readonly object: number;
  readonly object_name: string;
  readonly object_title: string;
  readonly address: string;
  readonly date_gmt: string;
  readonly detail: Record<string, unknown>;
}

const boss = () => here.site.as('administrator');
const entries = async (query = ''): Promise<Entry[]> => (await boss().get(`/platen/v1/audit${query}`)).body.items;
/** What was added since an entry, the oldest first. */
const added = async (work: () => Promise<unknown>): Promise<Entry[]> => {
  const [last] = await entries('?per_page=1');
  await work();
  return (await entries('?per_page=100')).filter(({ id }) => id > (last?.id ?? 0)).toReversed();
};

describe('the audit log', () => {
  it('has who published, trashed, restored and deleted a post, and from where', async () => {
    const editor = here.site.as('editor');
    const found = await added(async () => {
      const { body: draft } = await editor.post('/wp/v2/posts', { title: 'Secret title', content: 'Secret text' });
      await editor.post(`/wp/v2/posts/${draft.id}`, { status: 'publish' });
      await editor.post(`/wp/v2/posts/${draft.id}`, { content: 'Another secret text' });
      await editor.delete(`/wp/v2/posts/${draft.id}`);
      await editor.delete(`/wp/v2/posts/${draft.id}?force=true`);
    });
    expect(found.map(({ event }) => event)).toEqual(['post.publish', 'post.trash', 'post.delete']);
    expect(found[0]).toMatchObject({
      user: here.site.users.editor,
      user_name: 'the-editor',
      object_name: 'post',
      address: '127.0.0.1',
      date_gmt: '2026-05-01T12:00:00',
    });
    expect(JSON.stringify(found)).not.toMatch(/secret/i);
  });

  it('has what happened to webhooks, by whom, without their addresses and secrets', async () => {
    const found = await added(async () => {
      const { body: made } = await boss().post('/platen/v1/webhooks', {
        url: 'https://hooks.example.org/secret-path?key=secret',
        description: 'Secret note',
      });
      await boss().put(`/platen/v1/webhooks/${made.id}`, { events: ['post.*'], status: 'disabled' });
      await boss().post(`/platen/v1/webhooks/${made.id}/rotate`);
      await boss().delete(`/platen/v1/webhooks/${made.id}`);
      // What is refused changed nothing.
      await here.site.as('editor').post('/platen/v1/webhooks', { url: 'https://hooks.example.org/' });
      await boss().post(`/platen/v1/webhooks/${made.id}/rotate`);
    });
    expect(found.map(({ event, detail }) => [event, detail])).toEqual([
      ['webhook.create', {}],
      ['webhook.update', { fields: ['events', 'status'] }],
      ['webhook.rotate', {}],
      ['webhook.delete', {}],
    ]);
    for (const entry of found)
      expect(entry).toMatchObject({ user: 1, object_name: 'hooks.example.org', address: '127.0.0.1' });
    expect(JSON.stringify(found)).not.toMatch(/secret/i);
    expect((await entries('?kind=webhook')).length).toBeGreaterThanOrEqual(4);
  });

  it('has changes of users with what was changed, and the roles', async () => {
    const found = await added(async () => {
      const { body: user } = await boss().post('/wp/v2/users', {
        username: 'newcomer',
        email: 'newcomer@example.org',
        password: 'pw-secret-1',
        roles: ['author'],
      });
      await boss().post(`/wp/v2/users/${user.id}`, { roles: ['editor'] });
      await boss().post(`/wp/v2/users/${user.id}`, { password: 'pw-secret-2', first_name: 'Secret' });
      await boss().delete(`/wp/v2/users/${user.id}?force=true&reassign=1`);
    });
    expect(found.map(({ event, object_name: name, detail }) => [event, name, detail])).toEqual([
      ['user.create', 'newcomer', { roles: ['author'] }],
      ['user.update', 'newcomer', { fields: ['roles'], roles: ['editor'] }],
      ['user.update', 'newcomer', { fields: expect.arrayContaining(['password', 'first_name']) }],
      ['user.delete', 'newcomer', {}],
    ]);
    expect(JSON.stringify(found)).not.toMatch(/secret/i);
  });

  it('has names of settings without their values, and terms, comments and files', async () => {
    const editor = here.site.as('editor');
    const { body: post } = await editor.post('/wp/v2/posts', { title: 'Open', status: 'publish' });
    const found = await added(async () => {
      await boss().post('/wp/v2/settings', { title: 'Secret name', description: 'Secret line' });
      const { body: term } = await editor.post('/wp/v2/categories', { name: 'Secret shelf' });
      await editor.delete(`/wp/v2/categories/${term.id}?force=true`);
      const { body: comment } = await editor.post('/wp/v2/comments', { post: post.id, content: 'Secret remark' });
      await editor.delete(`/wp/v2/comments/${comment.id}`);
    });
    expect(found.map(({ event }) => event)).toEqual([
      'settings.update',
      'term.create',
      'term.delete',
      'comment.approve',
      'comment.trash',
    ]);
    expect(found[0]?.detail).toEqual({ fields: ['title', 'description'] });
    expect(JSON.stringify(found)).not.toMatch(/secret/i);
  });

  it('has log-ins and failures; a name that nobody has is not kept, since it may be a password', async () => {
    const found = await added(async () => {
      await here.browser().post('/wp-login.php', { log: 'the-author', pwd: 'pw-author' });
      await here.browser().post('/wp-login.php', { log: 'the-author', pwd: 'a-wrong-secret' });
      await here.browser().post('/wp-login.php', { log: 'my-real-secret', pwd: 'the-author' });
      await here.site.as('the-author:another-secret').get('/wp/v2/users/me');
    });
    const { author } = here.site.users;
    expect(
      found.map(({ event, user, object, object_name: name, detail }) => [event, user, object, name, detail]),
    ).toEqual([
      ['session.login', author, author, 'the-author', { with: 'password' }],
      ['session.failed', 0, author, 'the-author', { with: 'password' }],
      ['session.failed', 0, 0, '', { with: 'password' }],
      ['session.failed', 0, author, 'the-author', { with: 'basic' }],
    ]);
    expect(JSON.stringify(await here.site.platen.store.table(auditLogTable).find({}))).not.toContain('secret');
  });

  it('has what is done with application passwords and sessions', async () => {
    const path = '/platen/v1/users/me/application-passwords';
    const found = await added(async () => {
      const { body } = await here.site.as('author').post(path, { name: 'Phone' });
      await here.site.as('author').delete(`${path}/${body.uuid}`);
      await here.site.as('author').delete('/platen/v1/users/me/sessions');
    });
    expect(found.map(({ event, detail }) => [event, detail])).toEqual([
      ['account.program_made', { name: 'Phone' }],
      ['account.program_revoked', { name: 'Phone' }],
      ['account.sessions_ended', { count: 1 }],
    ]);
  });

  it('has no entry for a write that did not happen', async () => {
    const found = await added(async () => {
      const { body } = await boss().post('/platen/v1/batch', {
        atomic: true,
        requests: [
          { method: 'POST', path: '/wp/v2/categories', body: { name: 'Never' } },
          { method: 'POST', path: '/wp/v2/posts/999999', body: { title: 'Nothing' } },
        ],
      });
      expect(body.committed).toBe(false);
      await here.site.as('subscriber').post('/wp/v2/settings', { title: 'Mine' });
    });
    expect(found).toEqual([]);
  });

  it('has every step of a batch with the address of its request', async () => {
    const found = await added(() =>
      boss().post('/platen/v1/batch', {
        atomic: true,
        requests: [
          { method: 'POST', path: '/wp/v2/posts', body: { title: 'One', status: 'publish' } },
          { method: 'POST', path: '/wp/v2/posts', body: { title: 'Two', status: 'publish' } },
        ],
      }),
    );
    expect(found.map(({ event, address }) => [event, address])).toEqual([
      ['post.publish', '127.0.0.1'],
      ['post.publish', '127.0.0.1'],
    ]);
  });

  it.each(['editor', 'author', 'contributor', 'subscriber'] as const)('is not for a %s', async (role) => {
    expect((await here.site.as(role).get('/platen/v1/audit')).status).toBe(403);
  });

  it('is not for visitors, and nobody can change it', async () => {
    expect((await here.site.as('anonymous').get('/platen/v1/audit')).status).toBe(401);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await boss().send(method, '/platen/v1/audit')).status).toBe(404);
  });
});

describe('reading the audit log', () => {
  it('goes page by page with a cursor, whatever is added meanwhile', async () => {
    const { store } = here.site.platen;
    for (let n = 0; n < 7; n += 1) await recordAudit(store, { event: 'cache.purge', nowMs, userId: 1, objectId: n });
    const seen: number[] = [];
    let cursor = '';
    for (;;) {
      const { body } = await boss().get(`/platen/v1/audit?kind=cache&per_page=3${cursor}`);
      seen.push(...body.items.map((item: Entry) => item.object));
      if (body.next === null) break;
      cursor = `&cursor=${body.next}`;
      await recordAudit(store, { event: 'cache.purge', nowMs, userId: 1, objectId: 99 });
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });

  it('filters by kind, user and time', async () => {
    const { store } = here.site.platen;
    const { editor } = here.site.users;
    nowMs = startMs + 3_600_000;
    await recordAudit(store, { event: 'exchange.export', nowMs, userId: editor });
    const only = async (query: string) => (await entries(query)).map(({ event }) => event);
    expect(await only('?kind=exchange')).toEqual(['exchange.export']);
    expect(await only(`?user=${editor}&kind[]=exchange&kind[]=cache`)).toEqual(['exchange.export']);
    expect(await only('?after=2026-05-01T13:00:00')).toEqual(['exchange.export']);
    expect(await only('?kind=exchange&before=2026-05-01T13:00:00')).toEqual([]);
    expect(await only('?kind=exchange&after=2026-05-01T15:00:00%2B02:00')).toEqual(['exchange.export']);
  });

  it.each(['kind=everything', 'per_page=0', 'per_page=201', 'cursor=x', 'user=-1', 'after=yesterday', 'before[]=1'])(
    'refuses %s',
    async (query) => {
      expect((await boss().get(`/platen/v1/audit?${query}`)).status).toBe(400);
    },
  );

  it('takes a fixed number of queries, however long the page is', async () => {
    const { store } = here.site.platen;
    // One of every kind that has a title is on the shortest page already.
    const { body: post } = await boss().post('/wp/v2/posts', { title: 'Counted', status: 'publish' });
    const { body: comment } = await boss().post('/wp/v2/comments', { post: post.id, content: 'Counted too' });
    await boss().delete(`/wp/v2/comments/${comment.id}`);
    await boss().post('/wp/v2/categories', { name: 'Counted' });
    const cost = async (size: number) => {
      return countStatements(store, async () => {
        await boss().get(`/platen/v1/audit?per_page=${size}`);
      });
    };
    await cost(1);
    expect(await cost(40)).toBe(await cost(4));
  });

  it('names what it is about by its present title, and by nothing where it is gone', async () => {
    const editor = here.site.as('editor');
    const found = await added(async () => {
      const { body: post } = await editor.post('/wp/v2/posts', { title: 'Heron', status: 'publish' });
      const { body: comment } = await editor.post('/wp/v2/comments', { post: post.id, content: 'Well said' });
      await editor.delete(`/wp/v2/comments/${comment.id}`);
      await editor.post('/wp/v2/categories', { name: 'Birds' });
      await editor.post(`/wp/v2/posts/${post.id}`, { title: 'Grey heron' });
      const { body: gone } = await editor.post('/wp/v2/posts', { title: 'Gone', status: 'publish' });
      await editor.delete(`/wp/v2/posts/${gone.id}?force=true`);
      await boss().post('/wp/v2/settings', { title: 'A name' });
    });
    expect(found.map(({ event, object_title: title }) => [event, title])).toEqual([
      ['post.publish', 'Grey heron'],
      ['comment.approve', 'Grey heron'],
      ['comment.trash', 'Grey heron'],
      ['term.create', 'Birds'],
      ['post.publish', ''],
      ['post.delete', ''],
      ['settings.update', ''],
    ]);
    const stored = JSON.stringify(await here.site.platen.store.table(auditLogTable).find({}));
    expect(stored).not.toMatch(/heron|Birds/);
  });

  it('entries go when they are old enough', async () => {
    const { store } = here.site.platen;
    const kept = await store.table(auditLogTable).count({});
    await recordAudit(store, { event: 'cache.purge', nowMs: nowMs - 31 * 86_400_000, userId: 1 });
    expect(await pruneAudit(store, 30, nowMs)).toBe(1);
    expect(await store.table(auditLogTable).count({})).toBe(kept);
  });
});
