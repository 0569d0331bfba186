import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPopup } from '../../src/extensions/popups/popup-record.ts';
import { createZone } from '../../src/rules/zone.ts';
import { freePort } from '../support/free-port.ts';
import { type TestPlaten, testPlaten } from '../support/platen.ts';
import { launchBrowser } from './admin/browser.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let browser: Browser;
let site: TestPlaten;
let origin: string;
const paths = new Map<string, string>();

const write = async (path: string, body: Record<string, unknown>) =>
  (await site.as('administrator').post(`/wp/v2/${path}`, body)).body as { id: number; link: string };

beforeAll(async () => {
  browser = await launchBrowser();
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  site = await testPlaten({ port, siteUrl: origin, sampleContent: true });
  await site.platen.listen();
  await fill();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function upload(): Promise<number> {
  const bytes = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#3a6' } })
    .jpeg()
    .toBuffer();
  const response = await fetch(`${origin}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`,
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="field.jpg"',
    },
    body: new Uint8Array(bytes),
  });
  return ((await response.json()) as { id: number }).id;
}

/** One page of every kind. */
async function fill(): Promise<void> {
  const picture = await upload();
  await write(`media/${picture}`, { alt_text: 'A field' });
  const category = await write('categories', { name: 'Fields', description: 'Green ones.' });
  const tag = await write('tags', { name: 'Grass' });
  const form = await site.as('administrator').post('/forms/v1/contact-forms', { title: 'Contact' });
  const formId: number = form.body.id;
  const post = await write('posts', {
    title: 'A green field',
    status: 'publish',
    featured_media: picture,
    categories: [category.id],
    tags: [tag.id],
    content: `<p>Grass.</p><h2>More</h2><ul><li>one</li></ul><table><tr><th scope="row">a</th><td>b</td></tr></table><style>.x{background:rgb(0,70,0);color:rgb(255,255,255)}</style><p class="x" style="text-align:center">Styled</p>[gallery ids="${picture}"]<script>document.title='hacked'</script>`,
  });
  const first = await write('comments', {
    post: post.id,
    content: 'Nice.',
    author_name: 'Ann',
    author_email: 'ann@example.org',
    status: 'approved',
  });
  await write('comments', { post: post.id, parent: first.id, content: 'Thanks.' });
  const page = await write('pages', {
    title: 'Contact',
    status: 'publish',
    content: `<p>Write.</p>[contact-form id="${formId}"]`,
  });
  const locked = await write('posts', {
    title: 'Locked',
    status: 'publish',
    password: 'x',
    content: 'x',
    date: '2020-01-01T00:00:00',
  });
  for (const [name, path] of Object.entries({
    home: '/',
    post: new URL(post.link).pathname,
    'reply form': `${new URL(post.link).pathname}?replytocom=${first.id}`,
    page: new URL(page.link).pathname,
    attachment: `/?attachment_id=${picture}`,
    category: new URL(category.link).pathname,
    tag: new URL(tag.link).pathname,
    author: '/author/admin/',
    year: `/${new Date().getUTCFullYear()}/`,
    search: '/search/green/',
    'empty search': '/?s=',
    'not found': '/nothing/',
    locked: new URL(locked.link).pathname,
  }))
    paths.set(name, path);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

const kinds = [
  'home',
  'post',
  'reply form',
  'page',
  'attachment',
  'category',
  'tag',
  'author',
  'year',
  'search',
  'empty search',
  'not found',
  'locked',
];

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(origin + path, { waitUntil: 'domcontentloaded' });
  return page;
}

describe('the pages of the default theme', () => {
  it.each(kinds.flatMap((kind) => (['light', 'dark'] as const).map((scheme) => [kind, scheme] as const)))(
    '%s, %s: axe finds no fault, and nothing is wider than a phone',
    async (kind, colorScheme) => {
      // The policy of the page keeps the checking program out, so that it is told to wait outside.
      const page = await open(paths.get(kind) ?? '', {
        colorScheme,
        bypassCSP: true,
        viewport: { width: 390, height: 844 },
      });
      await page.addScriptTag({ path: axe });
      const violations = await page.evaluate<Violation[]>('axe.run().then((result) => result.violations)');
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.context().close();
    },
  );

  it('nothing a page needs is refused by its own policy, and stored scripts do not run', async () => {
    const page = await (await browser.newContext()).newPage();
    const refused: string[] = [];
    page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
    await page.goto(origin + paths.get('post'), { waitUntil: 'domcontentloaded' });
    await page.locator('.site-footer').waitFor();
    expect(await page.title()).toContain('A green field');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('p.x')).color`)).toBe('rgb(255, 255, 255)');
    expect(refused.filter((text) => !text.includes('script'))).toEqual([]);
    await page.context().close();
  });

  it('pictures keep their place while they load', async () => {
    const page = await open(paths.get('post') ?? '');
    const sized = await page
      .locator('img')
      .evaluateAll(
        (images) => images.filter((image) => !image.hasAttribute('width') || !image.hasAttribute('height')).length,
      );
    expect(sized).toBe(0);
    await page.context().close();
  });

  it('a person has a letter where the picture cannot be loaded, and the picture covers it where it can', async () => {
    await site.platen.store.options.set('show_avatars', '1');
    const picture = await sharp({ create: { width: 96, height: 96, channels: 3, background: '#900' } })
      .png()
      .toBuffer();
    /** Whether the picture changes what is seen. */
    const isSeen = async (isReachable: boolean): Promise<boolean> => {
      const context = await browser.newContext({ bypassCSP: true });
      await context.route(/gravatar\.com/, (route) =>
        isReachable ? route.fulfill({ body: picture, contentType: 'image/png' }) : route.abort(),
      );
      const page = await context.newPage();
      await page.goto(origin + paths.get('post'), { waitUntil: 'domcontentloaded' });
      const avatar = page.locator('.comment .avatar').first();
      await avatar.scrollIntoViewIfNeeded();
      await page.waitForFunction(`document.querySelector('.comment .avatar img').complete`);
      const before = await avatar.screenshot();
      await avatar.locator('img').evaluate((image) => image.remove());
      const after = await avatar.screenshot();
      await context.close();
      return !before.equals(after);
    };
    expect(await isSeen(false)).toBe(false);
    expect(await isSeen(true)).toBe(true);
    await site.platen.store.options.remove('show_avatars');
  });

  it('a reply moves the form below its comment', async () => {
    const page = await open(paths.get('post') ?? '');
    await page.locator('a[data-reply-to]').first().click();
    await page.locator('.thread #respond').waitFor();
    expect(await page.locator('input[name="comment_parent"]').inputValue()).not.toBe('0');
    await page.locator('.cancel a').click();
    expect(await page.locator('.thread #respond').count()).toBe(0);
    await page.context().close();
  });

  it('runs from right to left in such a language', async () => {
    await site.platen.store.options.set('WPLANG', 'ar');
    const page = await open('/', { viewport: { width: 1200, height: 800 } });
    const title = await page.locator('.site-header .site-title').boundingBox();
    expect(title?.x ?? 0).toBeGreaterThan(600);
    await site.platen.store.options.set('WPLANG', '');
    await page.context().close();
  });
});

describe('the pages around the log-in', () => {
  const kindsOfLogin: readonly (readonly [kind: string, path: string, isLoggedIn?: boolean])[] = [
    ['log-in', '/wp-login.php'],
    ['log-in with a notice', '/wp-login.php?loggedout=true'],
    ['lost password', '/wp-login.php?action=lostpassword'],
    ['used link', '/wp-login.php?action=rp&key=x&login=admin'],
    ['log-out question', '/wp-login.php?action=logout', true],
    ['moderation', '/wp-admin/comment.php?action=approve&c=1', true],
  ];

  it.each(kindsOfLogin.flatMap((kind) => (['light', 'dark'] as const).map((scheme) => [...kind, scheme] as const)))(
    '%s: axe finds no fault, and nothing is wider than a phone',
    async (...given) => {
      const [, path, third] = given;
      const context = await browser.newContext({
        colorScheme: given.at(-1) === 'dark' ? 'dark' : 'light',
        bypassCSP: true,
        viewport: { width: 390, height: 844 },
      });
      const page = await context.newPage();
      if (third === true) {
        await page.goto(`${origin}/wp-login.php`);
        await page.fill('#user_login', 'admin');
        await page.fill('#user_pass', 'pw-administrator');
        await page.click('#wp-submit');
        await page.locator('#wp-submit').waitFor({ state: 'detached' });
      }
      await page.goto(origin + path, { waitUntil: 'domcontentloaded' });
      await page.addScriptTag({ path: axe });
      const violations = await page.evaluate<Violation[]>('axe.run().then((result) => result.violations)');
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await context.close();
    },
  );

  it('a refused log-in says so', async () => {
    const page = await open('/wp-login.php', { bypassCSP: true });
    await page.fill('#user_login', 'admin');
    await page.fill('#user_pass', 'wrong');
    await page.click('#wp-submit');
    await page.locator('#login_error').waitFor();
    await page.addScriptTag({ path: axe });
    const violations = await page.evaluate<Violation[]>('axe.run().then((result) => result.violations)');
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    await page.context().close();
  });
});

describe('forms and popups on pages', () => {
  it('a form has its style sheet: its status for screen readers is not shown as well', async () => {
    const page = await open(paths.get('page') ?? '');
    await page.locator('.cform form').waitFor();
    const box = await page.locator('.cform .screen-reader-response').boundingBox();
    expect(box?.width ?? 0).toBeLessThanOrEqual(1);
    await page.context().close();
  });

  it('a popup opens', async () => {
    const zone = createZone({ city: '', offsetHours: 0, now: Date.now });
    await createPopup(
      site.platen.store,
      { zone, url: origin } as Parameters<typeof createPopup>[1],
      {
        name: 'Welcome',
        title: 'Hello',
        content: '<p>Good to see you.</p>',
        settings: { triggers: [{ type: 'delay', seconds: 0 }] },
      },
      Date.now(),
    );
    const page = await open('/');
    await page.getByText('Good to see you.').waitFor();
    await page.context().close();
  });
});
