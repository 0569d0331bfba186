import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { scopedClient } from '../../support/scoped.ts';

const path = '/platen/v1/content-model';

describe('declarations that would do harm', () => {
  let site: TestPlaten;
  let admin: Client;
  beforeAll(async () => {
    site = await testPlaten();
    admin = site.as('administrator');
  });
  afterAll(() => site?.close());

  const put = async (declarations: object, more: object = {}): Promise<Answer> => {
    const { body } = await admin.get(path);
    return admin.put(path, { version: body.version, declarations, ...more });
  };
  const declare = async (declarations: object, more: object = {}): Promise<void> => {
    const answer = await put(declarations, { accept_loss: true, ...more });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };

  const rights = (key: string) => ({ fieldSets: [{ object: 'user', fields: { [key]: { kind: 'text' } } }] });
  const field = (name: string, one: object) => ({
    fieldSets: [{ object: 'post', subtype: 'post', fields: { [name]: one } }],
  });
  it.each<[string, object]>([
    ['a field with the rights of an account', rights('wp_capabilities')],
    ['a field with the level of an account', rights('site_user_level')],
    ['a field with the sessions of an account', rights('session_tokens')],
    ['a field with the passwords of an account', rights('_application_passwords')],
    ['a field with the name of a program', field('_thumbnail_id', { kind: 'integer' })],
    [
      'capabilities of accounts',
      { postTypes: [{ name: 'a', capabilityType: ['user', 'users'], roles: { author: 'all' } }] },
    ],
    ['capabilities of comments', { postTypes: [{ name: 'a', capabilityType: 'comment' }] }],
    ['a pattern that looks around', field('code', { kind: 'text', pattern: '(?=a)a' })],
    ['a pattern that refers to a group', field('code', { kind: 'text', pattern: '(a)\\1' })],
    ...['head', 'yoast_head', 'yoast_head_json', 'acf', 'blocks', 'where', 'cursor', 'search_columns', 'caption'].map(
      (restBase): [string, object] => [
        `terms under ${restBase}`,
        { taxonomies: [{ name: 'topic', restBase, postTypes: ['post'] }] },
      ],
    ),
    ['201 types', { postTypes: Array.from({ length: 201 }, (_, n) => ({ name: `t${n}` })) }],
    [
      '3,001 fields',
      field('many', {
        kind: 'group',
        fields: Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`f${n}`, { kind: 'text' }])),
      }),
    ],
  ])('are refused: %s', async (_what, declarations) => {
    const { status, body } = await put(declarations);
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    expect((await admin.get(path)).body.declarations).toEqual({ postTypes: [], taxonomies: [], fieldSets: [] });
  });

  it('give no role what is known already, but by those who may change roles and have it themselves', async () => {
    const { version } = (await admin.get(path)).body;
    const giving = (capabilityType: string | string[]) => ({
      version,
      declarations: { postTypes: [{ name: 'story', capabilityType, roles: { subscriber: 'all' } }] },
      dry_run: true,
    });
    const program = await scopedClient(site, 'administrator', ['read', 'settings']);
    await site.platen.store.users.setCapabilities(site.users.editor, { editor: true, manage_options: true });
    for (const known of ['post', ['story', 'pages']]) {
      const limited = await program.put(path, giving(known));
      expect([limited.status, limited.body.code]).toEqual([403, 'rest_scope_missing']);
      const officer = await site.as('editor').put(path, giving(known));
      expect([officer.status, officer.body.code]).toEqual([403, 'platen_content_model_roles']);
      expect((await admin.put(path, giving(known))).status).toBe(200);
    }
    for (const client of [program, site.as('editor')])
      expect((await client.put(path, giving('story'))).status).toBe(200);
    await site.platen.store.users.setCapabilities(site.users.editor, { editor: true });
  });

  it('do not hold up the server: a pattern is matched in a time that follows the text', async () => {
    await declare(field('code', { kind: 'text', pattern: '([A-Z]+-?)+[0-9]' }));
    const before = process.cpuUsage();
    const sent = { title: 'T', meta: { code: 'A'.repeat(400) } };
    const { status, body } = await site.as('contributor').post('/wp/v2/posts', sent);
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['meta.code']]);
    expect(process.cpuUsage(before).user).toBeLessThan(20_000_000);
    expect((await site.as('author').post('/wp/v2/posts', { title: 'T', meta: { code: 'AB-C7' } })).status).toBe(201);
  });

  it('ask before a choice that items have is gone', async () => {
    const choices = (...words: readonly string[]) => ({
      fieldSets: [
        {
          object: 'post',
          subtype: 'post',
          fields: { size: { kind: 'choice', choices: words }, colours: { kind: 'choices', choices: words } },
        },
      ],
    });
    await declare(choices('one', 'two'));
    await admin.post('/wp/v2/posts', { title: 'T', meta: { size: 'one', colours: ['one', 'two'] } });
    const { status, body } = await put(choices('two', 'three'));
    expect([status, body.code]).toEqual([409, 'platen_content_model_loss']);
    expect(body.data.losses.map(({ field: name, items }: { field: string; items: number }) => [name, items])).toEqual([
      ['size', 1],
      ['colours', 1],
    ]);
    expect((await put(choices('one', 'two', 'three'))).status).toBe(200);
  });

  it('ask before the interface stops to show a type, and before ids lead to something else', async () => {
    const kept = { kind: 'posts', to: ['post'] };
    const shown = { postTypes: [{ name: 'plant', restBase: 'plants', fields: { near: kept } }] };
    await declare(shown);
    const { body: post } = await admin.post('/wp/v2/posts', { title: 'P', status: 'publish' });
    await admin.post('/wp/v2/plants', { title: 'Oak', meta: { near: [post.id] } });
    const hidden = await put({ postTypes: [{ name: 'plant', restBase: null }] });
    expect([hidden.status, hidden.body.data.losses]).toEqual([
      409,
      [{ object: 'post', subtype: 'plant', field: null, items: 1 }],
    ]);
    const users = await put({ postTypes: [{ ...shown.postTypes[0], fields: { near: { kind: 'users' } } }] });
    expect([users.status, users.body.data.losses]).toEqual([
      409,
      [{ object: 'post', subtype: 'plant', field: 'near', items: 1 }],
    ]);
  });

  it('count items, not their revisions', async () => {
    const typed = (kind: string) => ({
      postTypes: [{ name: 'song', restBase: 'songs', supports: ['title', 'revisions'], fields: { beat: { kind } } }],
    });
    await declare(typed('text'));
    const { body: song } = await admin.post('/wp/v2/songs', { title: 'S', meta: { beat: 'slow' } });
    for (const beat of ['fast', 'faster']) await admin.post(`/wp/v2/songs/${song.id}`, { meta: { beat } });
    const { body } = await put(typed('integer'));
    expect(body.data.losses).toEqual([{ object: 'post', subtype: 'song', field: 'beat', items: 1 }]);
  });

  it('give no field the name of values that only revisions have', async () => {
    const of = (...names: readonly string[]) => ({
      postTypes: [
        {
          name: 'play',
          restBase: 'plays',
          supports: ['title', 'revisions'],
          fields: Object.fromEntries(names.map((name) => [name, { kind: 'text' }])),
        },
      ],
    });
    await declare(of('first', 'second'));
    const { body: play } = await admin.post('/wp/v2/plays', { title: 'P', meta: { first: 'old', second: 'a' } });
    await admin.post(`/wp/v2/plays/${play.id}`, { meta: { second: 'b' } });
    await admin.post(`/wp/v2/plays/${play.id}`, { meta: { first: null, second: 'c' } });
    await declare(of('second'));
    const renames = [{ object: 'post', subtype: 'play', from: 'second', to: 'first' }];
    const { status, body } = await put(of('first'), { renames, accept_loss: true });
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['renames[0].to']]);
    expect((await admin.get(`/wp/v2/plays/${play.id}`)).body.meta).toEqual({ second: 'c' });
  });
});
