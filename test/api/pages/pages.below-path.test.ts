import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPopup } from '../../../src/extensions/popups/popup-record.ts';
import { createZone } from '../../../src/rules/zone.ts';
import { freePort } from '../../support/free-port.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { type StrippingProxy, strippingProxy } from './stripping-proxy.ts';

interface Place {
  readonly site: TestPlaten;
  /** The address of the site, as in its settings. */
  readonly url: string;
  close(): Promise<void>;
}

/** A site at `/blog` whose server gets the whole path. */
async function served(): Promise<Place> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/blog`;
  const site = await testPlaten({ port, siteUrl: url, cacheMegabytes: 8 });
  await site.platen.listen();
  return { site, url, close: () => site.close() };
}

/** The same behind a proxy that strips the path. */
async function proxied(): Promise<Place> {
  let target = '';
  const proxy: StrippingProxy = await strippingProxy('/blog', () => target);
  const url = `${proxy.origin}/blog`;
  const site = await testPlaten({ siteUrl: url, cacheMegabytes: 8 });
  target = await site.platen.listen();
  return {
    site,
    url,
    close: async () => {
      await proxy.close();
      await site.close();
    },
  };
}

const write = async ({ site }: Place, path: string, body: object) =>
  (await site.as('administrator').post(path, body)).body as { id: number; link: string };

async function fill(place: Place) {
  const { site, url } = place;
  const form = await write(place, '/forms/v1/contact-forms', { title: 'Contact' });
  const text = `<p>x</p>[contact-form id="${form.id}"]`;
  const post = await write(place, '/wp/v2/posts', { title: 'Hello', status: 'publish', content: text });
  const locked = await write(place, '/wp/v2/posts', {
    title: 'Locked',
    status: 'publish',
    password: 'x',
    content: 's3',
  });
  const draft = await write(place, '/wp/v2/posts', { title: 'Draft', content: 'unseen' });
  const zone = createZone({ city: '', offsetHours: 0, now: Date.now });
  await createPopup(
    site.platen.store,
    { zone, url } as Parameters<typeof createPopup>[1],
    { name: 'P', title: 'P', content: '<p>p</p>', settings: {} },
    Date.now(),
  );
  return { post, locked, draft };
}

/** Every address of this host in a page. */
function addressesIn(html: string, page: string): string[] {
  const found = [...html.matchAll(/<(?:a|link|script|img|form)\b[^>]*?\s(?:href|src|action)="([^"]*)"/g)];
  const targets = found.map(([, target = '']) => new URL(target.replaceAll('&amp;', '&'), page));
  return [...new Set(targets.filter(({ origin }) => origin === new URL(page).origin).map(({ href }) => href))];
}

describe.each([
  ['that is passed on', served],
  ['that a proxy strips', proxied],
])('a site below a path %s', (_name, start) => {
  let place: Place;
  let made: Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    place = await start();
    made = await fill(place);
  });
  afterAll(() => place?.close());

  it('every address on its pages stays below the path and answers', async () => {
    const { url } = place;
    const broken: string[] = [];
    const seen = new Set<string>();
    for (const page of [`${url}/`, made.post.link, made.locked.link, `${url}/wp-login.php`, `${url}/?s=Hello`]) {
      const html = await (await fetch(page)).text();
      for (const address of addressesIn(html, page)) {
        if (seen.has(address)) continue;
        seen.add(address);
        const { status } = await fetch(address.replace(/#.*/, ''));
        const isForm = /wp-comments-post|action=postpass/.test(address);
        if (!address.startsWith(`${url}/`) || status !== (isForm ? 405 : 200)) broken.push(`${address}: ${status}`);
      }
    }
    expect(broken).toEqual([]);
    const paths = [...seen].map((address) => address.slice(url.length));
    for (const path of ['/embed/forms.css', '/embed/forms.js', '/embed/popups.js', '/feed/', '/wp-comments-post.php'])
      expect(paths).toContain(path);
  });

  it('feeds, the sitemap, robots.txt and the interface are there and name addresses below the path', async () => {
    const { url } = place;
    for (const path of ['/feed/', '/wp-sitemap.xml', '/robots.txt', '/xmlrpc.php?rsd', '/wp-json/']) {
      const answer = await fetch(url + path);
      expect([path, answer.status]).toEqual([path, 200]);
      const text = (await answer.text()).replaceAll('\\/', '/');
      const own = [...text.matchAll(/http:\/\/127\.0\.0\.1:\d+[^\s"<]*/g)].map(([address]) => address);
      expect(own.filter((address) => address !== url && !address.startsWith(`${url}/`))).toEqual([]);
    }
  });

  it('scripts ask for their data beside themselves', async () => {
    const popups = (await (await fetch(`${place.url}/embed/popups.json`)).json()) as { analytics: string };
    expect(popups.analytics).toBe(`${place.url}/wp-json/popups/v1/analytics`);
    for (const name of ['forms', 'popups']) {
      const script = await (await fetch(`${place.url}/embed/${name}.js`)).text();
      expect(script).toContain("new URL('..', ");
    }
  });

  it('the log-in sets a cookie for the path, leads back below it, and previews work with it', async () => {
    const { url } = place;
    const body = new URLSearchParams({ log: 'admin', pwd: 'pw-administrator' });
    const answer = await fetch(`${url}/wp-login.php`, { method: 'POST', body, redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(`${url}/admin/`);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toContain('; Path=/blog; ');
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    expect(
      (await fetch(`${url}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers, redirect: 'manual' })).status,
    ).toBe(200);
    const preview = await fetch(`${url}/?p=${made.draft.id}&preview=true`, { headers });
    expect([preview.status, await preview.text()]).toEqual([200, expect.stringContaining('unseen')]);
    expect((await fetch(`${url}/?p=${made.draft.id}&preview=true`)).status).toBe(404);
    const away = await fetch(`${url}/wp-admin/edit.php`, { redirect: 'manual' });
    expect(away.headers.get('location')).toContain(`redirect_to=${encodeURIComponent(`${url}/wp-admin/edit.php`)}`);
  });

  it('the password of a post is remembered below the path', async () => {
    const { url } = place;
    const body = new URLSearchParams({ post_password: 'x', redirect_to: made.locked.link });
    const answer = await fetch(`${url}/wp-login.php?action=postpass`, { method: 'POST', body, redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(made.locked.link);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toContain('; Path=/blog; ');
    const page = await fetch(made.locked.link, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(await page.text()).toContain('s3');
  });

  it('an address that is not the canonical one leads to it, once', async () => {
    const answer = await fetch(`${place.url}/?p=${made.post.id}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, made.post.link]);
    expect((await fetch(place.url, { redirect: 'follow' })).status).toBe(200);
  });
});

describe('a site with a separate front end', () => {
  const home = 'https://www.example.test';
  let place: Place;
  let made: Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/cms`;
    const site = await testPlaten({ port, siteUrl: url, homeUrl: home, cacheMegabytes: 8 });
    await site.platen.listen();
    place = { site, url, close: () => site.close() };
    made = await fill(place);
  });
  afterAll(() => place?.close());

  const here = (link: string) => link.replace(home, place.url);

  it('has its content there, and its interface, forms and log-in here', async () => {
    expect(made.post.link.startsWith(`${home}/`)).toBe(true);
    const answer = await fetch(here(made.post.link), { redirect: 'manual' });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain(`<link rel="canonical" href="${made.post.link}">`);
    expect(html).toContain(`action="${place.url}/wp-comments-post.php"`);
    expect(html).toContain(`src="${place.url}/embed/forms.js"`);
    expect(answer.headers.get('link')).toContain(`<${place.url}/wp-json/>; rel="https://api.w.org/"`);
    expect(await (await fetch(here(made.locked.link))).text()).toContain(
      `action="${place.url}/wp-login.php?action=postpass"`,
    );
  });

  it('has feeds and a sitemap of addresses there', async () => {
    const feed = await (await fetch(`${place.url}/feed/`)).text();
    expect(feed).toContain(`<link>${made.post.link}</link>`);
    expect(await (await fetch(`${place.url}/wp-sitemap.xml`)).text()).toContain(`<loc>${home}/wp-sitemap-`);
    expect(await (await fetch(`${place.url}/robots.txt`)).text()).toContain(`Sitemap: ${home}/wp-sitemap.xml`);
  });

  it('sends a reader back to the page with the password form, here or there', async () => {
    for (const target of [made.locked.link, here(made.locked.link)]) {
      const body = new URLSearchParams({ post_password: 'x', redirect_to: target });
      const answer = await fetch(`${place.url}/wp-login.php?action=postpass`, {
        method: 'POST',
        body,
        redirect: 'manual',
      });
      expect(answer.headers.get('location')).toBe(target);
    }
  });
});

it('a page named like the path of the site has its own address', async () => {
  const place = await served();
  try {
    const page = await write(place, '/wp/v2/pages', { title: 'Blog', status: 'publish' });
    expect(page.link).toBe(`${place.url}/blog/`);
    const answer = await fetch(page.link, { redirect: 'manual' });
    expect([answer.status, (await answer.text()).includes('<h1')]).toEqual([200, true]);
  } finally {
    await place.close();
  }
});
