import type { ExtensionParts, SiteAnswer, Store } from '../../../extension.ts';
import { deviceOf } from './device.ts';
import { type PageFact, type PageRef, pageTag, readFact, sourceDigest } from './page-facts.ts';
import { type PageKind, queueKey, queuePage } from './page-queue.ts';
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

/** Gives a page what was found out about it; what is not known yet is asked for. */
export function refinePages(store: Store, clock: () => number): NonNullable<ExtensionParts['refine']> {
  return async (page, request, call) => {
    if (typeof page.payload !== 'string') return page;
    const document = parsePage(page.payload);
    const url = canonicalUrl(document);
    if (url === null || !url.startsWith(`${call.site.url}/`)) return page;
    const device = deviceOf(request.headers);
    const source = sourceDigest(page.payload);
    const known = async (kind: PageKind): Promise<PageFact | null> => {
      const ref: PageRef = { kind, url, device };
      // Read past the page's own store: the tag of this one page stands for the row, not that of the whole table.
      call.tags.add(pageTag(ref));
      const fact = await readFact(store, ref);
      if (fact?.source === source) return fact.failed === 0 ? fact : null;
      await queuePage(store, { kind, key: queueKey[kind](url, device), url, device }, clock());
      return null;
    };
    const [styles, pictures] = [await known('ucss'), await known('vpi')];
    if (styles) useStyles(document, styles.css);
    if (pictures) usePictures(document, pictures.images);
    const html = styles || pictures ? writePage(document) : page.payload;
    return { ...page, payload: html, headers: { ...page.headers, Vary: varied(page) } };
  };
}

/** A page may differ by device, and says so to every cache on the way. */
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

/** What an author has decided for a picture stays. */
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
