import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailJobsTable } from '../../../src/background/mail/mail-jobs.ts';
import { type PageSite, pageSite, pathOf } from './page-client.ts';

let site: PageSite;
let now = Date.now();
let post: { id: number; link: string };
let count = 0;

beforeAll(async () => {
  site = await pageSite({ clock: () => now });
});
afterAll(() => site?.close());

beforeEach(async () => {
  count += 1;
  post = await site.write('posts', {
    title: `Post ${count}`,
    slug: `post-${count}`,
    content: 'x',
    status: 'publish',
    date: '2021-05-06T00:00:00',
  });
  await site.platen.store.options.set('comment_previously_approved', '0');
});

const hiddenOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

/** The fields of a form as a reader's browser posts them, some time after the page was shown. */
async function form(visiting: Parameters<PageSite['get']>[1] = {}, path = pathOf(post.link)) {
  const { html } = await site.get(path, visiting);
  now += 10_000;
  return { ...hiddenOf(html), comment: 'A fine text.', author: 'Ann', email: 'ann@example.org', url: 'example.org' };
}
const send = (fields: Record<string, string>, visiting: Parameters<PageSite['get']>[1] = {}) =>
  site.post('/wp-comments-post.php', fields, visiting);
const stored = async (id: number) => (await site.as('administrator').get(`/wp/v2/comments/${id}?context=edit`)).body;
const idIn = (location: string) => Number(/#comment-(\d+)$/.exec(location)?.[1]);

describe('the comment form', () => {
  it('works without a script: the comment is posted and shown where the redirect leads', async () => {
    const { status, location } = await send(await form());
    expect(status).toBe(303);
    expect(location).toBe(`${pathOf(post.link)}#comment-${idIn(location)}`);
    const { html } = await site.get(pathOf(post.link));
    expect(html).toContain(`<li id="comment-${idIn(location)}">`);
    expect(html).toContain('A fine text.');
    expect(html).toContain('<a href="https://example.org" rel="external nofollow ugc">Ann</a>');
    expect(await stored(idIn(location))).toMatchObject({
      post: post.id,
      author: 0,
      author_email: 'ann@example.org',
      status: 'approved',
    });
  });

  it('nests replies, with and without a script', async () => {
    const first = idIn((await send(await form())).location);
    const fields = await form({}, `${pathOf(post.link)}?replytocom=${first}`);
    expect(fields).toMatchObject({ comment_parent: String(first) });
    const second = idIn((await send({ ...fields, comment: 'A reply.' })).location);
    expect(await stored(second)).toMatchObject({ parent: first });
    const { html } = await site.get(pathOf(post.link));
    expect(html.replace(/\s+/g, ' ')).toMatch(new RegExp(`id="comment-${first}".*<ol><li id="comment-${second}"`));
    expect(html).toContain(`?replytocom=${first}#respond`);
  });

  it('shows a comment that waits to its author only, for some minutes', async () => {
    await site.platen.store.options.set('comment_moderation', '1');
    const { location } = await send(await form());
    await site.platen.store.options.set('comment_moderation', '0');
    const [path = ''] = location.split('#');
    expect(path).toContain('unapproved=');
    const own = await site.get(path);
    expect(own.html).toContain('A fine text.');
    expect(own.html).toContain('until it is approved');
    expect(own.headers.get('x-cache')).toBe('bypass');
    expect((await site.get(pathOf(post.link))).html).not.toContain('A fine text.');
    expect((await site.get(path.replace(/unapproved=\d+/, 'unapproved=1'))).html).not.toContain('until it is approved');
    now += 700_000;
    expect((await site.get(path)).html).not.toContain('A fine text.');
  });

  it('of a logged-in reader needs no name, and serves that reader only', async () => {
    const fields = await form({ as: 'subscriber' });
    expect((await send(fields)).status).toBe(400);
    expect((await send(fields, { as: 'author' })).status).toBe(400);
    const { location } = await send({ ...fields, author: 'Forged' }, { as: 'subscriber' });
    expect(await stored(idIn(location))).toMatchObject({
      author: site.users.subscriber,
      author_name: 'the-subscriber',
    });
  });

  it.each([
    ['no token', { platen_form: '' }, 400, 'please send it again'],
    ['a forged token', { platen_form: `1700000000.${'a'.repeat(32)}` }, 400, 'please send it again'],
    ['no text', { comment: '  ' }, 400, 'no content'],
    ['no name', { author: '' }, 400, 'Name and e-mail'],
    ['no address', { email: 'nonsense' }, 400, 'Name and e-mail'],
    ['a post that is not there', { comment_post_ID: '999999' }, 404, 'nothing to comment on'],
    ['a reply to another post’s comment', { comment_parent: '999999' }, 400, 'no longer there'],
  ])('refuses %s and keeps what was written', async (_what, change, status, message) => {
    const answer = await send({ ...(await form()), comment: 'My <b>long</b> text', ...change });
    expect(answer.status).toBe(status);
    expect(answer.html).toContain(message);
    if (status !== 404 && !('comment' in change))
      expect(answer.html).toContain('>My &lt;b&gt;long&lt;/b&gt; text</textarea>');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await site.get(pathOf(post.link))).html).not.toContain('long</b> text');
  });

  it('refuses what comes quicker than a person writes, and takes it the second time', async () => {
    const { html } = await site.get(`${pathOf(post.link)}?fresh=${count}`);
    const fields = { ...hiddenOf(html), comment: 'Quick.', author: 'Ann', email: 'ann@example.org' };
    const early = await send(fields);
    expect([early.status, early.html.includes('quicker')]).toEqual([400, true]);
    now += 5_000;
    expect((await send({ ...fields, ...hiddenOf(early.html) })).status).toBe(303);
  });

  it('refuses duplicates, closed and old posts, and visitors where an account is needed', async () => {
    const { options } = site.platen.store;
    const fields = await form();
    await send(fields);
    expect((await send(fields)).status).toBe(409);
    await options.set('comment_registration', '1');
    expect((await site.get(pathOf(post.link))).html).toContain('You have to log in to comment.');
    expect((await send({ ...fields, comment: 'Other' })).status).toBe(401);
    await options.set('comment_registration', '0');
    await options.set('close_comments_for_old_posts', '1');
    expect((await send({ ...fields, comment: 'Other' })).status).toBe(403);
    await options.set('close_comments_for_old_posts', '0');
    await site.write(`posts/${post.id}`, { comment_status: 'closed' });
    expect((await send({ ...fields, comment: 'Other' })).status).toBe(403);
    expect((await site.get(pathOf(post.link))).html).toContain('Comments are closed.');
  });

  it('takes what fills in the hidden field for spam, without saying so', async () => {
    const { status, location } = await send({ ...(await form()), website_2: 'x' });
    expect(status).toBe(303);
    expect(await stored(idIn(location))).toMatchObject({ status: 'spam' });
    expect((await site.get(pathOf(post.link))).html).not.toContain('A fine text.');
  });

  it('follows the site’s rules for words and links', async () => {
    const { options } = site.platen.store;
    await options.set('moderation_keys', 'casino');
    await options.set('disallowed_keys', 'poison');
    const post3 = async (comment: string) => stored(idIn((await send({ ...(await form()), comment })).location));
    expect(await post3('to the casino')).toMatchObject({ status: 'hold' });
    expect(await post3('some poison')).toMatchObject({ status: 'trash' });
    expect(await post3('<a href="http://a.example">a</a> <a href="http://b.example">b</a>')).toMatchObject({
      status: 'hold',
    });
    await options.set('moderation_keys', '');
    await options.set('disallowed_keys', '');
  });

  it('tells those who moderate, with links that ask for a log-in', async () => {
    const mails = async () => (await site.platen.store.table(mailJobsTable).find({})).map((row) => JSON.stringify(row));
    const before = (await mails()).length;
    await site.platen.store.options.set('comment_moderation', '1');
    const { location } = await send({ ...(await form()), comment: 'Please hold' });
    await site.platen.store.options.set('comment_moderation', '0');
    const id = Number(/unapproved=(\d+)/.exec(location)?.[1]);
    const sent = (await mails()).slice(before);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('admin@example.org');
    expect(sent[0]).toContain(`http://site.test/wp-admin/comment.php?action=approve&c=${id}`);
    await site.platen.store.options.set('moderation_notify', '0');
    await site.platen.store.options.set('comments_notify', '0');
    await send({ ...(await form()), comment: 'Nobody is told' });
    expect(await mails()).toHaveLength(before + 1);
  });

  it('is for posting only, and only forms', async () => {
    expect((await site.get('/wp-comments-post.php')).status).toBe(405);
    const json = await site.get('/wp-comments-post.php', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(415);
    const huge = await send({ ...(await form()), comment: 'x'.repeat(300_000) });
    expect(huge.status).toBe(413);
    const long = await send({ ...(await form()), comment: 'x'.repeat(70_000) });
    expect([long.status, long.html.includes('too long')]).toEqual([400, true]);
  });
});

describe('the pages of a thread', () => {
  it('follow the settings, and the redirect finds the right one', async () => {
    const { options } = site.platen.store;
    await options.set('page_comments', '1');
    await options.set('comments_per_page', '2');
    await options.set('default_comments_page', 'oldest');
    for (const text of ['one', 'two', 'three'])
      await site.write('comments', {
        post: post.id,
        content: `c-${text}`,
        author_name: text,
        author_email: `${text}@example.org`,
      });
    const shown = async (path: string) => (await site.get(path)).html.match(/(?<=<p>)c-\w+/g);
    expect(await shown(pathOf(post.link))).toEqual(['c-one', 'c-two']);
    expect(await shown(`${pathOf(post.link)}comment-page-2/`)).toEqual(['c-three']);
    expect((await site.get(`${pathOf(post.link)}comment-page-3/`)).status).toBe(404);
    expect((await send({ ...(await form()), comment: 'c-four' })).location).toMatch(/comment-page-2\/#comment-\d+$/);
    await options.set('comment_order', 'desc');
    await options.set('default_comments_page', 'newest');
    expect(await shown(pathOf(post.link))).toEqual(['c-four', 'c-three']);
    await options.set('page_comments', '0');
    await options.set('comment_order', 'asc');
  });
});

describe('a busy sender', () => {
  it('is told to wait', async () => {
    const nowMs = Date.now();
    const limited = await pageSite({ throttle: true, clock: () => nowMs });
    try {
      const made = await limited.write('posts', { title: 'P', status: 'publish', content: 'x' });
      const answers = [];
      for (let n = 0; n < 25; n += 1)
        answers.push(
          await limited.post('/wp-comments-post.php', { comment_post_ID: String(made.id), comment: `${n}` }),
        );
      const last = answers.at(-1);
      expect(last?.status).toBe(429);
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });
});
