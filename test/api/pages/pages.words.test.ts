import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { english, german } from '../../../src/site/theme/words.ts';
import { type PageSite, pageSite, pathOf } from './page-client.ts';

const keys = Object.keys(english) as (keyof typeof english)[];

/** Writes a commented post and a protected one; returns the addresses of pages of many kinds. */
async function pagesOf(site: PageSite): Promise<string[]> {
  const post = await site.write('posts', { title: 'Tea', content: 'Hot.', status: 'publish', sticky: true });
  const locked = await site.write('posts', { title: 'Key', content: 'Inside.', status: 'publish', password: 'x' });
  const first = await site.write('comments', {
    post: post.id,
    content: 'Good.',
    author_name: 'Zoë',
    author_email: 'z@x.test',
    status: 'approved',
  });
  await site.write('comments', { post: post.id, content: 'Very.', parent: first.id });
  const searches = ['/search/tea/', '/search/nothingatall/'];
  return ['/', pathOf(post.link), pathOf(locked.link), '/not-there/', ...searches, '/wp-login.php'].concat(
    '/wp-login.php?action=lostpassword',
    '/wp-login.php?checkemail=confirm',
  );
}

describe('the words of a site', () => {
  let site: PageSite;
  let paths: string[];
  beforeAll(async () => {
    // Where no mail could be sent, the pages would say so instead.
    site = await pageSite({ smtpUrl: 'smtp://127.0.0.1:1' });
    paths = await pagesOf(site);
  });
  afterAll(() => site?.close());
  const speak = (locale: string) => site.platen.store.options.set('WPLANG', locale);

  it('are all German where it is German', async () => {
    await speak('de_DE');
    const html = (await Promise.all(paths.map(async (path) => (await site.get(path)).html))).join('\n');
    expect(html.match(/<html lang="[^"]*" dir="[^"]*"/g)).toEqual(paths.map(() => '<html lang="de-DE" dir="ltr"'));
    const shown = ['skip', 'search', 'featured', 'foundOne', 'foundNothing', 'reply', 'leaveComment', 'passwordHint'];
    const others = ['notFoundHint', 'emailHint', 'rememberMe', 'mailSent', 'getPassword', 'protectedExcerpt'];
    for (const key of keys.filter((one) => [...shown, ...others].includes(one))) expect(html).toContain(german[key]);
    const left = keys.filter((key) => german[key] !== english[key] && html.includes(`>${english[key]}<`));
    expect(left).toEqual([]);
    expect(html).toContain('<title>Suchergebnisse für „tea“ – ');
    expect(html).toContain('Geschützt: Key');
    expect(html).toContain('2 Kommentare');
  });

  it('are English where there is no translation, in the direction of the language', async () => {
    await speak('ar');
    const { html } = await site.get('/');
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain(`>${english.skip}<`);
    expect((await site.get('/wp-login.php')).html).toContain('<html lang="ar" dir="rtl">');
    await speak('');
    expect((await site.get('/')).html).toContain('<html lang="en-US" dir="ltr">');
  });

  it('have the same places to fill in, in every language', () => {
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
    for (const key of keys) expect([key, places(german[key])]).toEqual([key, places(english[key])]);
  });
});

describe('a theme with words', () => {
  let folder: string;
  let site: PageSite;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-words-'));
    const words = { fr: { search: 'Rechercher', logIn: 'Se connecter' }, 'fr-CA': { search: 'Chercher' } };
    const code = `import { defineTheme } from 'platen/theme';\nexport default defineTheme({ name: 'french', words: ${JSON.stringify(words)} });\n`;
    await writeFile(join(folder, 'index.ts'), code);
    site = await pageSite({ theme: folder });
  });
  afterAll(async () => {
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['fr_FR', 'Rechercher'],
    ['fr_CA', 'Chercher'],
    ['en_GB', 'Search'],
  ])('translates the pages of the default theme: %s', async (locale, search) => {
    await site.platen.store.options.set('WPLANG', locale);
    const { html } = await site.get('/');
    expect(html).toContain(`<button>${search}</button>`);
    expect(html).toContain(`>${english.skip}<`);
    const login = (await site.get('/wp-login.php')).html;
    expect(login).toContain(`<h1>${locale.startsWith('fr') ? 'Se connecter' : 'Log in'}</h1>`);
  });
});

describe('the picture of a person', () => {
  let site: PageSite;
  let path: string;
  beforeAll(async () => {
    site = await pageSite();
    await site.as('administrator').post('/wp/v2/users/me', { description: 'Writes.' });
    const post = await site.write('posts', { title: 'Tea', content: 'Hot.', status: 'publish' });
    const author = { author_name: '«élan', author_email: 'e@x.test' };
    await site.write('comments', { post: post.id, content: 'Good.', status: 'approved', ...author });
    path = pathOf(post.link);
  });
  afterAll(() => site?.close());

  it('is a letter, and no other host is asked', async () => {
    const { html } = await site.get(path);
    expect(html).toMatch(/<span class="avatar" style="--size:40px;--hue:\d+" aria-hidden="true">É<\/span>/);
    expect(html).toMatch(/<span class="avatar" style="--size:64px;--hue:\d+" aria-hidden="true">A<\/span>/);
    expect(html).not.toContain('gravatar');
  });

  it('covers the letter where the settings ask for pictures', async () => {
    await site.platen.store.options.set('show_avatars', '1');
    const { html } = await site.get(path);
    expect(html).toMatch(
      /aria-hidden="true">É<img src="http:\/\/\d\.gravatar\.com\/avatar\/[0-9a-f]{32}\?s=96&amp;d=blank/,
    );
    const { body } = await site.as('anonymous').get('/wp/v2/comments');
    expect(body[0].author_avatar_urls['96']).toContain('&d=mm&');
  });

  it('is not there where the settings say so', async () => {
    await site.platen.store.options.set('show_avatars', '0');
    expect((await site.get(path)).html).not.toContain('class="avatar"');
  });
});
