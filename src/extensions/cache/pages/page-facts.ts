import { hash } from 'node:crypto';
import { type ExtensionTable, type Store, StoreError } from '../../../extension.ts';
import type { Device, PageKind } from './page-queue.ts';

/** What was determined about a page: the styles it uses, or the pictures on its first screen. */
export interface PageFact {
  id: number;
  pageDigest: string;
  url: string;
  /** Digest of the page it was determined from; it does not apply to another version of the page. */
  source: string;
  css: string;
  images: readonly string[];
  /** 1 where nothing could be determined. */
  failed: number;
  changedMs: number;
}

export const pageFactTable: ExtensionTable<PageFact> = {
  name: 'cache_pages',
  columns: {
    id: 'id',
    pageDigest: 'short',
    url: 'text',
    source: 'short',
    css: 'text',
    images: 'json',
    failed: 'integer',
    changedMs: 'integer',
  },
  key: 'id',
  unique: [['pageDigest']],
};

/** The key of a fact: which fact of which page. Styles are the same on every device. */
export interface PageRef {
  readonly kind: PageKind;
  readonly url: string;
  readonly device: Device;
}

const digestOf = ({ kind, url, device }: PageRef): string =>
  hash('sha1', `${kind} ${kind === 'vpi' ? device : ''} ${url}`);

/** What a cached page depends on besides its text. */
export const pageTag = (ref: PageRef): string => `${ref.kind}:${digestOf(ref)}`;

/** Identifies what a page looks like. Hidden fields of forms are left out: a token in them differs every time. */
export const sourceDigest = (html: string): string => hash('sha1', html.replace(/<input type="hidden"[^>]*>/g, ''));

export async function readFact(store: Store, ref: PageRef): Promise<PageFact | null> {
  const [fact] = await store.table(pageFactTable).find({ pageDigest: digestOf(ref) });
  return fact ?? null;
}

/** Replaces the facts of a page, and invalidates its cached copies. */
export async function storeFact(
  store: Store,
  ref: PageRef,
  fact: Pick<PageFact, 'source' | 'changedMs'> & Partial<Pick<PageFact, 'css' | 'images' | 'failed'>>,
): Promise<void> {
  const pageDigest = digestOf(ref);
  const row = { css: '', images: [], failed: 0, ...fact };
  const facts = store.table(pageFactTable);
  try {
    if ((await facts.update({ pageDigest }, row)) === 0) await facts.insert({ ...row, pageDigest, url: ref.url });
  } catch (error) {
    // Another process has just stored the same.
    if (!(error instanceof StoreError) || error.failure !== 'duplicate') throw error;
  }
  await store.invalidateTags(new Set([pageTag(ref)]));
}
