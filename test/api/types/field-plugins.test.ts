import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlaten, type Platen } from '../../../src/index.ts';
import { writeStoredValue } from '../../../src/media/attachment-metadata.ts';
import type { Store } from '../../../src/storage/store.ts';
import { readFieldPlugins } from '../../../src/transfer/field-plugins.ts';
import { freshDatabase } from '../../support/database.ts';
import { type Client, clientFor, testPlaten } from '../../support/platen.ts';

const rule = (param: string, value: string) => [{ param, operator: '==', value }];

/** What the two plugins store, in their formats. */
async function fill(store: Store): Promise<void> {
  const type = { show_in_rest: 'true', public: 'true', hierarchical: 'false', description: '', labels: {} };
  await store.options.set(
    'cptui_post_types',
    writeStoredValue({
      film: {
        ...type,
        name: 'film',
        label: 'Films',
        singular_label: 'Film',
        rest_base: 'films',
        rewrite_slug: 'cinema',
        has_archive: 'false',
        capability_type: 'post',
        supports: ['title', 'editor', 'odd-thing'],
        taxonomies: ['mood'],
      },
      secret: { ...type, name: 'secret', label: 'Secrets', show_in_rest: 'false', supports: ['title'] },
      post: { ...type, name: 'post', label: 'Posts', supports: ['title'] },
      broken: 'text',
    }),
  );
  await store.options.set(
    'cptui_taxonomies',
    writeStoredValue({
      mood: {
        ...type,
        name: 'mood',
        label: 'Moods',
        singular_label: 'Mood',
        rest_base: 'moods',
        object_types: ['film', 'gone'],
      },
    }),
  );
  let count = 0;
  const row = (type: string, content: unknown, more: object = {}) =>
    store.posts.insert({
      authorId: 1,
      date: '2024-01-01 00:00:00',
      dateGmt: '2024-01-01 00:00:00',
      modified: '2024-01-01 00:00:00',
      modifiedGmt: '2024-01-01 00:00:00',
      title: 'x',
      content: typeof content === 'string' ? content : writeStoredValue(content),
      excerpt: '',
      status: 'publish',
      commentStatus: 'closed',
      pingStatus: 'closed',
      password: '',
      slug: `key_${++count}`,
      parentId: 0,
      guid: '',
      menuOrder: 0,
      type,
      mimeType: '',
      commentCount: 0,
      ...more,
    });
  await row('acf-post-type', {
    post_type: 'event',
    show_in_rest: 1,
    public: 1,
    rest_base: 'events',
    labels: { name: 'Events', singular_name: 'Event', add_new: '' },
    supports: ['title', 'editor', 'custom-fields'],
    taxonomies: ['venue'],
    rewrite: { permalink_rewrite: 'post_type_key', slug: '', with_front: '1' },
  });
  await row('acf-taxonomy', { taxonomy: 'venue', show_in_rest: 1, object_type: ['event'], labels: { name: 'Venues' } });
  await row('acf-post-type', 'a:1:{broken');
  const group = await row('acf-field-group', {
    location: [rule('post_type', 'event'), rule('post_type', 'film'), rule('page_template', 'wide')],
    show_in_rest: 1,
  });
  const field = (name: string, settings: object) =>
    row('acf-field', settings, { parentId: group, excerpt: name, title: `Label of ${name}` });
  await field('seats', { type: 'number' });
  await field('open', { type: 'true_false' });
  await field('guests', { type: 'user', multiple: 1 });
  await field('site', { type: 'link' });
  await field('code', { type: 'password' });
  await field('rows', { type: 'repeater' });
  await field('seats', { type: 'text' });
  const shut = await row('acf-field-group', { location: [rule('post_type', 'event')], show_in_rest: 0 });
  await row('acf-field', { type: 'text' }, { parentId: shut, excerpt: 'internal', title: 'Internal' });
}

describe('types and fields that plugins stored', () => {
  let adopted: Platen;
  let admin: Client;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await freshDatabase();
    drop = database.drop;
    const site = await testPlaten({ databaseUrl: database.url });
    await fill(site.platen.store);
    await site.platen.close();
    const config = { ...site.platen.config, readFieldPlugins: true };
    adopted = await createPlaten({ ...config, leads: false, log: site.platen.log });
    admin = clientFor(adopted, 'admin:pw-administrator');
  });
  afterAll(async () => {
    await adopted?.close();
    await drop?.();
  });

  it('have routes, where their owner opened them to the interface', async () => {
    const types = (await admin.get('/wp/v2/types')).body;
    expect(Object.keys(types)).toEqual(['post', 'page', 'attachment', 'film', 'event']);
    const film = await admin.post('/wp/v2/films', { title: 'Tide', status: 'publish' });
    expect(film.body).toMatchObject({ type: 'film', link: 'http://site.test/cinema/tide/', moods: [] });
    expect(types.film).toMatchObject({ name: 'Films', taxonomies: ['mood'] });
    expect(types.event).toMatchObject({ name: 'Events', rest_base: 'events', taxonomies: ['venue'] });
    expect((await admin.post('/wp/v2/moods', { name: 'Calm' })).status).toBe(201);
    expect((await admin.get('/wp/v2/venue')).status).toBe(200);
    expect((await admin.get('/wp/v2/secret')).body.code).toBe('rest_no_route');
  });

  it('show fields under meta', async () => {
    const site = { title: 'Hall', url: 'https://example.org', target: '' };
    const sent = { seats: 40, open: true, guests: [2, 3], site, code: 'abc' };
    const event = await admin.post('/wp/v2/events', {
      title: 'Fair',
      status: 'publish',
      meta: { ...sent, internal: 'x' },
    });
    expect(event.body.meta).toEqual({ ...sent, internal: 'x' });
    await adopted.store.meta.set('post', event.body.id, 'guests', ['a:2:{i:0;s:2:"12";i:1;s:2:"15";}']);
    expect((await admin.get(`/wp/v2/events/${event.body.id}`)).body.meta).toEqual({
      seats: 40,
      open: true,
      guests: [12, 15],
      site,
    });
  });

  it('are described as what the database declares', async () => {
    const { types } = (await admin.get('/platen/v1/types')).body;
    const event = types.find((one: { name: string }) => one.name === 'event');
    expect(event).toMatchObject({ source: 'database', rest_path: '/wp/v2/events' });
    expect(event.fields).toMatchObject([
      { name: 'seats', kind: 'number', label: 'Label of seats' },
      { name: 'open', kind: 'boolean' },
      { name: 'guests', kind: 'users' },
      { name: 'site', kind: 'link' },
      { name: 'code', kind: 'text' },
      { name: 'internal', kind: 'text' },
    ]);
  });

  it('are left out with a sentence where they cannot be used', async () => {
    const skipped: string[] = [];
    await readFieldPlugins({ store: adopted.store, skipped: (why) => skipped.push(why) }, [
      { postTypes: [{ name: 'film' }] },
    ]);
    expect(skipped).toEqual(
      expect.arrayContaining([
        expect.stringContaining('The type "film" is declared twice'),
        expect.stringContaining('The type "post" needs another name'),
        expect.stringContaining('The field rows of the group x is left out: it has no fields.'),
        expect.stringContaining('The field seats of the group x is left out: another field has its name.'),
      ]),
    );
  });
});
