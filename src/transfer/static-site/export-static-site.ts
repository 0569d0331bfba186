import { mkdir, readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { SiteAnswer } from '../../http/write-response.ts';
import { errorCode } from '../../lib/error-code.ts';
import type { Feed } from '../../storage/store.ts';
import { escapeHtml } from '../../text/entities.ts';
import {
  beginExportRecord,
  type ExportedAddress,
  type ExportRecord,
  readExportRecord,
  writeExportRecord,
} from './export-record.ts';
import { type DynamicPart, type NewAddress, rewritePage } from './rewrite-page.ts';
import {
  fileAt,
  isDynamicPath,
  isFilePath,
  oneSpelling,
  pathWithin,
  type StaticAddresses,
  staticPath,
} from './static-address.ts';
import { FolderError, type StaticFiles, staticFiles } from './static-files.ts';

/** What a site is exported from. */
export interface StaticSource {
  readonly addresses: StaticAddresses;
  /** What a visitor gets at a path of the site; null where nothing answers. */
  readonly page: (path: string) => Promise<SiteAnswer | null>;
  readonly feed: Pick<Feed, 'logEnd' | 'touchedSince'>;
  /** The redirects that were set, beside those that pages lead to. */
  readonly redirects: readonly StaticRedirect[];
}

export interface StaticRedirect {
  /** A path; one that ends with `/*` stands for everything below it. */
  readonly from: string;
  readonly to: string;
  readonly status: number;
}

export interface StaticExportOptions {
  readonly folder: string;
  /** The program, theme and settings; pages that others made are made again. */
  readonly madeWith: string;
  /** Whether pages are made again that have not changed. */
  readonly isWhole?: boolean;
  readonly progress: (done: number, found: number) => void;
}

export interface StaticReport {
  /** Every file of the site. */
  readonly files: number;
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** The number of pages that were made, rather than taken from the last export. */
  readonly rendered: number;
  /** Addresses that are named on pages and lead nowhere, on the served site too. */
  readonly broken: readonly string[];
  /** Addresses that no file can have. */
  readonly skipped: readonly string[];
  /** How many pages have each part that needs a server. */
  readonly dynamic: ReadonlyMap<DynamicPart, number>;
}

/** Where a walk through the site begins; the sitemap names what no page links to. */
const starts = ['/', '/wp-sitemap.xml', '/robots.txt', '/favicon.ico'];
/** An address that no site has, for the page that says so. */
const nowhere = '/.platen/nowhere/';
const notFoundFile = '404.html';
const redirectsFile = '_redirects';
const atOnce = 8;

/** Writes the pages of a site as files; of a folder that has them already, only what has changed. */
export async function exportStaticSite(source: StaticSource, options: StaticExportOptions): Promise<StaticReport> {
  const { folder, madeWith, isWhole = false } = options;
  const earlier = await openFolder(folder);
  // What changes from now on is made again by the next export.
  const log = await source.feed.logEnd();
  const isFresh = isWhole ? () => false : await freshness(earlier, madeWith, source.feed);
  const walk = new Walk(source, { earlier, isFresh, files: staticFiles(folder, earlier.files) }, options.progress);
  await walk.run();
  const { files, ...report } = await walk.finish();
  await writeExportRecord(folder, { madeWith, log, addresses: walk.addresses, files });
  return { ...report, files: files.size };
}

async function openFolder(folder: string): Promise<ExportRecord> {
  await mkdir(folder, { recursive: true });
  const record = await readExportRecord(folder);
  if (record) return record;
  const [first] = await readdir(folder);
  if (first !== undefined)
    throw new FolderError(`${folder} is not empty, and not an earlier export. Name a new folder.`);
  await beginExportRecord(folder);
  return { madeWith: '', log: { seq: 0, at: 0 }, addresses: new Map(), files: new Set() };
}

type IsFresh = (address: ExportedAddress) => boolean;

/** Whether nothing has changed that a page was made of. */
async function freshness(earlier: ExportRecord, madeWith: string, feed: StaticSource['feed']): Promise<IsFresh> {
  if (earlier.madeWith !== madeWith) return () => false;
  const touched = await feed.touchedSince(earlier.log);
  if (touched === 'everything') return () => false;
  return ({ tags }) => tags !== null && !tags.some((tag) => touched.has(tag));
}

interface WalkContext {
  readonly earlier: ExportRecord;
  readonly isFresh: IsFresh;
  readonly files: StaticFiles;
}

/** Follows every address of the site once. */
class Walk {
  readonly addresses = new Map<string, ExportedAddress>();
  readonly #source: StaticSource;
  readonly #context: WalkContext;
  readonly #progress: StaticExportOptions['progress'];
  readonly #found = new Set<string>();
  readonly #waiting: string[] = [];
  /** Where addresses with a query lead. */
  readonly #targets = new Map<string, Promise<string | null>>();
  readonly #written: string[] = [];
  readonly #broken: string[] = [];
  readonly #skipped: string[] = [];
  #rendered = 0;

  constructor(source: StaticSource, context: WalkContext, progress: StaticExportOptions['progress']) {
    this.#source = source;
    this.#context = context;
    this.#progress = progress;
  }

  async run(): Promise<void> {
    for (const path of starts) this.#find(path);
    let done = 0;
    const follow = async (): Promise<void> => {
      for (let path = this.#waiting.shift(); path !== undefined; path = this.#waiting.shift()) {
        await this.#visit(path);
        done += 1;
        this.#progress(done, this.#found.size);
      }
    };
    // One that finds nothing waiting ends, while others may still find more.
    while (this.#waiting.length > 0) await Promise.all(Array.from({ length: atOnce }, follow));
  }

  #find(address: string): void {
    const path = oneSpelling(address);
    if (this.#found.has(path)) return;
    this.#found.add(path);
    this.#waiting.push(path);
  }

  /** Writes what depends on the whole walk, and removes what is left of earlier exports. */
  async finish(): Promise<Omit<StaticReport, 'files'> & { readonly files: ReadonlySet<string> }> {
    const { earlier, files } = this.#context;
    const own = new Set<string>();
    for (const { file } of this.addresses.values()) if (file !== null) own.add(file);
    for (const file of await this.#writeRedirects(own)) own.add(file);
    await this.#writeNotFound();
    own.add(notFoundFile);
    const removed: string[] = [];
    for (const file of earlier.files) if (!own.has(file) && (await files.remove(file))) removed.push(file);
    return {
      files: own,
      written: this.#written,
      removed,
      rendered: this.#rendered,
      broken: this.#broken,
      skipped: this.#skipped,
      dynamic: this.#dynamicParts(),
    };
  }

  async #visit(path: string): Promise<void> {
    const { earlier, isFresh, files } = this.#context;
    const known = earlier.addresses.get(path);
    if (known && isFresh(known) && (known.file === null || (await files.has(known.file)))) return this.#take(known);
    const answer = await this.#source.page(path);
    this.#rendered += 1;
    const location = answer && redirectTarget(answer);
    if (location) return this.#take({ ...nothingAt(path), to: location });
    if (answer?.status !== 200) {
      if (!starts.includes(path)) this.#broken.push(path);
      return this.#take(nothingAt(path));
    }
    const file = fileAt(path, answer.type);
    if (file === null) {
      this.#skipped.push(path);
      return this.#take(nothingAt(path));
    }
    this.#take(await this.#write(path, file, answer, known));
  }

  #take(address: ExportedAddress): void {
    this.addresses.set(address.path, address);
    for (const link of address.links) this.#find(link);
    const target = address.to === null ? null : pathWithin(address.to, address.path, this.#source.addresses);
    if (target !== null && !target.includes('?') && !isDynamicPath(target)) this.#find(target);
  }

  async #write(
    path: string,
    file: string,
    answer: SiteAnswer,
    known: ExportedAddress | undefined,
  ): Promise<ExportedAddress> {
    const { files } = this.#context;
    const { payload } = answer;
    const tags = answer.tags ? [...answer.tags].sort() : null;
    if (payload instanceof Readable) {
      const version = String(answer.headers['ETag'] ?? '') || null;
      const isSame = version !== null && known?.version === version && known.file === file && (await files.has(file));
      if (isSame) payload.destroy();
      else await this.#put(file, payload);
      return { ...nothingAt(path), file, version, tags };
    }
    const { body, links, dynamic } = await this.#finished(path, answer.type, payload ?? '');
    await this.#put(file, body);
    return { path, file, to: null, version: null, tags, links, dynamic };
  }

  async #put(file: string, payload: string | Uint8Array | Readable): Promise<void> {
    try {
      if (await this.#context.files.write(file, payload)) this.#written.push(file);
    } catch (error) {
      if (!['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(errorCode(error))) throw error;
      this.#skipped.push(file);
    }
  }

  /** The body of a file, with the addresses that it names. */
  async #finished(path: string, type: string, payload: string | Uint8Array) {
    const links = new Set<string>();
    if (typeof payload !== 'string') {
      // Style sheets of extensions may be bytes.
      if (type.startsWith('text/css')) this.#noteStyle(Buffer.from(payload).toString(), path, links);
      return { body: payload, links: [...links], dynamic: [] };
    }
    if (type.startsWith('text/html')) {
      const { server } = this.#source.addresses;
      const { html, dynamic } = await rewritePage(payload, {
        addressOf: (href) => this.#newAddress(href, path, links),
        formTarget: (part) => (server === null ? null : server + (part === 'search' ? '/' : path)),
      });
      return { body: html, links: [...links], dynamic };
    }
    if (/[/+]xml\b/.test(type)) return { body: this.#xml(payload, path, links), links: [...links], dynamic: [] };
    if (type.startsWith('text/css')) this.#noteStyle(payload, path, links);
    return { body: payload, links: [...links], dynamic: [] };
  }

  async #newAddress(href: string, from: string, links: Set<string>): Promise<NewAddress> {
    const { addresses } = this.#source;
    const within = pathWithin(href, from, addresses);
    if (within === null || href.trim().startsWith('#')) return 'same';
    const { server, home } = addresses;
    const [path = '/', query] = splitQuery(within);
    const fragment = /#.*$/s.exec(href)?.[0] ?? '';
    const atServer = (): NewAddress => (server === null ? 'none' : { href: server + within + fragment });
    if (isDynamicPath(path)) return atServer();
    if (query !== undefined && !isFilePath(path)) {
      const target = await this.#targetOf(within);
      if (target === null || target.includes('?') || isDynamicPath(target)) return atServer();
      links.add(target);
      return { href: home + staticPath(target) + fragment };
    }
    links.add(path);
    const file = staticPath(path);
    const isAtServer = server !== null && server !== home && href.trim().startsWith(`${server}/`);
    return file === path && !isAtServer ? 'same' : { href: home + file + (query ?? '') + fragment };
  }

  /** Sitemaps name pages; feeds name themselves. */
  #xml(text: string, from: string, links: Set<string>): string {
    for (const [, href = ''] of text.matchAll(/<loc>([^<]+)<\/loc>/g)) {
      const path = pathWithin(href.replaceAll('&amp;', '&'), from, this.#source.addresses);
      if (path !== null && !path.includes('?')) links.add(path);
    }
    return text.replace(/(\shref=")([^"]+)"/g, (whole, name: string, href: string) => {
      const path = pathWithin(href, from, this.#source.addresses);
      if (path === null || path.includes('?')) return whole;
      const file = staticPath(path);
      return file === path ? whole : `${name}${this.#source.addresses.home}${file}"`;
    });
  }

  #noteStyle(text: string, from: string, links: Set<string>): void {
    for (const [, , href = ''] of text.matchAll(/url\(\s*(["']?)([^"')]+)\1\s*\)/g)) {
      const path = pathWithin(href, from, this.#source.addresses);
      if (path !== null) links.add(splitQuery(path)[0]);
    }
  }

  /** The path that an address with a query redirects to; null where it does not, or leads elsewhere. */
  #targetOf(path: string): Promise<string | null> {
    const known = this.#targets.get(path);
    if (known) return known;
    const asked = this.#source.page(path).then((answer) => {
      const location = answer && redirectTarget(answer);
      return location ? pathWithin(location, path, this.#source.addresses) : null;
    });
    this.#targets.set(path, asked);
    return asked;
  }

  /** A page for every address that redirects, since not every web server can be told; and the list for those that can. */
  async #writeRedirects(own: ReadonlySet<string>): Promise<string[]> {
    const { home } = this.#source.addresses;
    const led = [...this.addresses.values()].flatMap(({ path, to }) =>
      to === null ? [] : [{ from: path, to, status: 301 }],
    );
    const all = [
      ...this.#source.redirects,
      ...led.filter(({ from }) => !this.#source.redirects.some((one) => oneSpelling(one.from) === from)),
    ];
    const written: string[] = [];
    const lines: string[] = [];
    for (const { from, to, status } of all) {
      const within = pathWithin(to, from, this.#source.addresses);
      const target = within === null ? to : home + staticPath(within);
      lines.push(`${from.replace(/\/\*$/, '/*')} ${target.replace(/\/\*$/, '/:splat')} ${status}`);
      const file = from.endsWith('/*') ? null : fileAt(from, 'text/html');
      if (file === null || own.has(file) || written.includes(file)) continue;
      await this.#put(file, redirectPage(target));
      written.push(file);
    }
    if (lines.length === 0) return written;
    await this.#put(redirectsFile, `${lines.sort().join('\n')}\n`);
    return [...written, redirectsFile];
  }

  async #writeNotFound(): Promise<void> {
    const answer = await this.#source.page(nowhere);
    if (typeof answer?.payload !== 'string') return;
    const { body } = await this.#finished(nowhere, answer.type, answer.payload);
    await this.#put(notFoundFile, body);
  }

  #dynamicParts(): ReadonlyMap<DynamicPart, number> {
    const counts = new Map<DynamicPart, number>();
    for (const { dynamic } of this.addresses.values())
      for (const part of new Set(dynamic)) counts.set(part, (counts.get(part) ?? 0) + 1);
    return counts;
  }
}

const nothingAt = (path: string): ExportedAddress => ({
  path,
  file: null,
  to: null,
  version: null,
  tags: null,
  links: [],
  dynamic: [],
});

function splitQuery(path: string): [path: string, query?: string] {
  const at = path.indexOf('?');
  return at < 0 ? [path] : [path.slice(0, at), path.slice(at)];
}

function redirectTarget({ status, headers }: SiteAnswer): string | null {
  const location = status >= 300 && status < 400 ? headers['Location'] : undefined;
  return typeof location === 'string' ? location : null;
}

const redirectPage = (target: string): string => {
  const href = escapeHtml(target);
  return `<!doctype html>
<meta charset="utf-8">
<title>${href}</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${href}">
<meta http-equiv="refresh" content="0; url=${href}">
<p><a href="${href}">${href}</a></p>
`;
};
