import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../browser/admin/admin-site.ts';
import { launchBrowser } from '../browser/admin/browser.ts';
import { curiousSite } from '../browser/admin/preview-front-end.ts';
import { openWithFacts } from './browser-facts.ts';
import { openPreviewBeside } from './editor-page.ts';
import type { Made } from './fill-site.ts';
import { type StarterCommands, type StarterSite, startStarter } from './starter.ts';

/** What a reader sees of a page; Next puts its data below it in any order. */
const shown = (html: string): string => html.replace(/<script\b.*?<\/script>/gs, '');

const pathOf = ({ link }: { readonly link: string }): string => new URL(link).pathname;

/** A starter that is being tested. */
export interface TestedStarter {
  readonly site: () => StarterSite;
  readonly browser: () => Browser;
  /** The answer at a path of the front end; redirects are not followed. */
  read(path: string): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }>;
}

interface StarterOptions extends StarterCommands {
  readonly feed?: string;
  /** What a page may cost its reader: the front page and a post with a picture. */
  readonly mostRequests: number;
  readonly mostScriptBytes: number;
}

/** What every starter does. */
export function describePages({
  feed = '/feed/',
  mostRequests,
  mostScriptBytes,
  ...commands
}: StarterOptions): TestedStarter {
  let site: StarterSite;
  let browser: Browser;
  /** The shortest preview that there is, of a draft: it ends while the other tests run. */
  let ending: { readonly path: string; readonly expiresMs: number };
  beforeAll(async () => {
    browser = await launchBrowser();
    site = await startStarter(commands);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  const read = async (path: string): Promise<{ status: number; text: string; headers: Headers }> => {
    const answer = await fetch(site.url + path, { redirect: 'manual' });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  describe('pages', () => {
    it('show posts, pages, lists, menus, comments and pictures by size', async () => {
      const front = await read('/');
      expect(front.text).toContain('The silver lake at dusk');
      expect(front.text).toMatch(/<nav aria-label="Main">.*Lakes.*Woods.*Contact/s);
      const post = await read(pathOf(site.post));
      expect([post.status, (await read(pathOf(site.category))).status]).toEqual([200, 200]);
      expect(post.text).toContain('I was there that evening.');
      await expectPictures(post.text);
      expect(post.text).toMatch(/<img[^>]*alt="A lake in the evening, with a dark bank"/);
      expect((await read(pathOf(site.page))).text).toContain('data-cform-embed');
      expect((await read(pathOf(site.category))).text).not.toContain('An old mill');
    });

    it('list what has a tag and what is by an author, and go on with older posts', async () => {
      const tagged = await read(pathOf(site.tag));
      expect([tagged.status, tagged.text.includes('The silver lake at dusk')]).toEqual([200, true]);
      expect(tagged.text).not.toContain('An old mill');
      expect((await read(pathOf(site.post))).text).toContain(`href="${pathOf(site.tag)}"`);
      expect((await read('/author/admin/')).text).toContain('An old mill');
      expect(linkOf((await read('/')).text, 'next')).toContain('href="/page/2/"');
      const second = await read('/page/2/');
      expect([second.status, second.text.includes('An older walk, 1')]).toEqual([200, true]);
      expect(linkOf(second.text, 'prev')).toContain('href="/"');
      expect(linkOf(second.text, 'next')).toBe('');
      expect((await read('/page/3/')).status).toBe(404);
    });

    it('have the head that the server makes', async () => {
      const { text } = await read(pathOf(site.post));
      const head = text.slice(0, text.indexOf('</head>'));
      expect(head).toMatch(/<title>The silver lake at dusk[^<]*Field notes/);
      expect(head).toContain(`<link rel="canonical" href="${site.url}${pathOf(site.post)}"`);
      expect(head).toMatch(/<meta property="og:title"/);
    });

    it('have a feed, a sitemap and robots.txt with the addresses of the site', async () => {
      const news = await read(feed);
      expect(news.headers.get('content-type')).toMatch(/^application\/(?:rss\+)?xml\b/);
      expect(news.text).toContain(`<link>${site.url}${pathOf(site.post)}</link>`);
      const map = (await read('/sitemap.xml')).text;
      for (const one of [site.post, site.page, site.category])
        expect(map).toContain(`<loc>${site.url}${pathOf(one)}</loc>`);
      expect((await read('/robots.txt')).text).toContain(`${site.url}/sitemap.xml`);
    });

    it('say where an address has moved to, and that one is not there', async () => {
      const moved = await read('/old-lake/');
      expect([301, 308]).toContain(moved.status);
      expect(moved.headers.get('location')).toContain(pathOf(site.post));
      const missing = await read('/nothing/here/');
      expect(missing.status).toBe(404);
      expect(missing.text).toContain('There is nothing here');
    });

    it('find texts, and mark the words', async () => {
      const { text } = await read('/search/?q=silver');
      expect(text).toContain('<mark>silver</mark>');
      expect(text).toContain('1 result');
    });

    it('take comments, which wait to be read', async () => {
      const page = await browser.newPage();
      await page.goto(site.url + pathOf(site.post));
      await page.getByLabel('Name').fill('Ben');
      await page.getByLabel('E-mail').fill('ben@example.org');
      await page.getByLabel('Comment', { exact: true }).fill('Which boots?');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('It is shown when somebody has read it.').waitFor();
      const waiting = await site.ask<{ author_name: string }[]>('GET', '/wp/v2/comments?status=hold&context=edit');
      expect(waiting.map((one) => one.author_name)).toContain('Ben');
      await page.close();
    });

    it('show forms, and send them', async () => {
      const page = await browser.newPage();
      await page.goto(site.url + pathOf(site.page));
      await page.locator('[name="your-name"]').fill('Ann');
      await page.locator('[name="your-email"]').fill('ann@example.org');
      await page.locator('[name="your-subject"]').fill('A question');
      // Whoever is faster counts as a program.
      await page.waitForTimeout(2_000);
      await page.locator('[data-cform-embed] [type="submit"]').click();
      await page.locator('form[data-status="sent"]').waitFor();
      await page.close();
    });
  });

  describe('a preview', () => {
    beforeAll(async () => {
      const draft = await site.ask<Made>('POST', '/wp/v2/posts', { title: 'A draft that ends' });
      const made = await site.ask<{ link: string; expires_gmt: string }>('POST', '/platen/v1/previews', {
        post: draft.id,
        expires_in: 60,
      });
      ending = { path: made.link.slice(site.url.length), expiresMs: Date.parse(made.expires_gmt) };
      expect((await read(ending.path)).text).toContain('A draft that ends');
    });

    it('shows what is not saved to whoever has its address, until it is revoked, and leaves the page as it is', async () => {
      const changes = { title: 'An unsaved title', content: '<p>Not yet.</p>' };
      const made = await site.ask<{ id: number; link: string }>('POST', '/platen/v1/previews', {
        post: site.post.id,
        changes,
      });
      expect(made.link).toContain(`${site.url}/preview/?preview=`);
      const path = made.link.slice(site.url.length);
      const shown = await read(path);
      expect(shown.text).toContain('An unsaved title');
      expect(shown.headers.get('cache-control')).toContain('no-store');
      expect(shown.headers.get('content-security-policy')).toContain('frame-ancestors');
      expect((await read(pathOf(site.post))).text).not.toContain('An unsaved title');
      await site.ask('DELETE', `/platen/v1/previews/${made.id}`);
      expect((await read(path)).status).toBe(404);
      expect((await read('/preview/?preview=true')).status).toBe(404);
    });

    it('follows what somebody types in the editor, and nothing is saved or stays anywhere', async () => {
      const before = shown((await read(pathOf(site.post))).text);
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const referrers = referrersOf(page);
      const frame = await openPreviewBeside(page, site.contentUrl, site.post.id);
      const times: number[] = [];
      for (const title of ['One', 'Two', 'Three', 'Four', 'Typed and never saved']) {
        await page.getByRole('textbox', { name: 'Title' }).fill(title);
        const typedMs = Date.now();
        await frame.getByRole('heading', { name: title, exact: true }).waitFor();
        times.push(Date.now() - typedMs);
      }
      console.log(`${commands.template}: seen in the frame ${times.join(', ')} ms after the last key`);
      await frame.locator('[data-platen-field=title]').click();
      await page.locator('[aria-label=Title]:focus').waitFor();
      await keepPicture(page, `${commands.template}-editor`);
      const told = await referrers();
      await page.context().close();
      // The front end alone knows the address of the preview; its pictures come from another origin.
      expect(told.some(({ url }) => url.startsWith(`${site.contentUrl}/media/`))).toBe(true);
      const leaks = told.filter(({ url, referrer }) => !url.startsWith(site.url) && referrer.includes('preview='));
      expect(leaks).toEqual([]);
      expect(shown((await read(pathOf(site.post))).text)).toBe(before);
      const stored = await site.ask<{ title: { raw: string } }>('GET', `/wp/v2/posts/${site.post.id}?context=edit`);
      expect(stored.title.raw).toBe('The silver lake at dusk');
      const versions = await site.ask<{ slug: string; title: { raw: string } }[]>(
        'GET',
        `/wp/v2/posts/${site.post.id}/revisions?context=edit&per_page=100`,
      );
      // After a while the editor lays aside what somebody types, for the writer alone.
      const saved = versions.filter(({ slug }) => !slug.includes('autosave')).map(({ title }) => title.raw);
      expect(saved).not.toContain('Typed and never saved');
      for (const path of ['/', feed, pathOf(site.category), '/search/?q=typed'])
        expect(shown((await read(path)).text), path).not.toContain('never saved');
    });

    it('says nothing to a page of another origin, hears nothing from it, and is in none of its frames', async () => {
      const { id: post } = site.post;
      const changes = { title: 'Not for strangers' };
      const made = await site.ask<{ link: string; token: string }>('POST', '/platen/v1/previews', { post, changes });
      const curious = await curiousSite();
      const page = await browser.newPage();
      await page.goto(curious.origin);
      const opens = page.waitForEvent('popup');
      await page.evaluate(`void (window.shown = window.open(${JSON.stringify(made.link)}))`);
      const opened = await opens;
      await opened.getByRole('heading', { name: 'Not for strangers' }).waitFor();
      await opened.waitForLoadState('networkidle');
      // An answer to the message after it shows that the forged one has arrived.
      await opened.evaluate(
        `addEventListener('message', ({ data }) => { if (data === 'last') document.title = 'Heard'; })`,
      );
      const forged = {
        platen: 'changed',
        post,
        type: 'post',
        token: made.token,
        item: { title: { rendered: 'Forged' } },
      };
      await page.evaluate(`shown.postMessage(${JSON.stringify(forged)}, '*'); shown.postMessage('last', '*');`);
      await expect.poll(() => opened.title()).toBe('Heard');
      expect(await opened.locator('h1').innerText()).toBe('Not for strangers');
      expect(await opened.locator('[data-platen-field][tabindex]').count()).toBe(0);
      expect(await page.evaluate('window.heard.filter((one) => one.platen)')).toEqual([]);
      const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
      await page.evaluate(
        `document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(made.link)} }))`,
      );
      await refused;
      await page.context().close();
      await curious.close();
    });

    it('is in no cache of the project', async () => {
      expect(await filesWith(site.project, ['Typed and never saved', 'An unsaved title', 'Not for strangers'])).toEqual(
        [],
      );
      // What is published is: this would find it.
      if (commands.build) expect(await filesWith(site.project, ['The silver lake at dusk'])).not.toEqual([]);
      const asked = await fetch(`${site.contentUrl}/wp-json/wp/v2/posts/${site.post.id}`);
      expect(await asked.text()).not.toContain('never saved');
    });
  });

  describe('in a browser', () => {
    it('are accessible on a telephone and a desk, in light and dark', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [390, 1440]) {
          const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
          for (const path of ['/', pathOf(site.post), pathOf(site.page), '/search/?q=walked', '/nothing/']) {
            await page.goto(site.url + path, { waitUntil: 'networkidle' });
            expect(await violations(page), `${path} ${colorScheme} ${width}`).toEqual([]);
            expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${path} ${width}`).toBe(
              true,
            );
            await keepPicture(page, `${commands.template}${path.replace(/\W+/g, '-')}${width}-${colorScheme}`);
          }
          await page.close();
        }
      }
    });

    it('are light, and nothing moves while they load', async () => {
      for (const path of ['/', pathOf(site.post)]) {
        const viewport = { width: 390, height: 844 };
        const { page, facts } = await openWithFacts(browser, site.url + path, { viewport, deviceScaleFactor: 2 });
        console.log(`${commands.template} ${path}: ${JSON.stringify(facts)}`);
        expect(facts.layoutShift).toBeLessThan(0.02);
        expect(facts.requests).toBeLessThanOrEqual(mostRequests);
        expect(facts.scriptBytes).toBeLessThanOrEqual(mostScriptBytes);
        await page.context().close();
      }
    });
  });

  it('a preview that has expired is not there any more', async () => {
    await expect.poll(async () => (await read(ending.path)).status, { interval: 1_000 }).toBe(404);
    expect(Date.now()).toBeGreaterThanOrEqual(ending.expiresMs - 1_000);
    expect((await read(ending.path)).text).not.toContain('A draft that ends');
  });

  return { site: () => site, browser: () => browser, read };
}

/** The link of a page to the one before or after it; empty where there is none. */
const linkOf = (html: string, relation: 'prev' | 'next'): string =>
  [...html.matchAll(/<a\b[^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes(`rel="${relation}"`)) ?? '';

/** The picture of a page comes in several sizes, from a small one to the whole width, and each is there. */
async function expectPictures(html: string): Promise<void> {
  const [, sources = ''] = /srcset="([^"]+)"/i.exec(html) ?? [];
  const sizes = sources
    .replaceAll('&amp;', '&')
    .split(', ')
    .map((one) => one.split(' '));
  const widths = sizes.map(([, width]) => Number(width?.replace('w', '')));
  expect(widths.length).toBeGreaterThan(2);
  expect(Math.min(...widths)).toBeLessThan(400);
  expect(Math.max(...widths)).toBeGreaterThan(1000);
  for (const [url = ''] of [sizes[0] ?? [], sizes.at(-1) ?? []]) {
    const { status, headers } = await fetch(url);
    expect([url, status, headers.get('content-type')?.split('/')[0]]).toEqual([url, 200, 'image']);
  }
}

/** A text as it stands in a file: as it is, and in base64 wherever it begins, as the data cache of Next has it. */
function formsOf(text: string): Buffer[] {
  const plain = Buffer.from(text);
  const encoded = [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), plain]).toString('base64');
    // Those at both ends depend on what is around the text.
    return Buffer.from(letters.slice(Math.ceil((before * 4) / 3), Math.floor(((before + plain.length) * 4) / 3)));
  });
  return [plain, ...encoded];
}

/** The files of a project in which one of these texts stands: of caches and builds; packages and Platen itself are left out. */
async function filesWith(project: string, texts: readonly string[]): Promise<string[]> {
  const wanted = texts.flatMap(formsOf);
  const found: string[] = [];
  const look = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const isOwn = entry.name !== 'data' && (entry.name !== 'node_modules' || folder !== project);
      if (entry.isDirectory() && isOwn) await look(path);
      else if (entry.isFile()) {
        const bytes = await readFile(path);
        if (wanted.some((one) => bytes.includes(one))) found.push(path.slice(project.length));
      }
    }
  };
  await look(project);
  for (const cache of ['.astro', '.cache', '.vite']) {
    const folder = join(project, 'node_modules', cache);
    if (existsSync(folder)) await look(folder);
  }
  return found;
}

/** What a starter does that renders its pages when they are asked for, and caches what they show. */
export function describeCache(template: string, { site: tested, read }: TestedStarter): void {
  const everyPath = (): string[] => [
    '/',
    pathOf(tested().post),
    pathOf(tested().other),
    pathOf(tested().category),
    '/category/woods/',
    pathOf(tested().page),
    '/feed/',
    '/sitemap.xml',
  ];

  describe('a change', () => {
    let site: StarterSite;
    beforeAll(() => {
      site = tested();
    });

    it('shows on the post, its lists and the feed as soon as it is told, and nothing else is asked for again', async () => {
      // What was written before the front end was there has been told.
      const isTold = async () => (await deliveries(site)).every(({ state }) => state === 'delivered');
      await expect.poll(isTold, { timeout: 300_000 }).toBe(true);
      for (const path of everyPath()) expect((await read(path)).status, path).toBe(200);
      site.proxy.taken();
      for (const path of everyPath()) await read(path);
      expect(site.proxy.taken()).toEqual([]);
      const title = 'The golden lake at dawn';
      const before = new Set((await deliveries(site)).map(({ id }) => id));
      const changedMs = Date.now();
      await site.ask('POST', `/wp/v2/posts/${site.post.id}`, { title });
      const isHeard = async () =>
        (await deliveries(site)).some(
          ({ id, item, state }) => !before.has(id) && item === `post:${site.post.id}` && state === 'delivered',
        );
      await expect.poll(isHeard, { interval: 25 }).toBe(true);
      const toldMs = Date.now();
      for (const path of ['/', pathOf(site.post), pathOf(site.category), '/feed/'])
        expect((await read(path)).text, path).toContain(title);
      const shownMs = Date.now();
      console.log(`${template}: told after ${toldMs - changedMs} ms, four pages show it ${shownMs - toldMs} ms later`);
      for (const path of everyPath()) await read(path);
      const asked = site.proxy.taken().map((one) => decodeURIComponent(one).replace('/wp-json', ''));
      // The post before it names it in its head; the sitemap has the time of its last change.
      const pages = ['/', pathOf(site.post), pathOf(site.category), pathOf(site.other)];
      expect(asked.toSorted()).toEqual(
        [
          ...pages.flatMap((path) => [`GET /platen/v1/path?path=${path}`, `GET /platen/v1/head?path=${path}`]),
          `GET /wp/v2/posts/${site.post.id}`,
          'GET /wp/v2/posts?per_page=10&page=1',
          `GET /wp/v2/posts?per_page=10&categories=${site.category.id}&page=1`,
          'GET /wp/v2/posts?per_page=20',
          'GET /wp/v2/posts?per_page=100&_fields=link,modified_gmt',
        ].toSorted(),
      );
    });

    it('of a menu shows on every page', async () => {
      const [menu] = await site.ask<{ id: number }[]>('GET', '/platen/v1/menus');
      await site.ask('POST', `/platen/v1/menus/${menu?.id}`, { items: [{ title: 'Somewhere', url: '/somewhere/' }] });
      await expect.poll(async () => (await read(pathOf(site.other))).text).toContain('Somewhere');
    });

    it('that hides a post leaves a page that is not there', async () => {
      await site.ask('POST', `/wp/v2/posts/${site.other.id}`, { status: 'draft' });
      await expect.poll(async () => (await read(pathOf(site.other))).status).toBe(404);
      expect((await read('/')).text).not.toContain('An old mill');
      await site.ask('POST', `/wp/v2/posts/${site.other.id}`, { status: 'publish' });
      await expect.poll(async () => (await read(pathOf(site.other))).status).toBe(200);
    });

    it('is believed only from Platen', async () => {
      const answer = await fetch(`${site.url}/api/webhook/`, { method: 'POST', body: '{"type":"site.reset"}' });
      expect(answer.status).toBe(401);
    });
  });
}

/** What each request of a page has told of where it came from. */
function referrersOf(page: Page): () => Promise<{ url: string; referrer: string }[]> {
  const all: Promise<{ url: string; referrer: string }>[] = [];
  page.on('requestfinished', (request) =>
    all.push(request.allHeaders().then(({ referer = '' }) => ({ url: request.url(), referrer: referer }))),
  );
  return () => Promise.all(all);
}

interface Delivery {
  readonly id: number;
  readonly item: string;
  readonly state: string;
}

/** What Platen tells the front end, newest first. */
async function deliveries({ ask }: StarterSite): Promise<Delivery[]> {
  const [webhook] = await ask<{ id: number }[]>('GET', '/platen/v1/webhooks');
  return ask('GET', `/platen/v1/webhooks/${webhook?.id}/deliveries?per_page=100`);
}

/** Keeps a picture where somebody wants to look at it. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PLATEN_TEST_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
