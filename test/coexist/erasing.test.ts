import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPair, type Pair } from './support/pair.ts';
import { inWordpress } from './support/php.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await openPair({ leads: true });
});
afterAll(() => pair?.close());

interface Person {
  readonly id: number;
  readonly email: string;
  readonly post: number;
  readonly comments: readonly number[];
}

/** A person of WordPress: an account with a post, a comment with it and one from before. */
const person = (word: string): Person => {
  const made = inWordpress(
    pair.facts,
    `$email = '${word}@example.org';
    $id = wp_insert_user(['user_login' => '${word}', 'user_email' => $email, 'user_pass' => 'pass-${word}',
      'display_name' => 'Person ${word}', 'role' => 'author']);
    $post = wp_insert_post(['post_title' => 'A post', 'post_content' => 'x', 'post_status' => 'publish', 'post_author' => $id]);
    $about = ['comment_post_ID' => $post, 'comment_author' => 'Person ${word}', 'comment_author_email' => $email,
      'comment_author_url' => 'https://${word}.example', 'comment_author_IP' => '203.0.113.77', 'comment_agent' => 'Mozilla/5.0',
      'comment_approved' => 1];
    $comments = [wp_insert_comment(['comment_content' => 'One', 'user_id' => $id] + $about),
      wp_insert_comment(['comment_content' => 'Two'] + $about)];
    $out = ['id' => $id, 'email' => $email, 'post' => $post, 'comments' => $comments];`,
  );
  // Written by the lines above.
  return made as Person;
};

/** What WordPress knows of them afterwards; what its own eraser shortens, such as the network address, is left out. */
const known = ({ id, email, post, comments }: Person) =>
  inWordpress(
    pair.facts,
    `$of = function ($c) { return [$c->comment_author, $c->comment_author_email, $c->comment_author_url, $c->comment_agent,
      (int) $c->user_id, $c->comment_content, $c->comment_approved, get_comment_author($c)]; };
    $out = ['account' => get_userdata(${id}), 'byEmail' => get_user_by('email', '${email}'),
      'fields' => get_user_meta(${id}), 'author' => (int) get_post(${post})->post_author,
      'comments' => array_map($of, array_map('get_comment', [${comments.join(', ')}])),
      'count' => (int) get_post(${post})->comment_count,
      'found' => count(get_comments(['author_email' => '${email}'])), 'errors' => $GLOBALS['wpdb']->last_error];`,
  );

it('an erased person is gone for the other system too, and leaves what its own eraser leaves', async () => {
  const [ours, theirs] = [person('erased-here'), person('erased-there')];
  const heir = pair.facts.passwords.editor.id;
  const begun = await pair
    .ours()
    .post('/platen/v1/personal-data', { action: 'erase', user: ours.id, reassign: heir, reason: 'a letter' });
  expect(begun).toMatchObject({ status: 202, body: { action: 'erase' } });
  await expect
    .poll(async () => (await pair.ours().get(`/platen/v1/personal-data/${begun.body.id}`)).body)
    .toMatchObject({ state: 'done', error: '' });
  inWordpress(
    pair.facts,
    `require_once ABSPATH . 'wp-admin/includes/user.php';
    wp_comments_personal_data_eraser('${theirs.email}');
    $out = wp_delete_user(${theirs.id}, ${heir});`,
  );
  const left = known(ours);
  expect(left).toEqual(known(theirs));
  expect(left).toMatchObject({ account: false, byEmail: false, author: heir, found: 0, count: 2 });
  const listed = await pair.wordpress().get(`/wp/v2/comments?post=${ours.post}&context=edit`);
  expect(listed.status).toBe(200);
  expect(listed.body.map((one: { author_name: string }) => one.author_name)).toEqual(['Anonymous', 'Anonymous']);
  expect(JSON.stringify(listed.body)).not.toContain('erased-here');
});
