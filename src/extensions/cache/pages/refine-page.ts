import type { ActiveExtension, SiteAnswer, Store } from '../../../extension.ts';
import { type PageFact, type PageRef, pageTag, readFact, sourceDigest } from './page-facts.ts';
import { type Device, type PageKind, queueKey, queuePage } from './page-queue.ts';
import {
  appendElement,
  canonicalUrl,
  type Document,
  elementsOf,
  firstElement,
  imageName,
  parsePage,
  removeElement,
  setText,
  styleElements,
  writePage,
} from './page-tree.ts';

/** What a page must have for a fact to be of use to it. */
const subjects: Readonly<Record<PageKind, string>> = { ucss: '<style', vpi: '<img' };

/** Applies the stored facts to a page; facts that are missing are queued. */
export function refinePages(store: Store, clock: () => number): NonNullable<ActiveExtension['refine']> {
  return async (page, request, call) => {
    const { payload } = page;
    if (typeof payload !== 'string' || !Object.values(subjects).some((tag) => payload.includes(tag))) return page;
    const url = canonicalUrl(parsePage(headOf(payload)));
    if (url === null || !url.startsWith(`${call.site.url}/`)) return page;
    const device = deviceOf(request.headers);
    const source = sourceDigest(payload);
    const known = async (kind: PageKind): Promise<PageFact | null> => {
      if (!payload.includes(subjects[kind])) return null;
      const ref: PageRef = { kind, url, device };
      // Not read through the page's own store: the page depends on this one row, not on the whole table.
      call.tags.add(pageTag(ref));
      const fact = await readFact(store, ref);
      if (fact?.source === source) return fact.failed === 0 ? fact : null;
      await queuePage(store, { kind, key: queueKey[kind](url, device), url, device }, clock());
      return null;
    };
    const [styles, pictures] = [await known('ucss'), await known('vpi')];
    const html = styles || pictures ? refined(payload, styles, pictures) : payload;
    return { ...page, payload: html, headers: { ...page.headers, Vary: varied(page) } };
  };
}

/** A page up to the end of its head: enough to learn its address, and much quicker to read than the whole. */
function headOf(html: string): string {
  const end = html.indexOf('</head>');
  return end < 0 ? html : html.slice(0, end);
}

function refined(html: string, styles: PageFact | null, pictures: PageFact | null): string {
  const document = parsePage(html);
  if (styles) useStyles(document, styles.css);
  if (pictures) usePictures(document, pictures.images);
  return writePage(document);
}

/** A page may differ by device, and its `Vary` header says so to other caches. */
function varied({ headers }: SiteAnswer): string {
  const named = String(headers['Vary'] ?? '');
  return [named, 'User-Agent', 'Sec-CH-UA-Mobile'].filter((name) => name !== '').join(', ');
}

function useStyles(document: Document, css: string): void {
  const [first, ...others] = styleElements(document);
  if (!first) return;
  setText(first, css);
  for (const style of others) removeElement(style);
}

/** Attributes that an author has set on a picture stay. */
function usePictures(document: Document, first: readonly string[]): void {
  const listed = new Set(first);
  let isFirst = true;
  for (const { attribs } of elementsOf(document, 'img[src]')) {
    const src = attribs['src'] ?? '';
    if (!listed.has(imageName(src))) {
      attribs['loading'] ??= 'lazy';
      continue;
    }
    attribs['loading'] ??= 'eager';
    if (!isFirst || attribs['loading'] !== 'eager') continue;
    isFirst = false;
    attribs['fetchpriority'] ??= 'high';
    const head = firstElement(document, 'head');
    if (head) appendElement(head, 'link', { rel: 'preload', as: 'image', href: src, ...sourceSet(attribs) });
  }
}

function sourceSet({ srcset, sizes }: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return srcset ? { imagesrcset: srcset, ...(sizes ? { imagesizes: sizes } : {}) } : {};
}

/** The kind of device a request comes from: by its client hint, else by its user agent. */
export function deviceOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Device {
  const header = headers['sec-ch-ua-mobile'];
  if (header === '?1' || header === '?0') return header === '?1' ? 'mobile' : 'desktop';
  return String(headers['user-agent'] ?? '').includes('Mobi') ? 'mobile' : 'desktop';
}
