import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExchangeSite, exchangeSite } from '../api/exchange/exchange-site.ts';
import { freePort } from '../support/free-port.ts';
import { itemXml, wxrXml } from '../support/wxr.ts';
import { launchBrowser } from './admin/browser.ts';

const button = (text: string) =>
  `<!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link wp-element-button">${text}</a></div><!-- /wp:button -->`;
const buttons = (attributes: object, count: number) =>
  `<!-- wp:buttons ${JSON.stringify(attributes)} --><div class="wp-block-buttons${'align' in attributes ? ' alignfull' : ''}">${Array.from({ length: count }, (_, n) => button(`Take offer ${n}`)).join('')}</div><!-- /wp:buttons -->`;
const columns = (count: number) =>
  `<!-- wp:columns --><div class="wp-block-columns">${`<!-- wp:column --><div class="wp-block-column"><!-- wp:paragraph --><p>A column</p><!-- /wp:paragraph --></div><!-- /wp:column -->`.repeat(count)}</div><!-- /wp:columns -->`;
const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;
const row = (inside: string) =>
  `<!-- wp:group {"layout":{"type":"flex","flexWrap":"nowrap"}} --><div class="wp-block-group">${inside}</div><!-- /wp:group -->`;
const cells = (tag: string) => `<${tag}>Measured value</${tag}>`.repeat(12);
const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(3);

/** Texts that are wider than a phone where a theme does not look after them. */
const texts: Readonly<Record<string, string>> = {
  'buttons in a row':
    buttons({ layout: { type: 'flex', flexWrap: 'nowrap' } }, 6) + buttons({}, 6) + buttons({ align: 'full' }, 2),
  columns: columns(2) + columns(3) + columns(6),
  'a calendar at the side': `<!-- wp:calendar {"align":"right"} /-->${paragraph('Beside it.')}<!-- wp:calendar {"align":"left"} /-->`,
  'people in a row': row('<!-- wp:post-author {"avatarSize":96} /-->'.repeat(9)),
  'words in a row': row(paragraph('Unbreakable').repeat(9)),
  'a table': `<!-- wp:table --><figure class="wp-block-table"><table><tbody><tr>${cells('td')}</tr></tbody></table></figure><!-- /wp:table -->`,
  'a table of another time': `<table width="1200"><tr>${cells('th')}</tr></table>`,
  code: `<pre>${'const answer = '.repeat(40)}</pre>\n\n<code>${long}</code>`,
  'words without end': `<h2>${long}</h2>\n\n${long}\n\n<ul><li>${long}</li></ul>\n\n<blockquote>${long}</blockquote>`,
  'frames and pictures of a size':
    '<iframe src="about:blank" width="1200" height="400"></iframe>\n\n<img src="data:," alt="" width="1600" height="10">\n\n[caption width="1500"]<img src="data:," alt="" width="1500" height="9"> Said below[/caption]',
  'addresses alone': `https://unknown.example/${'very-long-'.repeat(30)}\n\n<!-- wp:embed {"align":"full"} -->\n<figure class="wp-block-embed alignfull"><div class="wp-block-embed__wrapper">\nhttps://unknown.example/${'x'.repeat(300)}\n</div><figcaption>A caption</figcaption></figure>\n<!-- /wp:embed -->`,
  'pieces over the whole page': `<!-- wp:group {"align":"full"} --><div class="wp-block-group alignfull">${paragraph('Words')}</div><!-- /wp:group --><!-- wp:cover {"align":"full"} --><div class="wp-block-cover alignfull"><div class="wp-block-cover__inner-container">${paragraph('Words')}</div></div><!-- /wp:cover -->`,
};

const firstId = 100;
let browser: Browser;
let exchange: ExchangeSite;
let origin: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  exchange = await exchangeSite({ port, siteUrl: origin });
  await exchange.site.platen.listen();
  const items = Object.entries(texts).map(([title, content], n) => itemXml({ id: firstId + n, title, content }));
  await exchange.bring(wxrXml(items.join('')), { authors: { '*': 'admin' } });
  // A folder of export files, such as those that themes are tested with.
  const folder = process.env['PLATEN_TEST_EXPORTS'];
  for (const file of folder ? (await readdir(folder)).filter((name) => name.endsWith('.xml')) : [])
    await exchange.bring(await readFile(join(folder ?? '', file)), { authors: { '*': 'admin' } });
});
afterAll(async () => {
  await browser?.close();
  await exchange?.close();
});

async function open(width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 844 } });
  await page.route('**/*', (route) => (route.request().url().startsWith(origin) ? route.continue() : route.abort()));
  return page;
}

async function links(): Promise<string[]> {
  const found: string[] = [];
  for (const type of ['posts', 'pages', 'media'])
    for (let page = 1; ; page++) {
      const { status, body } = await exchange.site
        .as('anonymous')
        .get(`/wp/v2/${type}?per_page=100&page=${page}&_fields=link`);
      if (status !== 200 || body.length === 0) break;
      found.push(...body.map(({ link }: { link: string }) => link));
    }
  return found;
}
/** An imported post keeps its number. */
const linkOf = (title: string): string => `${origin}/?p=${firstId + Object.keys(texts).indexOf(title)}`;

/** The elements that reach over the edge of a page that is wider than the window. */
const overEdge = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isOver = (element) => element.getBoundingClientRect().right > clientWidth + 1;
  return [...document.querySelectorAll('body *')].filter(isOver).slice(0, 5).map(({ tagName, className }) => tagName + ' ' + className);
})()`;

describe('pages of imported texts', () => {
  it.each([390, 1280])('are no wider than a window of %s pixels', async (width) => {
    const page = await open(width);
    const wide: Record<string, unknown> = {};
    const all = await links();
    expect(all.length).toBeGreaterThanOrEqual(Object.keys(texts).length);
    for (const link of all) {
      await page.goto(link);
      const over = (await page.evaluate(overEdge)) as string[];
      if (over.length > 0) wide[link] = over;
    }
    expect(wide).toEqual({});
    await page.close();
  });

  it.each([
    ['buttons in a row', '.content > .wp-block-buttons'],
    ['columns', '.content > .wp-block-columns'],
  ])('keep blocks that follow each other apart: %s', async (title, selector) => {
    for (const width of [390, 1280]) {
      const page = await open(width);
      await page.goto(linkOf(title));
      const gaps = await page.locator(selector).evaluateAll((blocks) =>
        blocks
          .map((block) => block.getBoundingClientRect())
          .map(({ top }, i, all) => top - (all[i - 1]?.bottom ?? 0))
          .slice(1),
      );
      expect(gaps).toHaveLength(2);
      for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(16);
      await page.close();
    }
  });

  it('keep words away from the edges', async () => {
    const page = await open(390);
    await page.goto(linkOf('addresses alone'));
    const box = await page.locator('figure.alignfull a').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(10);
    await page.close();
  });

  it('load a picture in the size that the theme shows, where the interface names its own', async () => {
    const bytes = await sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#3a6' } })
      .jpeg()
      .toBuffer();
    const uploaded = await fetch(`${origin}/wp-json/wp/v2/media`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`,
        'content-type': 'image/jpeg',
        'content-disposition': 'attachment; filename="large.jpg"',
      },
      body: new Uint8Array(bytes),
    });
    const { id, source_url: src } = (await uploaded.json()) as { id: number; source_url: string };
    const content = `<img class="wp-image-${id}" src="${src}" alt="A field" width="2400" height="1600">`;
    const { body: post } = await exchange.site
      .as('administrator')
      .post('/wp/v2/posts', { title: 'A large picture', status: 'publish', content });
    expect(post.content.rendered).toContain('sizes="(max-width: 2400px) 100vw, 2400px"');
    for (const width of [1280, 390]) {
      const page = await open(width);
      await page.goto(post.link);
      const source = () => page.evaluate<string>(`document.querySelector('.content img').currentSrc`);
      await expect.poll(source).not.toBe('');
      const chosen = await source();
      expect(Number(/-(\d+)x\d+\.jpg$/.exec(chosen)?.[1]), chosen).toBeLessThanOrEqual(768);
      await page.close();
    }
  });

  it('show a post of the site as a card that leads to it', async () => {
    const write = async (title: string, content: string): Promise<string> => {
      const fields = { title, content, status: 'publish' };
      return (await exchange.site.as('administrator').post('/wp/v2/posts', fields)).body.link;
    };
    const otter = await write('The otter', 'It swims.');
    const page = await open(390);
    await page.goto(await write('A visit', `Look:\n\n${otter}`));
    expect(await page.locator('.content blockquote').isVisible()).toBe(false);
    const card = page.frameLocator('.content iframe');
    await card.getByText('It swims.').waitFor();
    await card.getByRole('link', { name: 'The otter' }).click();
    await page.waitForURL(otter);
    await page.close();
  });
});
