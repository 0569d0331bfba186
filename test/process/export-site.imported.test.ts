import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileServer, fileServer } from '../support/file-server.ts';
import { type KillableSite, killableSite } from '../support/server-process.ts';

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** A folder with export files (`*.xml`), such as those that themes are tested with. */
const exports = process.env['PLATEN_TEST_EXPORTS'];
const names = exports === undefined ? [] : readdirSync(exports).filter((name) => name.endsWith('.xml'));

describe.skipIf(exports === undefined)('an imported site (PLATEN_TEST_EXPORTS names no folder of export files)', () => {
  describe.each(names)('%s, written as files', (name) => {
    let site: KillableSite;
    let folder: string;
    let out: string;
    let web: FileServer;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'platen-static-'));
      out = join(folder, 'out');
      site = await killableSite();
      const text = await readFile(join(exports ?? '', name), 'utf8');
      const home = /<wp:base_blog_url>([^<]*)/.exec(text)?.[1] ?? '';
      const moved = ['https:', 'http:'].map((scheme) => `${home.replace(/^https?:/, scheme)}=${site.origin}`).join();
      await site.command(
        'import',
        join(exports ?? '', name),
        '--no-fetch',
        '--map',
        '*=admin',
        '--rewrite-links',
        moved,
      );
      await exportAgain();
      web = await fileServer(out);
    });
    afterAll(async () => {
      web?.close();
      await site?.remove();
      await rm(folder, { recursive: true, force: true });
    });

    /** Calendars mark the day: a page that has one is written again on the next. */
    let day = '';
    const today = (): string => new Date().toDateString();
    const exportAgain = async (): Promise<string> => {
      day = today();
      return site.command('export', 'site', out);
    };
    const isOfToday = async (): Promise<void> => {
      while (day !== today()) await exportAgain();
    };

    it('has every page as it is served, but for what needs a server', async () => {
      await isOfToday();
      const pages = [...(await filesIn(out))].filter(([file]) => file.endsWith('index.html'));
      expect(pages.length).toBeGreaterThan(60);
      let compared = 0;
      const different: string[] = [];
      for (const [file, written] of pages) {
        if (written.includes('http-equiv="refresh"')) continue;
        const path = `/${file.replace(/index\.html$/, '')}`;
        const answer = await fetch(site.origin + encodeURI(path));
        const own = await comparable(Buffer.from(written, 'latin1').toString(), path);
        const served = await comparable(await answer.text(), path);
        if (own !== served) different.push(`${path}: ${firstDifference(own, served)}`);
        compared += 1;
      }
      expect(different).toEqual([]);
      console.log(`${name}: ${compared} pages are those that are served`);
      expect(compared).toBeGreaterThan(60);
    });

    it('has no broken link that is not broken where it is served', async () => {
      const { seen, broken } = await crawl(async (path) => fetch(web.origin + path));
      const onlyHere: string[] = [];
      for (const path of broken) if ((await fetch(site.origin + path)).ok) onlyHere.push(path);
      console.log(`${name}: ${seen} addresses, ${broken.length} broken on the served site too`);
      expect(onlyHere).toEqual([]);
      expect(seen).toBeGreaterThan(200);
    });

    it('is written again where a change shows, and nowhere else', async () => {
      await isOfToday();
      const before = await filesIn(out);
      expect(await exportAgain()).toMatch(/^Nothing has changed/);
      const list = await fetch(`${site.origin}/wp-json/wp/v2/posts?per_page=1&offset=15&_fields=id,link`);
      const [post] = (await list.json()) as { id: number; link: string }[];
      const changed = await fetch(`${site.origin}/wp-json/wp/v2/posts/${post?.id}`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('admin:password')}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'A title of today' }),
      });
      expect(changed.status).toBe(200);
      const said = await site.command('export', 'site', out);
      const after = await filesIn(out);
      const differing = [...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
      expect(said).toContain(`${differing.length} written, 0 removed`);
      expect(differing).toContain(`${new URL(post?.link ?? '').pathname.slice(1)}index.html`);
      for (const file of differing) expect(after.get(file), file).toMatch(/A title of today|<lastmod>/);
      expect(differing.length).toBeLessThan(after.size / 4);
      console.log(`${name}: ${differing.length} of ${after.size} files written after one change`);
      await site.command('export', 'site', join(folder, 'fresh'));
      const fresh = await filesIn(join(folder, 'fresh'));
      expect([...after.keys()].sort()).toEqual([...fresh.keys()].sort());
      for (const [file, text] of fresh) expect(after.get(file) === text, file).toBe(true);
    });

    /** Follows every address of the site on pages, in style sheets and in the sitemap. */
    async function crawl(get: (path: string) => Promise<Response>): Promise<{ seen: number; broken: string[] }> {
      const known = new Set(['/', '/wp-sitemap.xml', '/robots.txt']);
      const broken: string[] = [];
      for (const path of known) {
        const answer = await get(path);
        if (!answer.ok) broken.push(path);
        const type = answer.headers.get('content-type') ?? '';
        const text = await answer.text();
        for (const href of namedIn(text, type)) {
          const url = URL.parse(href, site.origin + path);
          if (url?.origin === site.origin) known.add(url.pathname + url.search);
        }
      }
      return { seen: known.size, broken };
    }

    /** A page without its forms, and with each link as a web server of files can follow it, or none. */
    async function comparable(html: string, path: string): Promise<string> {
      const document = parse(html);
      for (const element of [...elementsIn(document)]) {
        if (element.tagName === 'form' || attribute(element, 'id') === 'respond') remove(element);
        else if (element.tagName === 'a') await follow(element, path);
        else if (element.tagName === 'link' && (await isForServers(element, path))) remove(element);
      }
      return serialize(document).replace(/\s+/g, ' ');
    }

    async function follow(link: Element, path: string): Promise<void> {
      const href = link.attrs.find(({ name }) => name === 'href');
      if (!href) return;
      const { target, isDynamic } = await targetOf(href.value, path);
      if (isDynamic) link.attrs.splice(link.attrs.indexOf(href), 1);
      else href.value = target;
    }

    const isForServers = async (link: Element, path: string): Promise<boolean> => {
      const { target, isDynamic } = await targetOf(attribute(link, 'href') ?? '', path);
      const href = link.attrs.find(({ name }) => name === 'href');
      if (href) href.value = target;
      // The short address of a page is its own one in files.
      return isDynamic || attribute(link, 'rel') === 'shortlink';
    };

    async function targetOf(href: string, path: string): Promise<{ target: string; isDynamic: boolean }> {
      const url = URL.parse(href, site.origin + path);
      const same = { target: href.replace(/(?<=\/feed\/(?:\w+\/)?)index\.(?:xml|json)$/, ''), isDynamic: false };
      if (url?.origin !== site.origin || href.startsWith('#')) return same;
      if (/^\/(?:wp-json|admin|wp-admin|wp-login|xmlrpc|search)\b/.test(url.pathname))
        return { target: '', isDynamic: true };
      if (url.search === '' || /\.\w+$/.test(url.pathname)) return same;
      const { status, headers } = await fetch(url.href, { redirect: 'manual' });
      const location = URL.parse(headers.get('location') ?? '', url.href);
      const isMoved = status >= 300 && location?.origin === site.origin && location.search === '';
      return isMoved ? { target: location.href + url.hash, isDynamic: false } : { target: '', isDynamic: true };
    }
  });
});

function namedIn(text: string, type: string): string[] {
  if (type.startsWith('text/css')) return [...text.matchAll(/url\(\s*["']?([^"')]+)/g)].map(([, href = '']) => href);
  if (type.endsWith('xml'))
    return [...text.matchAll(/<loc>([^<]*)/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  if (!type.startsWith('text/html')) return [];
  return [...elementsIn(parse(text))].flatMap((element) => [
    ...['href', 'src', 'poster', 'action'].flatMap((name) => attribute(element, name) ?? []),
    ...(attribute(element, 'srcset') ?? '').split(/\s+[\d.]+[wx]\s*,?\s*/).filter((one) => one !== ''),
  ]);
}

function* elementsIn(parent: ParentNode): Generator<Element> {
  for (const node of parent.childNodes) {
    if (!('tagName' in node)) continue;
    yield node;
    yield* elementsIn(node);
  }
}

const attribute = (element: Element, name: string): string | null =>
  element.attrs.find((one) => one.name === name)?.value ?? null;

function remove(element: Element): void {
  const siblings = element.parentNode?.childNodes ?? [];
  const at = siblings.indexOf(element);
  if (at >= 0) siblings.splice(at, 1);
}

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at] && at < one.length) at += 1;
  return [one, other].map((text) => text.slice(Math.max(0, at - 80), at + 120)).join(' / ');
}

/** The files of an export by path, byte for byte; its record is not one of them. */
async function filesIn(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => relative(root, join(one.parentPath, one.name)));
  const files = new Map<string, string>();
  for (const path of paths.filter((one) => !one.startsWith('.')))
    files.set(path, await readFile(join(root, path), 'latin1'));
  return files;
}
