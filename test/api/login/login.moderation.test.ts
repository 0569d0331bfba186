import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoginSite, loginSite, type TestBrowser } from './login-client.ts';

let here: LoginSite;
let comment: number;
beforeAll(async () => {
  here = await loginSite({ siteUrl: 'http://site.test', cacheMegabytes: 8 });
});
afterAll(() => here.site.close());

beforeEach(async () => {
  const admin = here.site.as('administrator');
  const post = await admin.post('/wp/v2/posts', { title: 'Discussed', status: 'publish' });
  const made = await admin.post('/wp/v2/comments', {
    post: post.body.id,
    content: 'Is <em>this</em> wise & good?',
    author_name: 'Ann',
    author_email: 'ann@example.org',
    status: 'hold',
  });
  comment = made.body.id;
});

async function loggedIn(role: 'editor' | 'subscriber'): Promise<TestBrowser> {
  const browser = here.browser();
  await browser.post('/wp-login.php', { log: `the-${role}`, pwd: `pw-${role}` });
  return browser;
}
const linkTo = (action: string, id: number | string = comment) => `/wp-admin/comment.php?action=${action}&c=${id}`;
const nonceIn = (text: string) => /name="_wpnonce" value="([^"]+)"/.exec(text)?.[1] ?? '';
const statusNow = async () =>
  (await here.site.as('administrator').get(`/wp/v2/comments/${comment}?context=edit`)).body.status;

describe('a link of a moderation mail', () => {
  it('leads visitors to the log-in, which leads back', async () => {
    const browser = here.browser();
    const sent = await browser.get(linkTo('approve'));
    const target = new URL(sent.headers.get('location') ?? '');
    expect(target.searchParams.get('redirect_to')).toBe(`http://site.test${linkTo('approve')}`);
    const back = target.searchParams.get('redirect_to') ?? '';
    const logIn = await browser.post('/wp-login.php', { log: 'the-editor', pwd: 'pw-editor', redirect_to: back });
    expect(logIn.headers.get('location')).toBe(back);
  });

  it.each([
    ['approve', 'approved'],
    ['trash', 'trash'],
    ['spam', 'spam'],
  ])('%s shows the comment, changes nothing before it is confirmed, then makes it %s', async (action, status) => {
    const browser = await loggedIn('editor');
    const page = await browser.get(linkTo(action));
    const text = await page.text();
    expect([page.status, page.headers.get('x-frame-options')]).toEqual([200, 'DENY']);
    expect(text).toContain('Is this wise &amp; good?');
    expect(await statusNow()).toBe('hold');
    const done = await browser.post(linkTo(action), { _wpnonce: nonceIn(text) });
    expect(done.status).toBe(200);
    expect(await statusNow()).toBe(status);
  });

  it('withdraws an approved comment', async () => {
    const browser = await loggedIn('editor');
    await here.site.as('administrator').post(`/wp/v2/comments/${comment}`, { status: 'approved' });
    const nonce = nonceIn(await (await browser.get(linkTo('unapprove'))).text());
    await browser.post(linkTo('unapprove'), { _wpnonce: nonce });
    expect(await statusNow()).toBe('hold');
  });

  it('shows and changes nothing for those who may not moderate', async () => {
    const browser = await loggedIn('subscriber');
    const page = await browser.get(linkTo('approve'));
    expect(page.status).toBe(403);
    expect(await page.text()).not.toContain('wise');
    const nonce = await (await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
    expect((await browser.post(linkTo('approve'), { _wpnonce: nonce })).status).toBe(403);
    expect(await statusNow()).toBe('hold');
  });

  it.each([
    ['no nonce', '', {}],
    ['a made-up nonce', 'x'.repeat(22), {}],
  ])('changes nothing with %s', async (_name, nonce, headers) => {
    const browser = await loggedIn('editor');
    const answer = await browser.post(linkTo('approve'), { _wpnonce: nonce }, headers);
    expect([401, 403]).toContain(answer.status);
    expect(await statusNow()).toBe('hold');
  });

  it('changes nothing for a form of another site', async () => {
    const browser = await loggedIn('editor');
    const nonce = nonceIn(await (await browser.get(linkTo('approve'))).text());
    const answer = await browser.post(linkTo('approve'), { _wpnonce: nonce }, { origin: 'https://evil.test' });
    expect([answer.status, await statusNow()]).toEqual([403, 'hold']);
  });

  it.each([
    [404, 'approve', 999_999],
    [400, 'approve', 0],
    [400, 'approve', 'x'],
    [400, 'constructor', 1],
    [400, '', 1],
  ])('answers %d to %j of %j', async (status, action, id) => {
    const browser = await loggedIn('editor');
    const page = await browser.get(linkTo(action, id));
    expect(page.status).toBe(status);
    expect(await page.text()).toContain('role="alert"');
  });
});
