import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OAuthSite, oauthSite } from '../oauth/oauth-site.ts';
import type { TestBrowser } from './login-client.ts';

let here: OAuthSite;
let browser: TestBrowser;
beforeAll(async () => {
  here = await oauthSite();
  await here.site.as('administrator').post('/wp/v2/settings', { language: 'de_DE' });
  browser = await here.loggedIn();
});
afterAll(() => here.site.close());

/** The text of a page, as people read it. */
const textOf = async (answer: Response | Promise<Response>): Promise<string> =>
  (await (await answer).text())
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const post = (path: string, fields: Record<string, string>, headers = {}) =>
  textOf(here.browser().post(path, fields, headers));

describe('a German site', () => {
  it('says in German why a log-in is refused', async () => {
    const wrong = await post('/wp-login.php', { log: 'admin', pwd: 'wrong' });
    expect(wrong).toContain('Der Benutzername oder das Passwort ist falsch.');
    const foreign = await post('/wp-login.php', { log: 'admin', pwd: 'x' }, { origin: 'https://evil.example' });
    expect(foreign).toContain('Dieses Formular kam von einer anderen Website.');
    const late = await post('/wp-login.php?action=code', { step: 'x', code: '123456' });
    expect(late).toContain('Das hat zu lange gedauert.');
    for (const page of [wrong, foreign, late]) expect(page).not.toMatch(/\b(the|wrong|again|please)\b/i);
  });

  it('says in German why an app is not connected', async () => {
    const unknown = await textOf(browser.get('/oauth/authorize?client_id=nobody&response_type=code'));
    expect(unknown).toContain('Diese App ist hier nicht bekannt');
    const id = await here.register();
    const elsewhere = new URLSearchParams({ client_id: id, redirect_uri: 'https://evil.example/' });
    expect(await textOf(browser.get(`/oauth/authorize?${elsewhere}`))).toContain('die sie nicht angemeldet hat');
    const asked = await textOf(browser.get(`/oauth/authorize?client_id=${id}&response_type=token`));
    expect(asked).toContain('Das ging nicht: response_type must be “code”.');
  });

  it('asks in German whether an app is given a password, and shows it so', async () => {
    const path = '/wp-admin/authorize-application.php?app_name=Leser';
    const page = await (await browser.get(path)).text();
    expect(page).toContain('<strong>Leser</strong> bittet um Zugriff auf diese Website als');
    const nonce = /_wpnonce" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const given = await textOf(browser.post(path, { _wpnonce: nonce, app_name: 'Leser', approve: '1' }));
    expect(given).toContain('Gib dieses Passwort in Leser ein');
    const unsafe = await textOf(browser.get(`${path}&success_url=javascript:1`));
    expect(unsafe).toContain('Die App will die Antwort an einer Adresse, die nicht sicher ist');
    expect([page, given, unsafe].join(' ')).not.toMatch(/\b(password|access|the app)\b/i);
  });

  it('asks in German what a link of a moderation mail is for', async () => {
    const post = await here.site.as('administrator').post('/wp/v2/posts', { title: 'P', status: 'publish' });
    const comment = { post: post.body.id, content: 'Na ja.' };
    const { id } = (await here.site.as('administrator').post('/wp/v2/comments', comment)).body;
    const path = `/wp-admin/comment.php?action=spam&c=${id}`;
    const page = await (await browser.get(path)).text();
    expect(page).toContain('Als Spam kennzeichnen?');
    const done = await textOf(browser.post(path, { _wpnonce: /_wpnonce" value="([^"]+)"/.exec(page)?.[1] ?? '' }));
    expect(done).toContain('Der Kommentar ist als Spam gekennzeichnet.');
    expect([page, done].join(' ')).not.toMatch(/\b(comment is|mark it|look)\b/i);
  });
});
