import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { openPair, type Pair } from './support/pair.ts';
import { inWordpress } from './support/php.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair?.close());

/** Waits until an answer says something: what is kept ready may be a second old, and older on a busy machine. */
const seen = (ask: () => Promise<unknown>) => expect.poll(ask, { interval: 200 });

describe('each system sees what the other writes', () => {
  const directions: [string, () => [Client, Client]][] = [
    ['WordPress writes, Platen reads', () => [pair.wordpress(), pair.ours('anonymous')]],
    ['Platen writes, WordPress reads', () => [pair.ours(), pair.wordpress('anonymous')]],
  ];

  it.each(directions)('%s: a post from its first publication to its end', async (_name, sides) => {
    const [writer, reader] = sides();
    const { body: post } = await writer.post('/wp/v2/posts', { title: 'Seen', content: 'one', status: 'publish' });
    const title = async () => (await reader.get(`/wp/v2/posts/${post.id}`)).body.title?.rendered;
    const listed = async () => (await reader.get(`/wp/v2/posts?include=${post.id}`)).body.length;
    await seen(title).toBe('Seen');
    await writer.post(`/wp/v2/posts/${post.id}`, { title: 'Seen again' });
    await seen(title).toBe('Seen again');
    await seen(listed).toBe(1);
    await writer.delete(`/wp/v2/posts/${post.id}`);
    await seen(listed).toBe(0);
    await seen(async () => (await reader.get(`/wp/v2/posts/${post.id}`)).status).toBe(401);
  });

  it.each(directions)('%s: terms, comments and counts', async (_name, sides) => {
    const [writer, reader] = sides();
    const { body: parent } = await writer.post('/wp/v2/categories', { name: `Above ${Date.now()}` });
    const { body: child } = await writer.post('/wp/v2/categories', { name: `Below ${Date.now()}`, parent: parent.id });
    const { body: post } = await writer.post('/wp/v2/posts', {
      title: 'Counted',
      content: 'x',
      status: 'publish',
      categories: [child.id],
    });
    const { body: comment } = await writer.post('/wp/v2/comments', { post: post.id, content: `hello ${Date.now()}` });
    const ofChild = async () => (await reader.get(`/wp/v2/categories/${child.id}`)).body;
    await seen(ofChild).toMatchObject({ count: 1, parent: parent.id });
    await seen(async () => (await reader.get(`/wp/v2/comments?post=${post.id}`)).body).toMatchObject([
      { id: comment.id },
    ]);
    await writer.delete(`/wp/v2/comments/${comment.id}?force=true`);
    await writer.delete(`/wp/v2/posts/${post.id}?force=true`);
    await seen(ofChild).toMatchObject({ count: 0 });
    await seen(async () => (await reader.get(`/wp/v2/comments/${comment.id}`)).status).toBe(404);
  });

  it.each(directions)('%s: settings', async (_name, sides) => {
    const [writer] = sides();
    const title = `Named ${Date.now()}`;
    await writer.post('/wp/v2/settings', { title });
    await seen(async () => (await pair.ours().get('/')).body.name).toBe(title);
    expect((await pair.wordpress().get('/')).body.name).toBe(title);
  });
});

describe('what Platen writes is sound to WordPress', () => {
  it('a user who signs in there', async () => {
    const { body: user } = await pair.ours().post('/wp/v2/users', {
      username: 'signs-in',
      email: 'signs-in@example.org',
      password: 'Corréct "horse" <o/',
      roles: ['editor'],
    });
    const found = inWordpress(
      pair.facts,
      `$user = wp_authenticate('signs-in', trim(fgets(STDIN)));
       $out = is_wp_error($user) ? $user->get_error_code() : [$user->ID, $user->roles, $user->has_cap('edit_others_posts')];`,
      'Corréct "horse" <o/\n',
    );
    expect(found).toEqual([user.id, ['editor'], true]);
  });

  it('categories whose children it finds', async () => {
    const { body: parent } = await pair.ours().post('/wp/v2/categories', { name: 'Has children' });
    const children = () =>
      inWordpress(
        pair.facts,
        `$out = array_map('intval', get_terms(['taxonomy' => 'category', 'child_of' => ${parent.id}, 'hide_empty' => false, 'fields' => 'ids']));`,
      );
    expect(children()).toEqual([]);
    const { body: child } = await pair.ours().post('/wp/v2/categories', { name: 'A child', parent: parent.id });
    expect(children()).toEqual([child.id]);
    await pair.ours().post(`/wp/v2/categories/${child.id}`, { parent: 0 });
    expect(children()).toEqual([]);
  });

  it('a sticky post, its revisions and its trash', async () => {
    const { body: post } = await pair.ours().post('/wp/v2/posts', {
      title: 'Top',
      content: 'one',
      status: 'publish',
      sticky: true,
      slug: 'top-of-all',
    });
    await pair.ours().post(`/wp/v2/posts/${post.id}`, { content: 'two' });
    const state = () =>
      inWordpress(
        pair.facts,
        `$out = [is_sticky(${post.id}), array_values(array_map(fn($r) => $r->post_content, wp_get_post_revisions(${post.id}))),
          get_post_status(${post.id}), get_post(${post.id})->post_name];`,
      );
    expect(state()).toEqual([true, ['two'], 'publish', 'top-of-all']);
    await pair.ours().delete(`/wp/v2/posts/${post.id}`);
    inWordpress(
      pair.facts,
      `add_filter('wp_untrash_post_status', fn($s, $id, $old) => $old, 10, 3); wp_untrash_post(${post.id});`,
    );
    expect((state() as unknown[]).slice(2)).toEqual(['publish', 'top-of-all']);
    expect((await pair.ours().get(`/wp/v2/posts/${post.id}`)).body.status).toBe('publish');
  });

  it('every serialised value, and nothing to complain of', () => {
    const broken = inWordpress(
      pair.facts,
      `global $wpdb;
       $out = [];
       foreach (['postmeta' => 'meta_value', 'usermeta' => 'meta_value', 'termmeta' => 'meta_value', 'commentmeta' => 'meta_value', 'options' => 'option_value'] as $table => $column)
         foreach ($wpdb->get_col("select $column from {$wpdb->prefix}$table") as $value)
           if (is_serialized($value) && @unserialize(trim($value)) === false && trim($value) !== 'b:0;') $out[] = "$table $value";`,
    );
    expect(broken).toEqual([]);
  });
});
