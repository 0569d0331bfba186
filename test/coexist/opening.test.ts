import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { clientAt } from './support/client.ts';
import { copyDatabase, type DatabaseCopy } from './support/copy-database.ts';
import { openPair, type Pair } from './support/pair.ts';
import { inWordpress } from './support/php.ts';
import { changesBetween, readTables, type TableRows } from './support/tables.ts';

/** Things that real databases have and no manual mentions. */
const oddities = (p: string): string[] => [
  `insert into ${p}posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_type, guid) values
    (9001, 1, '2020-01-01 00:00:00', '2020-01-01 00:00:00', 'soup', 'A recipe', '', 'publish', 'soup', '', '', '2020-01-01 00:00:00', '2020-01-01 00:00:00', '', 'recipe', ''),
    (9002, 1, '2020-01-01 00:00:00', '2020-01-01 00:00:00', 'x', 'Odd status', '', 'wc-pending', 'odd', '', '', '2020-01-01 00:00:00', '2020-01-01 00:00:00', '', 'post', ''),
    (9003, 1, '0000-00-00 00:00:00', '0000-00-00 00:00:00', 'x', 'No dates', '', 'publish', 'no-dates', '', '', '0000-00-00 00:00:00', '0000-00-00 00:00:00', '', 'post', ''),
    (9004, 777777, '2020-01-01 00:00:00', '2020-01-01 00:00:00', 'x', 'Nobody wrote this', '', 'publish', 'nobody', '', '', '2020-01-01 00:00:00', '2020-01-01 00:00:00', '', 'post', ''),
    (9005, 1, '2020-01-01 00:00:00', '2020-01-01 00:00:00', '', 'Broken picture', '', 'inherit', 'broken', '', '', '2020-01-01 00:00:00', '2020-01-01 00:00:00', '', 'attachment', 'http://elsewhere.example/a.jpg'),
    (9006, 1, '2020-01-01 00:00:00', '2020-01-01 00:00:00', 'x', 'Its own parent', '', 'publish', 'circle', '', '', '2020-01-01 00:00:00', '2020-01-01 00:00:00', '', 'page', '')`,
  `update ${p}posts set post_parent = 9006 where ID = 9006`,
  `insert into ${p}postmeta (post_id, meta_key, meta_value) values
    (9005, '_wp_attachment_metadata', 'a:2:{s:5:"width";i:12'), (9001, '_plugin', 'O:8:"stdClass":1:{s:1:"a";i:1;}'),
    (9003, null, null), (123456789, '_orphan', '1'), (9004, '_thumbnail_id', 'not a number'), (9004, '_wp_page_template', 'default')`,
  `insert into ${p}comments (comment_ID, comment_post_ID, comment_author, comment_content, comment_date, comment_date_gmt, comment_approved, comment_type) values
    (9001, 123456789, 'Nobody', 'about nothing', '2020-01-01 00:00:00', '2020-01-01 00:00:00', '1', ''),
    (9002, 9003, 'A machine', 'pinged you', '0000-00-00 00:00:00', '0000-00-00 00:00:00', '1', 'pingback'),
    (9003, 9003, 'A café', 'é and “quotes”', '2020-01-01 00:00:00', '2020-01-01 00:00:00', '1', 'comment'),
    (9004, 9003, 'A shop', 'an order note', '2020-01-01 00:00:00', '2020-01-01 00:00:00', '1', 'order_note')`,
  `insert into ${p}term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent, count) values (9001, 888888, 'category', '', 0, 3), (9002, 1, 'mood', '', 0, 0)`,
  `insert into ${p}term_relationships (object_id, term_taxonomy_id) values (9003, 9001), (9003, 777777), (123456789, 1)`,
  `insert into ${p}users (ID, user_login, user_pass, user_nicename, user_email, user_registered, display_name) values
    (9001, 'no-role', '', 'no-role', '', '0000-00-00 00:00:00', 'Nobody'),
    (9002, 'broken-role', 'x', 'broken-role', 'broken@example.org', '2020-01-01 00:00:00', 'Broken')`,
  `insert into ${p}usermeta (user_id, meta_key, meta_value) values (9002, '${p}capabilities', 'a:1:{s:6:"edit'), (9002, '_application_passwords', 'nonsense')`,
  `insert into ${p}options (option_name, option_value, autoload) values
    ('huge_plugin_option', repeat('x', 4000000), 'yes'), ('broken_option', 'a:9:{i:0', 'yes'), ('widget_odd', 'O:3:"Odd":0:{}', 'auto-on')`,
];

/** What a site of years ago looks like: other engines, other character sets, narrower columns. */
const old = (p: string): string[] => [
  `alter table ${p}comments convert to character set latin1`,
  `alter table ${p}posts engine = MyISAM`,
  `alter table ${p}terms convert to character set utf8mb3`,
  `alter table ${p}options convert to character set utf8mb3`,
  `alter table ${p}comments modify comment_type varchar(20) not null default ''`,
];

const paths = [
  '/',
  ...[
    'posts',
    'pages',
    'media',
    'comments',
    'users',
    'categories',
    'tags',
    'types',
    'taxonomies',
    'statuses',
    'settings',
  ].flatMap((base) => [`/wp/v2/${base}`, `/wp/v2/${base}?context=edit&per_page=100`]),
  '/wp/v2/posts?search=x&per_page=100',
  '/wp/v2/comments?search=quotes',
  '/wp/v2/comments?type=pingback',
  '/wp/v2/posts?orderby=title&_embed',
  '/wp/v2/posts?status=any&context=edit&per_page=100',
  ...[9001, 9002, 9003, 9004, 9005, 9006].flatMap((id) => [
    `/wp/v2/posts/${id}?_embed`,
    `/wp/v2/pages/${id}`,
    `/wp/v2/media/${id}`,
    `/wp/v2/comments/${id}?_embed`,
    `/wp/v2/users/${id}`,
  ]),
];

describe.each([
  ['with odd rows', (p: string) => oddities(p)],
  ['of years ago, with odd rows', (p: string) => [...oddities(p), ...old(p)]],
])('a database %s', (_name, statements) => {
  let copy: DatabaseCopy;
  let pair: Pair;
  let before: TableRows;
  let schema: string;
  beforeAll(async () => {
    const facts = inject('wordpress');
    copy = await copyDatabase(facts, statements(facts.prefix));
    const look = await createConnection({ uri: copy.url, dateStrings: true });
    before = await readTables(look, facts.prefix);
    schema = await copy.schema();
    await look.end();
    pair = await openPair({ databaseUrl: copy.url });
  });
  afterAll(async () => {
    await pair?.close();
    await copy?.drop();
  });

  it('is served without a failure, to everyone', async () => {
    const failed: string[] = [];
    for (const path of paths)
      for (const who of ['administrator', 'anonymous'] as const) {
        const { status } = await pair.ours(who).get(path);
        if (status >= 500) failed.push(`${who} ${path} ${status}`);
      }
    expect(failed).toEqual([]);
  });

  it('shows what can be shown', async () => {
    const list = await pair.ours().get('/wp/v2/posts?per_page=100&orderby=id&order=asc&include=9001,9002,9003,9004');
    expect(list.body.map((post: { id: number }) => post.id)).toEqual([9003, 9004]);
    expect((await pair.ours().get('/wp/v2/media/9005')).body.source_url).toBe('http://elsewhere.example/a.jpg');
    expect((await pair.ours().get('/wp/v2/comments/9003')).body.content.rendered).toContain('é and');
  });

  it('is not changed by being opened and read', async () => {
    const look = await createConnection({ uri: copy.url, dateStrings: true });
    const after = await readTables(look, pair.facts.prefix);
    await look.end();
    expect(changesBetween(before, after)).toEqual([]);
    expect(await copy.schema()).toBe(schema);
  });

  it('takes any text, or says why it cannot', async () => {
    const text = 'A 😀, a “quote” and a 漢字';
    const { body: post } = await pair.ours().post('/wp/v2/posts', { title: text, content: text, status: 'publish' });
    const writes = await Promise.all([
      pair.ours().post('/wp/v2/tags', { name: text }),
      pair.ours().post('/wp/v2/comments', { post: post.id, content: text }),
      pair.ours().post('/wp/v2/settings', { description: text }),
      pair.ours().post('/wp/v2/users', { username: 'odd', email: 'odd@example.org', password: 'x', name: text }),
    ]);
    expect(post.title.raw).toBe(text);
    expect(writes.map((answer) => answer.status).filter((status) => status >= 500)).toEqual([]);
  });

  it('is changed by a write only where the write says', async () => {
    const look = await createConnection({ uri: copy.url, dateStrings: true });
    const { body: post } = await pair.ours().post('/wp/v2/posts', { title: 'New', content: 'x', status: 'publish' });
    const mine = await readTables(look, pair.facts.prefix);
    await pair.ours().post(`/wp/v2/posts/${post.id}`, { title: 'Newer' });
    const changes = changesBetween(mine, await readTables(look, pair.facts.prefix));
    await look.end();
    expect(changes.map(({ kind, table }) => `${kind} ${table}`)).toEqual(['changed posts', 'new posts']);
  });
});

describe('people of the old site', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await openPair();
  });
  afterAll(() => pair?.close());

  it('sign in with their account password and with application passwords', async () => {
    for (const [role, { login, account, id }] of Object.entries(pair.facts.passwords)) {
      const byApplication = await pair.ours(role as 'editor').get('/wp/v2/users/me?context=edit');
      expect(byApplication.body).toMatchObject({ id, roles: [role] });
      const byAccount = await clientAt(pair.api, login, account).get('/wp/v2/users/me');
      expect(byAccount.body.id).toBe(id);
      expect((await clientAt(pair.api, login, 'wrong').get('/wp/v2/users/me')).status).toBe(401);
    }
  });

  it('sign in whatever version of the old system made their password', async () => {
    const password = 'pass “word”';
    inWordpress(
      pair.facts,
      `global $wpdb;
       $password = trim(fgets(STDIN));
       $hashes = [
         'the-oldest' => md5($password),
         'from-2008' => wp_hash_password($password),
         'plain-bcrypt' => password_hash($password, PASSWORD_BCRYPT),
         'from-2025' => '$wp' . password_hash(base64_encode(hash_hmac('sha384', $password, 'wp-sha384', true)), PASSWORD_BCRYPT),
       ];
       foreach ($hashes as $login => $hash) {
         $id = wp_insert_user(['user_login' => $login, 'user_pass' => 'x', 'user_email' => "$login@example.org", 'role' => 'author']);
         $wpdb->update($wpdb->users, ['user_pass' => $hash], ['ID' => $id]);
       }`,
      `${password}\n`,
    );
    for (const login of ['the-oldest', 'from-2008', 'plain-bcrypt', 'from-2025']) {
      expect((await clientAt(pair.api, login, password).get('/wp/v2/users/me?context=edit')).body.username).toBe(login);
      expect((await clientAt(pair.api, login, `${password}!`).get('/wp/v2/users/me')).status).toBe(401);
    }
  });

  it('have the roles that the old site made for them', async () => {
    const { login, secret } = inWordpress(
      pair.facts,
      `add_role('reviewer', 'Reviewer', ['read' => true, 'edit_posts' => true, 'edit_others_posts' => true, 'edit_published_posts' => true]);
       $id = wp_insert_user(['user_login' => 'the-reviewer', 'user_pass' => 'pw-reviewer', 'user_email' => 'reviewer@example.org', 'role' => 'reviewer']);
       [$secret] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'coexist']);
       $out = ['login' => 'the-reviewer', 'secret' => $secret];`,
    ) as { login: string; secret: string };
    const reviewer = clientAt(pair.api, login, secret);
    // What another program wrote is seen after a second, later on a busy machine.
    await expect
      .poll(async () => (await reviewer.get('/wp/v2/users/me?context=edit')).body.roles, { interval: 200 })
      .toEqual(['reviewer']);
    const { body: post } = await pair
      .ours()
      .post('/wp/v2/posts', { title: 'To review', content: 'x', status: 'publish' });
    expect((await reviewer.post(`/wp/v2/posts/${post.id}`, { title: 'Reviewed' })).status).toBe(200);
    expect((await reviewer.delete(`/wp/v2/posts/${post.id}`)).status).toBe(403);
    expect((await reviewer.post('/wp/v2/posts', { title: 'Own', content: 'x', status: 'publish' })).status).toBe(403);
  });
});
