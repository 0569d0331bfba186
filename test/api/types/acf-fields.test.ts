import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlaten, type Platen } from '../../../src/index.ts';
import {
  acf,
  type OtherProgram,
  otherProgram,
  rule,
  sharedTables,
  storeGroup,
  type TestField,
} from '../../support/acf-site.ts';
import { freshDatabase } from '../../support/database.ts';
import { type Client, clientFor, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { postRow } from '../../support/rows.ts';

const prefix = 'site7_';

const allFields: readonly TestField[] = [
  acf('', 'tab', {}),
  acf('plain', 'text', { maxlength: '20', default_value: 'usual', instructions: 'Say it.', wrapper: { width: '50' } }),
  acf('lines', 'textarea', { new_lines: 'br' }),
  acf('story', 'wysiwyg'),
  acf('seats', 'number', { min: 1, max: '500', default_value: '7' }),
  acf('grade', 'range', { min: 0, max: 10, step: 2 }),
  acf('mail', 'email'),
  acf('site', 'url'),
  acf('secret', 'password'),
  acf('film', 'oembed'),
  acf('tint', 'color_picker'),
  acf('size', 'select', { choices: { s: 'Small', l: 'Large' }, return_format: 'array' }),
  acf('sizes', 'select', { choices: { s: 'Small', l: 'Large' }, multiple: 1, return_format: 'label' }),
  acf('days', 'checkbox', { choices: { mon: 'Monday', tue: 'Tuesday' } }),
  acf('mood', 'radio', { choices: { glad: 'Glad', sad: 'Sad' }, other_choice: 1 }),
  acf('side', 'button_group', { choices: { left: 'Left', right: 'Right' } }),
  acf('open', 'true_false', { default_value: 1 }),
  acf('day', 'date_picker', { return_format: 'j F Y' }),
  acf('moment', 'date_time_picker', { return_format: 'Y/m/d H:i' }),
  acf('clock', 'time_picker'),
  acf('cover', 'image', { return_format: 'array' }),
  acf('paper', 'file', { return_format: 'url' }),
  acf('views', 'gallery', { return_format: 'id' }),
  acf('next', 'post_object', { post_type: ['post'], return_format: 'object' }),
  acf('page', 'page_link', { post_type: ['page'] }),
  acf('others', 'relationship', { post_type: ['post', 'page'], return_format: 'id' }),
  acf('editor', 'user', { return_format: 'array' }),
  acf('topic', 'taxonomy', { taxonomy: 'category', field_type: 'select', return_format: 'object' }),
  acf('topics', 'taxonomy', { taxonomy: 'category', field_type: 'checkbox', return_format: 'id' }),
  acf('more', 'link'),
  acf('where', 'google_map'),
  acf('hall', 'group', {}, [acf('name', 'text'), acf('doors', 'number')]),
  acf('talks', 'repeater', { max: 50 }, [
    acf('title', 'text'),
    acf('hour', 'time_picker'),
    acf('people', 'repeater', {}, [acf('who', 'text')]),
  ]),
  acf(
    'parts',
    'flexible_content',
    {
      layouts: {
        layout_a: { key: 'layout_a', name: 'quote', label: 'Quote' },
        layout_b: { key: 'layout_b', name: 'picture', label: 'Picture' },
      },
    },
    [
      acf('words', 'text', { parent_layout: 'layout_a' }),
      acf('image', 'image', { parent_layout: 'layout_b', return_format: 'url' }),
    ],
  ),
  acf('own', 'clone', { clone: ['group_shared'], display: 'seamless', prefix_name: 1 }),
  acf('box', 'clone', { clone: ['field_shared_street'], display: 'group', prefix_name: 0 }),
  acf('extra', 'text', {
    conditional_logic: [[{ field: 'field_post_open', operator: '==', value: '1' }]],
  }),
];

/** What the rows of a post are, written out: the value beside the key of its field. */
const ids = { cover: 0, paper: 0, next: 0, page: 0, draft: 0, category: 0, post: 0, reader: 0 };
const storedRows = (): Record<string, string> => ({
  plain: 'Hello',
  lines: 'one\ntwo',
  story: 'A <em>story</em>',
  seats: '40',
  grade: '4',
  mail: 'hall@example.org',
  site: 'https://example.org/hall',
  secret: 'hush',
  film: 'https://example.org/film',
  tint: '#33aaff',
  size: 'l',
  sizes: 'a:2:{i:0;s:1:"s";i:1;s:1:"l";}',
  days: 'a:1:{i:0;s:3:"tue";}',
  mood: 'odd',
  side: 'right',
  open: '0',
  day: '20240501',
  moment: '2024-05-01 18:30:00',
  clock: '09:05:00',
  cover: String(ids.cover),
  paper: String(ids.paper),
  views: list(ids.cover),
  next: String(ids.next),
  page: String(ids.page),
  others: list(ids.next, ids.page, ids.draft),
  editor: String(ids.reader),
  topic: String(ids.category),
  topics: list(ids.category),
  more: 'a:3:{s:5:"title";s:4:"Read";s:3:"url";s:19:"https://example.org";s:6:"target";s:6:"_blank";}',
  where: 'a:3:{s:7:"address";s:6:"Berlin";s:3:"lat";d:52.5;s:3:"lng";d:13.4;}',
  hall: '',
  hall_name: 'Blue',
  hall_doors: '3',
  talks: '2',
  talks_0_title: 'First',
  talks_0_hour: '10:00:00',
  talks_0_people: '2',
  talks_0_people_0_who: 'Ada',
  talks_0_people_1_who: 'Bo',
  talks_1_title: 'Second',
  talks_1_hour: '',
  talks_1_people: '0',
  parts: 'a:2:{i:0;s:5:"quote";i:1;s:7:"picture";}',
  parts_0_words: 'Well said',
  parts_1_image: String(ids.cover),
  own_street: 'Main',
  own_city: 'Rome',
  street: 'Side',
  extra: '',
});

const list = (...values: number[]): string =>
  `a:${values.length}:{${values.map((id, i) => `i:${i};s:${String(id).length}:"${id}";`).join('')}}`;

const light = () => ({
  plain: 'Hello',
  lines: 'one\ntwo',
  story: 'A <em>story</em>',
  seats: 40,
  grade: 4,
  mail: 'hall@example.org',
  site: 'https://example.org/hall',
  film: 'https://example.org/film',
  tint: '#33aaff',
  size: 'l',
  sizes: ['s', 'l'],
  days: ['tue'],
  mood: 'odd',
  side: 'right',
  open: false,
  day: '20240501',
  moment: '2024-05-01 18:30:00',
  clock: '09:05:00',
  cover: ids.cover,
  paper: ids.paper,
  views: [ids.cover],
  next: ids.next,
  page: ids.page,
  others: [ids.next, ids.page, ids.draft],
  editor: ids.reader,
  topic: ids.category,
  topics: [ids.category],
  more: { title: 'Read', url: 'https://example.org', target: '_blank' },
  where: { address: 'Berlin', lat: 52.5, lng: 13.4 },
  hall: { name: 'Blue', doors: 3 },
  talks: [
    { title: 'First', hour: '10:00:00', people: [{ who: 'Ada' }, { who: 'Bo' }] },
    { title: 'Second', hour: '', people: [] },
  ],
  parts: [
    { acf_fc_layout: 'quote', words: 'Well said' },
    { acf_fc_layout: 'picture', image: ids.cover },
  ],
  own_street: 'Main',
  own_city: 'Rome',
  box: { street: 'Side' },
  extra: '',
});

describe('fields of ACF in an adopted database', () => {
  let site: TestPlaten;
  let platen: Platen;
  let other: OtherProgram;
  let admin: Client;
  let visitor: Client;
  let folder: string;
  let drop: () => Promise<void>;

  const metaOf = async (table: string, owner: string, id: number): Promise<Record<string, unknown>> => {
    const rows = await other.run(`select meta_key as k, meta_value as v from ${prefix}${table} where ${owner} = ?`, [
      id,
    ]);
    return Object.fromEntries(rows.map((row) => [String(row['k']), row['v']]));
  };
  const setRow = async (id: number, key: string, value: string) => {
    await other.run(`delete from ${prefix}postmeta where post_id = ? and meta_key = ?`, [id, key]);
    await other.run(`insert into ${prefix}postmeta (post_id, meta_key, meta_value) values (?, ?, ?)`, [id, key, value]);
  };
  const newPost = async (rows: Record<string, string>): Promise<number> => {
    const id = await platen.store.posts.insert(
      postRow({ title: 'Kept', status: 'publish', slug: `kept-${Math.random()}` }),
    );
    for (const [key, value] of Object.entries(rows)) await platen.store.meta.set('post', id, key, [value]);
    return id;
  };

  beforeAll(async () => {
    const database = await freshDatabase();
    drop = database.drop;
    folder = await mkdtemp(join(tmpdir(), 'platen-acf-'));
    site = await testPlaten({ databaseUrl: database.url, tablePrefix: prefix });
    ids.reader = site.users.subscriber;
    const { store } = site.platen;
    await store.options.set('db_version', '60717');
    await store.posts.insert(postRow({ type: 'page', title: 'Above', status: 'publish', slug: 'above' }));
    const file = (mimeType: string, slug: string) =>
      store.posts.insert(postRow({ type: 'attachment', status: 'inherit', mimeType, slug, title: slug, guid: '' }));
    ids.cover = await file('image/jpeg', 'cover');
    await store.meta.set('post', ids.cover, '_wp_attached_file', ['2024/05/cover.jpg']);
    await store.meta.set('post', ids.cover, '_wp_attachment_metadata', [
      'a:4:{s:5:"width";i:800;s:6:"height";i:600;s:4:"file";s:17:"2024/05/cover.jpg";s:5:"sizes";a:1:{s:9:"thumbnail";a:4:{s:4:"file";s:17:"cover-150x150.jpg";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:10:"image/jpeg";}}}',
    ]);
    ids.paper = await file('application/pdf', 'paper');
    await store.meta.set('post', ids.paper, '_wp_attached_file', ['2024/05/paper.pdf']);
    ids.next = await store.posts.insert(postRow({ title: 'Next', status: 'publish', slug: 'next', content: 'Text' }));
    ids.page = await store.posts.insert(postRow({ type: 'page', title: 'Page', status: 'publish', slug: 'page' }));
    ids.draft = await store.posts.insert(postRow({ title: 'Not yet', status: 'draft', slug: '' }));
    ids.category =
      (await store.terms.find({ taxonomy: 'category' }, { by: 'id', direction: 'asc' }, { limit: 1, offset: 0 }))[0]
        ?.id ?? 0;
    await storeGroup(store, {
      key: 'group_post',
      title: 'Hall',
      location: [[rule('post_type', 'post')]],
      fields: allFields,
    });
    await storeGroup(store, {
      key: 'group_shared',
      title: 'Shared',
      location: [[rule('post_type', 'nowhere')]],
      fields: [acf('street', 'text'), acf('city', 'text')],
    });
    await storeGroup(store, {
      key: 'group_hidden',
      title: 'Hidden',
      showInRest: 0,
      location: [[rule('post_type', 'post')]],
      fields: [acf('internal', 'text')],
    });
    await storeGroup(store, {
      key: 'group_off',
      title: 'Off',
      status: 'acf-disabled',
      location: [[rule('post_type', 'post')]],
      fields: [acf('gone', 'text')],
    });
    await storeGroup(store, {
      key: 'group_page',
      title: 'Page',
      location: [[rule('page_template', 'wide.php')], [rule('post_type', 'page'), rule('post_status', 'private')]],
      fields: [acf('banner', 'text')],
    });
    await storeGroup(store, {
      key: 'group_page2',
      title: 'Page with a rule that is not known',
      location: [[rule('post_type', 'page'), rule('current_user_role', 'administrator')]],
      fields: [acf('guarded', 'text')],
    });
    await storeGroup(store, {
      key: 'group_term',
      title: 'Term',
      location: [[rule('taxonomy', 'category')]],
      fields: [acf('colours', 'repeater', {}, [acf('name', 'text')])],
    });
    await storeGroup(store, {
      key: 'group_user',
      title: 'User',
      location: [[rule('user_role', 'editor')]],
      fields: [acf('motto', 'text')],
    });
    await storeGroup(store, {
      key: 'group_comment',
      title: 'Comment',
      location: [[rule('comment', 'post')]],
      fields: [acf('stars', 'number')],
    });
    await storeGroup(store, {
      key: 'group_file',
      title: 'File',
      location: [[rule('attachment', 'image')]],
      fields: [acf('credit', 'text')],
    });
    await storeGroup(store, {
      key: 'group_options',
      title: 'Site',
      showInRest: 0,
      location: [[rule('options_page', 'site-settings')]],
      fields: [acf('phone', 'text'), acf('offices', 'repeater', {}, [acf('town', 'text')]), acf('logo', 'image')],
    });
    const ofFile = (modified: number, label: string) => ({
      key: 'group_json',
      title: 'Out of a file',
      show_in_rest: 1,
      active: true,
      modified,
      location: [[rule('post_type', 'page')]],
      fields: [
        {
          key: 'field_json_rows',
          name: 'rows',
          label,
          type: 'repeater',
          sub_fields: [{ key: 'field_json_a', name: 'a', label: 'A', type: 'text' }],
        },
      ],
    });
    await writeFile(join(folder, 'group_json.json'), JSON.stringify(ofFile(1_700_000_000, 'Rows')));
    await writeFile(join(folder, 'group_term.json'), JSON.stringify({ ...ofFile(1, 'Old'), key: 'group_term' }));
    await writeFile(join(folder, 'group_broken.json'), '{');
    await site.platen.close();
    const config = { ...site.platen.config, readFieldPlugins: true, acfJson: folder };
    platen = await createPlaten({ ...config, leads: false, log: site.platen.log });
    other = await otherProgram(database.url);
    admin = clientFor(platen, 'admin:pw-administrator');
    visitor = clientFor(platen, 'anonymous');
    ids.post = await newPost(storedRows());
  }, 300_000);
  afterAll(async () => {
    await other?.close();
    await platen?.close();
    await drop?.();
    await rm(folder, { recursive: true, force: true });
  });

  it('are read in the light form', async () => {
    const read = await visitor.get(`/wp/v2/posts/${ids.post}`);
    expect(read.body.acf).toEqual(light());
    const listed = await visitor.get(`/wp/v2/posts?include=${ids.post}&_fields=id,acf`);
    expect(listed.body).toEqual([{ id: ids.post, acf: light() }]);
    expect((await admin.get(`/wp/v2/posts/${ids.post}?context=edit`)).body.acf).toEqual({ ...light(), secret: 'hush' });
  });

  it('are read as templates get them', async () => {
    const { acf: shown } = (await visitor.get(`/wp/v2/posts/${ids.post}?acf_format=standard`)).body;
    expect(shown).toMatchObject({
      lines: 'one<br />\ntwo',
      story: '<p>A <em>story</em></p>\n',
      size: { value: 'l', label: 'Large' },
      sizes: ['Small', 'Large'],
      open: false,
      day: '1 May 2024',
      moment: '2024/05/01 18:30',
      clock: '9:05 am',
      cover: {
        ID: ids.cover,
        url: 'http://site.test/wp-content/uploads/2024/05/cover.jpg',
        width: 800,
        sizes: { thumbnail: 'http://site.test/wp-content/uploads/2024/05/cover-150x150.jpg', 'thumbnail-width': 150 },
      },
      paper: 'http://site.test/wp-content/uploads/2024/05/paper.pdf',
      views: [ids.cover],
      next: { ID: ids.next, post_title: 'Next', post_content: 'Text', post_password: '' },
      others: [ids.next, ids.page],
      topic: { term_id: ids.category, taxonomy: 'category' },
      topics: [ids.category],
      more: { title: 'Read', url: 'https://example.org', target: '_blank' },
      parts: [
        { acf_fc_layout: 'quote', words: 'Well said' },
        { acf_fc_layout: 'picture', image: 'http://site.test/wp-content/uploads/2024/05/cover.jpg' },
      ],
    });
    expect(shown.page).toMatch(/^http:\/\/site\.test\/page\//);
    // A reader has published nothing, so that visitors do not see the account.
    expect(shown.editor).toBe(false);
    expect((await admin.get(`/wp/v2/posts/${ids.post}?acf_format=standard`)).body.acf).toMatchObject({
      others: [ids.next, ids.page, ids.draft],
      editor: { ID: ids.reader, user_nicename: 'the-subscriber' },
    });
    expect((await visitor.get(`/wp/v2/posts/${ids.post}?acf_format=other`)).body.code).toBe('rest_invalid_param');
  });

  it('show related items anew when these change', async () => {
    const read = async () =>
      (await visitor.get(`/wp/v2/posts/${ids.post}?acf_format=standard&_fields=acf`)).body.acf.next;
    expect((await read()).post_title).toBe('Next');
    await admin.post(`/wp/v2/posts/${ids.next}`, { title: 'Later' });
    expect((await read()).post_title).toBe('Later');
    await admin.post(`/wp/v2/posts/${ids.next}`, { title: 'Next' });
  });

  it('are described in OPTIONS and in the description of forms', async () => {
    const { schema, endpoints } = (await admin.send('OPTIONS', '/wp/v2/posts')).body;
    expect(schema.properties.acf.properties).toMatchObject({
      plain: { type: ['string', 'null'], title: 'Label of plain', description: 'Say it.', maxLength: 20 },
      talks: { type: ['array', 'null'], maxItems: 50, items: { properties: { title: { type: ['string', 'null'] } } } },
    });
    expect(endpoints[0].args.acf_format.enum).toEqual(['light', 'standard']);
    const openapi = (await admin.get('/platen/v1/openapi.json')).body;
    const parameters = openapi.paths['/wp/v2/posts'].get.parameters.map(({ name }: { name: string }) => name);
    expect(parameters).toContain('acf_format');
    const sent = openapi.paths['/wp/v2/posts'].post.requestBody.content['application/json'].schema.properties;
    expect(sent.acf.properties.plain).toMatchObject({ maxLength: 20 });
    const { types } = (await admin.get('/platen/v1/types')).body;
    const fields = types.find(({ name }: { name: string }) => name === 'post').fields;
    expect(fields.map(({ name }: { name: string }) => name)).toEqual([
      ...Object.keys(light()).slice(0, 7),
      'secret',
      ...Object.keys(light()).slice(7),
      'internal',
    ]);
    expect(fields[0]).toMatchObject({ kind: 'text', tab: 'Label of ', group: 'Hall', width: 50, max_length: 20 });
    expect(fields.at(-2)).toMatchObject({
      name: 'extra',
      show_when: [[{ field: 'open', operator: '==', value: '1' }]],
    });
  });

  it('are written in the layout of ACF, and nothing else changes', async () => {
    const id = await newPost({ ...storedRows(), unrelated: 'stays', talks_note: 'stays' });
    // The first write of a post gives it a category and a revision.
    await admin.post(`/wp/v2/posts/${id}`, { title: 'Kept' });
    const before = await sharedTables(other, prefix);
    const sent = {
      plain: 'Changed',
      seats: null,
      open: true,
      day: '20250102',
      moment: '2025-01-02 03:04:05',
      sizes: ['l'],
      days: [],
      next: null,
      others: [ids.page],
      more: { title: 'Go', url: 'https://example.org/go', target: '' },
      where: { address: 'Oslo', lat: 59.9 },
      hall: { name: 'Red' },
      talks: [{ title: 'Only', people: [{ who: 'Cy' }] }],
      parts: [{ acf_fc_layout: 'picture', image: ids.cover }],
      own_city: 'Milan',
      box: { street: 'New' },
    };
    const written = await admin.post(`/wp/v2/posts/${id}`, { acf: sent });
    expect(written.status).toBe(200);
    const after = await sharedTables(other, prefix);
    const untouched = storedRows();
    for (const key of Object.keys(untouched))
      if (key.startsWith('talks_') || key.startsWith('parts_')) delete untouched[key];
    expect(await metaOf('postmeta', 'post_id', id)).toEqual({
      ...untouched,
      unrelated: 'stays',
      talks_note: 'stays',
      plain: 'Changed',
      _plain: 'field_post_plain',
      seats: '',
      _seats: 'field_post_seats',
      open: '1',
      _open: 'field_post_open',
      day: '20250102',
      _day: 'field_post_day',
      moment: '2025-01-02 03:04:05',
      _moment: 'field_post_moment',
      sizes: 'a:1:{i:0;s:1:"l";}',
      _sizes: 'field_post_sizes',
      days: '',
      _days: 'field_post_days',
      next: '',
      _next: 'field_post_next',
      others: list(ids.page),
      _others: 'field_post_others',
      more: 'a:3:{s:5:"title";s:2:"Go";s:3:"url";s:22:"https://example.org/go";s:6:"target";s:0:"";}',
      _more: 'field_post_more',
      where: 'a:2:{s:7:"address";s:4:"Oslo";s:3:"lat";d:59.9;}',
      _where: 'field_post_where',
      hall: '',
      _hall: 'field_post_hall',
      hall_name: 'Red',
      _hall_name: 'field_post_hall_name',
      talks: '1',
      _talks: 'field_post_talks',
      talks_0_title: 'Only',
      _talks_0_title: 'field_post_talks_title',
      talks_0_people: '1',
      _talks_0_people: 'field_post_talks_people',
      talks_0_people_0_who: 'Cy',
      _talks_0_people_0_who: 'field_post_talks_people_who',
      parts: 'a:1:{i:0;s:7:"picture";}',
      _parts: 'field_post_parts',
      parts_0_image: String(ids.cover),
      _parts_0_image: 'field_post_parts_image',
      own_city: 'Milan',
      _own_city: 'field_post_own_field_shared_city',
      street: 'New',
      _street: 'field_post_box_field_shared_street',
    });
    const others = (tables: Awaited<ReturnType<typeof sharedTables>>) => ({
      ...tables,
      postmeta: tables['postmeta']?.filter((row) => Object(row).post_id !== id),
      posts: tables['posts']?.map((row) =>
        Object(row).ID === id ? { ...Object(row), post_modified: '', post_modified_gmt: '' } : row,
      ),
    });
    expect(others(after)).toEqual(others(before));
    expect(written.body.acf).toEqual({
      ...light(),
      ...sent,
      secret: 'hush',
      hall: { name: 'Red', doors: 3 },
      talks: [{ title: 'Only', hour: '', people: [{ who: 'Cy' }] }],
    });
  });

  it('are the same under meta, where forms edit them', async () => {
    const id = await newPost(storedRows());
    const { meta } = (await admin.get(`/wp/v2/posts/${id}?context=edit`)).body;
    expect(meta).toMatchObject({ day: '2024-05-01', moment: '2024-05-01T18:30:00', internal: '', secret: 'hush' });
    expect(meta.parts).toEqual([
      { layout: 'quote', words: 'Well said' },
      { layout: 'picture', image: ids.cover },
    ]);
    // A form sends back everything that it was given.
    const { others: _others, mood: _mood, ...sent } = meta;
    const written = await admin.post(`/wp/v2/posts/${id}`, { meta: { ...sent, internal: 'Mine', talks: [] } });
    expect(written.status).toBe(200);
    const rows = await metaOf('postmeta', 'post_id', id);
    expect(rows).toMatchObject({ internal: 'Mine', _internal: 'field_hidden_internal', talks: '0' });
    expect(Object.keys(rows).filter((key) => key.startsWith('talks_'))).toEqual([]);
    const seen = (await visitor.get(`/wp/v2/posts/${id}`)).body;
    expect([seen.meta.internal, seen.meta.secret, seen.acf.internal, seen.acf.secret]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('show what another program stores', async () => {
    const id = await newPost({});
    expect((await visitor.get(`/wp/v2/posts/${id}`)).body.acf).toMatchObject({
      plain: 'usual',
      seats: 7,
      open: true,
      talks: [],
      cover: null,
      more: null,
      hall: { name: '', doors: null },
    });
    await setRow(id, 'talks', '1');
    await setRow(id, 'talks_0_title', 'By SQL');
    await setRow(id, '_talks_0_title', 'field_post_talks_title');
    const again = clientFor(platen, 'admin:pw-administrator');
    expect((await again.get(`/wp/v2/posts/${id}`)).body.acf.talks).toEqual([{ title: 'By SQL', hour: '', people: [] }]);
  });

  it('are written with a new post', async () => {
    const made = await admin.post('/wp/v2/posts', {
      title: 'New',
      acf: { talks: [{ title: 'One' }, { title: 'Two' }] },
    });
    expect(made.status).toBe(201);
    expect(made.body.acf.talks).toEqual([
      { title: 'One', hour: '', people: [] },
      { title: 'Two', hour: '', people: [] },
    ]);
  });

  it.each([
    [{ seats: 'many' }, 'acf.seats'],
    [{ seats: 900 }, 'acf.seats'],
    [{ size: 'xl' }, 'acf.size'],
    [{ day: '2024-13-45' }, 'acf.day'],
    [{ next: 987_654 }, 'acf.next'],
    [{ cover: 'x' }, 'acf.cover'],
    [{ talks: 'x'.repeat(3) }, 'acf.talks[0]'],
    [{ talks: [{ title: 'a' }, { titel: 'b' }] }, 'acf.talks[1].titel'],
    [{ talks: [{ people: [{ who: {} }] }] }, 'acf.talks[0].people[0].who'],
    [{ parts: [{ acf_fc_layout: 'video' }] }, 'acf.parts[0].acf_fc_layout'],
    [{ parts: [{ words: 'x' }] }, 'acf.parts[0].acf_fc_layout'],
    [{ hall: [1] }, 'acf.hall'],
    [{ nothing: 1 }, 'acf.nothing'],
    [{ internal: 'x' }, 'acf.internal'],
    [{ talks: Array.from({ length: 51 }, () => ({})) }, 'acf.talks'],
  ])('refuse %j by its path', async (sent, path) => {
    const before = await metaOf('postmeta', 'post_id', ids.post);
    const refused = await admin.post(`/wp/v2/posts/${ids.post}`, { acf: { plain: 'no', ...sent } });
    expect([refused.status, refused.body.code]).toEqual([400, 'rest_invalid_param']);
    expect(refused.body.data.params).toHaveProperty([path], expect.stringContaining(path.replace('.titel', '')));
    expect(await metaOf('postmeta', 'post_id', ids.post)).toEqual(before);
  });

  it('are written only by those who may edit the item', async () => {
    expect((await visitor.post(`/wp/v2/posts/${ids.post}`, { acf: { plain: 'x' } })).status).toBe(401);
    const subscriber = clientFor(platen, 'the-subscriber:pw-subscriber');
    expect((await subscriber.post(`/wp/v2/posts/${ids.post}`, { acf: { plain: 'x' } })).status).toBe(403);
  });

  it('belong to the items that the rules of their group name', async () => {
    const { store } = platen;
    const page = await store.posts.insert(postRow({ type: 'page', status: 'publish', slug: 'narrow' }));
    const wide = await store.posts.insert(postRow({ type: 'page', status: 'publish', slug: 'wide' }));
    await store.meta.set('post', wide, '_wp_page_template', ['wide.php']);
    expect((await visitor.get(`/wp/v2/pages/${page}`)).body.acf).toEqual({ rows: [] });
    expect((await visitor.get(`/wp/v2/pages/${wide}`)).body.acf).toEqual({ rows: [], banner: '' });
    const edited = (await admin.get(`/wp/v2/pages/${page}?context=edit`)).body;
    expect(edited.meta).toMatchObject({ banner: '', guarded: '', rows: [] });
    expect((await visitor.get(`/wp/v2/pages/${page}`)).body.meta.guarded).toBeUndefined();
    expect((await admin.post(`/wp/v2/pages/${page}`, { acf: { rows: [{ a: '1' }] } })).body.acf).toEqual({
      rows: [{ a: '1' }],
    });
    expect(await metaOf('postmeta', 'post_id', page)).toMatchObject({
      rows: '1',
      _rows: 'field_json_rows',
      rows_0_a: '1',
      _rows_0_a: 'field_json_a',
    });
  });

  it('belong to terms, users, comments and files too', async () => {
    const term = `/wp/v2/categories/${ids.category}`;
    expect((await visitor.get(term)).body.acf).toEqual({ colours: [] });
    expect(
      (await admin.post(term, { acf: { colours: [{ name: 'red' }, { name: 'blue' }] } })).body.acf.colours,
    ).toHaveLength(2);
    expect((await admin.post(term, { acf: { colours: [{ name: 'blue' }] } })).status).toBe(200);
    expect(await metaOf('termmeta', 'term_id', ids.category)).toEqual({
      colours: '1',
      _colours: 'field_term_colours',
      colours_0_name: 'blue',
      _colours_0_name: 'field_term_colours_name',
    });
    const editor = `/wp/v2/users/${site.users.editor}`;
    expect((await admin.post(editor, { acf: { motto: 'Onwards' } })).body.acf).toEqual({ motto: 'Onwards' });
    expect((await admin.get(`/wp/v2/users/${site.users.author}`)).body.acf).toEqual([]);
    expect(await metaOf('usermeta', 'user_id', site.users.editor)).toMatchObject({
      motto: 'Onwards',
      _motto: 'field_user_motto',
    });
    const said = await admin.post('/wp/v2/comments', { post: ids.post, content: 'Fine', acf: { stars: 4 } });
    expect(said.body.acf).toEqual({ stars: 4 });
    expect(
      (await admin.post(`/wp/v2/comments/${said.body.id}`, { acf: { stars: 'x' } })).body.data.params,
    ).toHaveProperty(['acf.stars']);
    expect((await admin.post(`/wp/v2/media/${ids.cover}`, { acf: { credit: 'Ada' } })).body.acf).toEqual({
      credit: 'Ada',
    });
    expect((await visitor.get(`/wp/v2/media/${ids.paper}`)).body.acf).toEqual([]);
  });

  it('are the fields of a page of settings', async () => {
    const path = '/platen/v1/option-pages/site-settings';
    const options = async () => {
      const rows = await other.run(
        `select option_name as k, option_value as v from ${prefix}options where option_name like '%options!_%' escape '!'`,
      );
      return Object.fromEntries(rows.map((row) => [String(row['k']), row['v']]));
    };
    expect((await admin.get('/platen/v1/option-pages')).body).toEqual([
      { slug: 'site-settings', title: 'site-settings' },
    ]);
    expect((await admin.get(path)).body).toMatchObject({
      meta: { phone: '', offices: [], logo: 0 },
      acf: { phone: '', offices: [], logo: null },
      fields: [{ name: 'phone' }, { name: 'offices', kind: 'repeater' }, { name: 'logo', kind: 'image' }],
    });
    const before = await options();
    const offices = [{ town: 'Rome' }, { town: 'Oslo' }];
    expect((await admin.put(path, { acf: { offices, logo: ids.cover } })).body.acf).toEqual({
      phone: '',
      offices,
      logo: ids.cover,
    });
    expect((await admin.put(path, { meta: { offices: [{ town: 'Oslo' }], phone: '1' } })).status).toBe(200);
    expect(await options()).toEqual({
      ...before,
      options_phone: '1',
      _options_phone: 'field_options_phone',
      options_offices: '1',
      _options_offices: 'field_options_offices',
      options_offices_0_town: 'Oslo',
      _options_offices_0_town: 'field_options_offices_town',
      options_logo: String(ids.cover),
      _options_logo: 'field_options_logo',
    });
    expect((await admin.get(`${path}?acf_format=standard`)).body.acf.logo).toMatchObject({ ID: ids.cover });
    expect((await admin.put(path, { acf: { offices: [{ town: [] }] } })).body.data.params).toHaveProperty([
      'acf.offices[0].town',
    ]);
    expect((await admin.put(path, { acf: { nothing: 1 } })).status).toBe(400);
    expect((await admin.get('/platen/v1/option-pages/other')).status).toBe(404);
    const author = clientFor(platen, 'the-author:pw-author');
    expect([
      (await visitor.get(path)).status,
      (await author.get(path)).status,
      (await author.put(path, {})).status,
    ]).toEqual([401, 403, 403]);
  });

  it('take the same number of statements whatever the page size', async () => {
    for (let i = 0; i < 12; i++) await newPost(storedRows());
    const count = async (size: number, format: string) => {
      await platen.store.invalidateTags('everything');
      await visitor.get('/wp/v2/types');
      return platen.store.statementsDuring(() =>
        visitor.get(`/wp/v2/posts?per_page=${size}&acf_format=${format}&_fields=acf`),
      );
    };
    expect(await count(12, 'light')).toBe(await count(3, 'light'));
    expect(await count(12, 'standard')).toBe(await count(3, 'standard'));
  });

  it.each([
    ['a count beyond reason', { talks: '1000000000', talks_0_title: 'One' }, [{ title: 'One', hour: '', people: [] }]],
    ['a negative count', { talks: '-3', talks_0_title: 'One' }, []],
    ['a count that is none', { talks: 'a:1:{broken', talks_0_title: 'One' }, []],
    [
      'a gap',
      { talks: '2', talks_1_title: 'Two' },
      [
        { title: '', hour: '', people: [] },
        { title: 'Two', hour: '', people: [] },
      ],
    ],
    [
      'a count beyond reason inside',
      { talks: '1', talks_0_people: '999999999' },
      [{ title: '', hour: '', people: [] }],
    ],
  ])('read %s', async (_what, rows, expected) => {
    const id = await newPost(rows);
    for (const format of ['light', 'standard']) {
      const read = await visitor.get(`/wp/v2/posts/${id}?acf_format=${format}`);
      expect([read.status, read.body.acf.talks]).toEqual([200, expected]);
    }
  });

  it('read values of other types than declared', async () => {
    const junk = 'O:8:"stdClass":1:{s:1:"a";i:1;}';
    const id = await newPost(Object.fromEntries(Object.keys(storedRows()).map((key) => [key, junk])));
    for (const format of ['light', 'standard']) {
      const read = await visitor.get(`/wp/v2/posts/${id}?acf_format=${format}`);
      expect(read.status).toBe(200);
      expect(read.body.acf).toMatchObject({ talks: [], parts: [], sizes: [], views: [], others: [] });
      expect(JSON.stringify(read.body.acf)).not.toContain('stdClass');
    }
    const texts = await newPost(Object.fromEntries(Object.keys(storedRows()).map((key) => [key, '<b>"x"</b>'])));
    expect((await visitor.get(`/wp/v2/posts/${texts}?acf_format=standard`)).status).toBe(200);
    const nested = await newPost({
      where: `${'a:1:{i:0;'.repeat(500)}i:1;${'}'.repeat(500)}`,
      parts: 'a:1:{i:0;s:3:"odd";}',
    });
    expect((await visitor.get(`/wp/v2/posts/${nested}`)).body.acf.parts).toEqual([]);
  });

  it('read and replace ten thousand rows', async () => {
    const rows = 10_000;
    const id = await newPost({ talks: String(rows) });
    for (let i = 0; i < rows; i += 500) {
      const values = Array.from({ length: 500 }, (_, j) => [id, `talks_${i + j}_title`, `Row ${i + j}`]).flat();
      await other.run(
        `insert into ${prefix}postmeta (post_id, meta_key, meta_value) values ${Array.from({ length: 500 }, () => '(?, ?, ?)').join()}`,
        values,
      );
    }
    await platen.store.invalidateTags('everything');
    const { talks } = (await admin.get(`/wp/v2/posts/${id}?_fields=acf`)).body.acf;
    expect([talks.length, talks[9_999].title]).toEqual([rows, 'Row 9999']);
    expect((await admin.post(`/wp/v2/posts/${id}`, { acf: { talks: [{ title: 'One' }] } })).status).toBe(200);
    const left = Object.keys(await metaOf('postmeta', 'post_id', id)).filter((key) => key.startsWith('talks_'));
    expect(left).toEqual(['talks_0_title']);
  });
});

describe('declared fields under acf', () => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({
      itemFields: ['acf'],
      fieldSets: [
        {
          object: 'post',
          subtype: 'post',
          fields: {
            day: { kind: 'date' },
            cover: { kind: 'image' },
            parts: { kind: 'layouts', layouts: { quote: { fields: { words: { kind: 'text' } } } } },
            inner: { kind: 'text', mayRead: 'edit_posts' },
          },
        },
      ],
    });
  }, 300_000);
  afterAll(() => site?.close());

  it('are shown and written as those of ACF, and stored as before', async () => {
    const admin = site.as('administrator');
    const sent = { day: '20250102', parts: [{ acf_fc_layout: 'quote', words: 'Well' }], inner: 'x' };
    const made = await admin.post('/wp/v2/posts', { title: 'Own', status: 'publish', acf: sent });
    expect(made.body.acf).toEqual({ ...sent, cover: null });
    expect(made.body.meta).toMatchObject({
      day: '2025-01-02',
      parts: [{ layout: 'quote', words: 'Well' }],
      inner: 'x',
    });
    const rows = (await site.platen.store.meta.of('post', [made.body.id])).get(made.body.id) ?? [];
    expect(rows.map(({ key }) => key).sort()).toEqual(['day', 'inner', 'parts']);
    const read = (await site.as('anonymous').get(`/wp/v2/posts/${made.body.id}?acf_format=standard`)).body.acf;
    expect(read).toEqual({ day: '2025-01-02', cover: false, parts: [{ acf_fc_layout: 'quote', words: 'Well' }] });
    expect((await site.as('anonymous').get('/wp/v2/pages')).status).toBe(200);
    expect(
      (await admin.post(`/wp/v2/posts/${made.body.id}`, { acf: { day: 'soon' } })).body.data.params,
    ).toHaveProperty(['acf.day']);
  });
});
