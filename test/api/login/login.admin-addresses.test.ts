import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoginSite, loginSite } from './login-client.ts';

let here: LoginSite;
const ids: Record<string, number> = {};
beforeAll(async () => {
  here = await loginSite({ siteUrl: 'http://site.test' });
  const admin = here.site.as('administrator');
  ids['post'] = (await admin.post('/wp/v2/posts', { title: 'Mine', status: 'publish' })).body.id;
  ids['page'] = (await admin.post('/wp/v2/pages', { title: 'Ours', status: 'private' })).body.id;
});
afterAll(() => here.site.close());

const authorize = '/wp-admin/authorize-application.php';

async function loggedIn(role: 'editor' | 'subscriber' = 'editor') {
  const browser = here.browser();
  await browser.post('/wp-login.php', { log: `the-${role}`, pwd: `pw-${role}` });
  return browser;
}
const asking = (fields: Record<string, string>) => `${authorize}?${new URLSearchParams(fields)}`;
const nonceIn = (text: string) => /name="_wpnonce" value="([^"]+)"/.exec(text)?.[1] ?? '';
const passwordsOf = async (role: 'editor' | 'subscriber') =>
  (await here.site.as(role).get('/platen/v1/users/me/application-passwords')).body as {
    name: string;
    app_id: string;
  }[];

describe('an app that asks for a password', () => {
  const app = { app_name: 'Pocket <b>writer</b>', success_url: 'https://app.test/ok?a=1&b=2' };

  it('waits until the user has logged in', async () => {
    const page = await here.browser().get(asking(app));
    expect(page.status).toBe(302);
    expect(page.headers.get('location')).toContain('/wp-login.php?redirect_to=');
    expect(decodeURIComponent(page.headers.get('location') ?? '')).toContain('authorize-application.php?app_name=');
  });

  it('is given one when the user agrees, and only then', async () => {
    const browser = await loggedIn();
    const id = '6fa459ea-ee8a-4ca4-894e-db77e160355e';
    const asked = asking({ ...app, app_id: id, reject_url: 'pocketwriter://no' });
    const page = await browser.get(asked);
    const text = await page.text();
    expect([page.status, page.headers.get('x-frame-options')]).toEqual([200, 'DENY']);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.test;");
    expect(text).toContain('Pocket &lt;b&gt;writer&lt;/b&gt;');
    expect(text).toContain('href="pocketwriter://no"');
    expect(await passwordsOf('editor')).toEqual([]);
    const answer = await browser.post(asked, { app_name: 'Writer', _wpnonce: nonceIn(text) });
    const sent = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, sent.origin, sent.searchParams.get('a'), sent.searchParams.get('user_login')]).toEqual([
      302,
      'https://app.test',
      '1',
      'the-editor',
    ]);
    expect(sent.searchParams.get('site_url')).toBe('http://site.test');
    const password = sent.searchParams.get('password') ?? '';
    expect(password).toMatch(/^[A-Za-z0-9]{24}$/);
    expect((await here.site.as(`the-editor:${password}`).get('/wp/v2/users/me')).status).toBe(200);
    expect(await passwordsOf('editor')).toMatchObject([{ name: 'Writer', app_id: id }]);
  });

  it('is told of a refusal at its own address, or at the one for success', async () => {
    const text = await (await (await loggedIn()).get(asking(app))).text();
    expect(text).toContain('href="https://app.test/ok?a=1&amp;b=2&amp;success=false"');
  });

  it('says where the password goes, also to the scheme of an app', async () => {
    const browser = await loggedIn();
    expect(await (await browser.get(asking(app))).text()).toContain('<strong>app.test</strong>');
    const page = await browser.get(asking({ success_url: 'pocketwriter://connect' }));
    expect(await page.text()).toContain('<strong>pocketwriter://connect</strong>');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' pocketwriter:;");
  });

  it('without an address shows it to the user once', async () => {
    const browser = await loggedIn('subscriber');
    const text = await (await browser.get(asking({ app_name: 'Typed' }))).text();
    const answer = await browser.post(asking({}), { app_name: 'Typed', _wpnonce: nonceIn(text) });
    expect([answer.status, /<code>(?:\w{4} ){5}\w{4}<\/code>/.test(await answer.text())]).toEqual([200, true]);
  });

  it('is given nothing by a form of another site, without the nonce, or without a name', async () => {
    const browser = await loggedIn('subscriber');
    const nonce = nonceIn(await (await browser.get(asking(app))).text());
    const before = await passwordsOf('subscriber');
    const foreign = await browser.post(
      asking(app),
      { app_name: 'x', _wpnonce: nonce },
      { 'sec-fetch-site': 'cross-site' },
    );
    const forged = await browser.post(asking(app), { app_name: 'x', _wpnonce: 'forged' });
    const nameless = await browser.post(asking(app), { app_name: ' ', _wpnonce: nonce });
    expect([foreign, forged, nameless].map(({ status }) => status)).toEqual([403, 403, 400]);
    expect([foreign, forged, nameless].map(({ headers }) => headers.get('location'))).toEqual([null, null, null]);
    expect(await passwordsOf('subscriber')).toEqual(before);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript://x/%0aalert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://app.test/x',
    'mailto:x@app.test',
    'http://app.test/ok',
    '//app.test/no',
    '/admin/',
  ])('is refused with the address %j', async (address) => {
    const browser = await loggedIn();
    for (const name of ['reject_url', 'success_url']) {
      const page = await browser.get(asking({ [name]: address }));
      const text = await page.text();
      expect([page.status, nonceIn(text)]).toEqual([400, '']);
      expect(text).not.toContain('script:');
    }
    expect((await browser.get(asking({ app_id: 'x' }))).status).toBe(400);
  });
});

describe('an admin address of existing systems', () => {
  it.each([
    ['', ''],
    ['index.php', ''],
    ['post-new.php', 'posts/new'],
    ['post-new.php?post_type=page', 'pages/new'],
    ['edit.php', 'posts'],
    ['edit.php?post_type=page', 'pages'],
    ['upload.php', 'media'],
    ['edit-comments.php', 'comments'],
    ['comment.php?action=editcomment&c=1', 'comments'],
    ['edit-tags.php?taxonomy=category', 'categories'],
    ['edit-tags.php?taxonomy=post_tag', 'tags'],
    ['edit-tags.php?taxonomy=constructor', ''],
    ['user-edit.php?user_id=3', 'users/3'],
    ['user-edit.php?user_id=../x', 'users'],
    ['profile.php', 'profile'],
    ['options-general.php', 'settings'],
    ['constructor', ''],
    ['post.php?post=999999&action=edit', ''],
    ['post.php?post=../../evil', ''],
  ])('%s leads to the screen "%s"', async (address, screen) => {
    const answer = await (await loggedIn()).get(`/wp-admin/${address}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `http://site.test/admin/${screen}`]);
  });

  it('of an item leads to its editor, for those who may edit it', async () => {
    const to = async (role: 'editor' | 'subscriber', id = 0) =>
      (await (await loggedIn(role)).get(`/wp-admin/post.php?post=${id}&action=edit`)).headers.get('location');
    expect(await to('editor', ids['post'])).toBe(`http://site.test/admin/posts/${ids['post']}`);
    expect(await to('editor', ids['page'])).toBe(`http://site.test/admin/pages/${ids['page']}`);
    expect(await to('subscriber', ids['post'])).toBe('http://site.test/admin/');
    expect(await to('subscriber', ids['page'])).toBe('http://site.test/admin/');
  });
});
