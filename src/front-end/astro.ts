/** `platen/astro`: collections of Astro that follow a site, and previews of it. */

import type { ClientOptions, CollectionName } from '../client/client-interface.ts';
import type { Routes } from '../client/default-routes.ts';
import { resizedSrcset, resizedUrl } from '../client/resized-pictures.ts';
import { typesByBase } from './cache-tags.ts';
import type { Picture } from './content-wire.ts';
import type { CopiedType, Item, SiteReading, TypeUpdate } from './copied-items.ts';
import { isListCursor } from './list-reading.ts';
import { type OpenedPreview, openPreview, previewHeaders, previewOf } from './preview-server.ts';
import { type Copy, reachesFurther, shareReadings } from './shared-readings.ts';
import { readSite, type siteType } from './site-reading.ts';

/** An item of a collection such as `posts`: as the interface shows it, without its links to other routes. */
export type ItemOf<Name extends CollectionName<R>, R = Routes> = Omit<
  ListItem<R, `/wp/v2/${Name}`>,
  '_links' | '_embedded'
>;

type ListItem<R, Path> = Path extends keyof R
  ? R[Path] extends { readonly GET: { readonly view: readonly (infer One)[] } }
    ? One
    : never
  : never;

/** What a loader of Astro is given, as far as it is used. */
export interface AstroLoaderContext {
  readonly collection: string;
  readonly store: {
    get(id: string): { readonly data: Readonly<Record<string, unknown>> } | undefined;
    values(): { readonly data: Readonly<Record<string, unknown>> }[];
    keys(): string[];
    set(entry: AstroEntry): boolean;
    delete(id: string): void;
  };
  readonly meta: { get(key: string): string | undefined; set(key: string, value: string): void };
  readonly logger: { info(message: string): void; warn(message: string): void };
  parseData(entry: { id: string; data: Record<string, unknown> }): Promise<Record<string, unknown>>;
  generateDigest(data: Record<string, unknown>): string;
  /** There while Astro runs as a development server. */
  readonly watcher?: object;
}

interface AstroEntry {
  id: string;
  data: Record<string, unknown>;
  digest: string;
  rendered?: { html: string };
}

export interface PlatenLoader {
  readonly name: string;
  load(context: AstroLoaderContext): Promise<void>;
}

/**
 * The loaders of a site: `const content = platenLoader({ url })`, and `content('posts')` as the loader of a collection. The first
 * build reads everything with one request, later ones only what has changed. Entries have the id of the item; `site`
 * has one entry, `site`.
 */
export function platenLoader<R extends object = Routes>(options: ClientOptions) {
  const types: CopiedType[] = [];
  const read = (since: string): Promise<SiteReading> => readSite(options, types, since);
  const shared = shareReadings(read, () => types.length);
  const follow = createFollower(options, types);
  return (
    collection: CollectionName<R> | typeof siteType,
    /** The name of the type in the change feed, where it is not that of a type of the core: `product` for `products`. */
    { name = typesByBase[collection] ?? collection }: { readonly name?: string } = {},
  ): PlatenLoader => {
    types.push({ name, path: `/wp/v2/${collection}` });
    return {
      name: 'platen',
      async load(context) {
        const since = context.meta.get(cursorKey) ?? '';
        const reading = await shared(context.collection, copyOf(name, context), since);
        const storeAll = await prepared(name, context, reading);
        storeAll(reading.cursor);
        if (context.watcher) follow(name, context);
      },
    };
  };
}

const cursorKey = 'platen-cursor';

const copyOf = (type: string, { store }: AstroLoaderContext): Copy => ({
  type,
  get: (id) => store.get(id)?.data,
  values: () => store.values().map(({ data }) => data),
});

/**
 * Makes the entries of a reading, and returns what stores them. All of them are stored at once, and then the cursor: what
 * Astro has on the disk is never a part of a reading, nor a cursor whose items are missing.
 */
async function prepared(type: string, context: AstroLoaderContext, reading: SiteReading) {
  const { store, meta, logger, collection } = context;
  const update = reading.of(type);
  const entries: AstroEntry[] = [];
  for (const item of update.items) entries.push(await entryOf(item, context));
  return (cursor: string): void => {
    const removed = removeGone(update, context);
    const changed = entries.filter((entry) => store.set(entry)).length;
    meta.set(cursorKey, cursor);
    if (changed + removed > 0) logger.info(`${collection}: ${changed} changed, ${removed} removed`);
  };
}

function removeGone(update: TypeUpdate, { store }: AstroLoaderContext): number {
  const gone = store.keys().filter((id) => update.isGone(Number(id)));
  for (const id of gone) store.delete(id);
  return gone.length;
}

async function entryOf(item: Item, context: AstroLoaderContext): Promise<AstroEntry> {
  const { _links, _embedded, ...fields } = item;
  const id = String(item.id);
  const html = renderedText(fields['content']);
  return {
    id,
    data: await context.parseData({ id, data: fields }),
    digest: context.generateDigest(fields),
    ...(html === undefined ? {} : { rendered: { html } }),
  };
}

const renderedText = (content: unknown): string | undefined =>
  typeof content === 'object' && content !== null && 'rendered' in content ? String(content.rendered) : undefined;

const retryMs = 2_000;

/** While Astro serves pages for development, collections follow the site: each change shows in the next page. */
function createFollower(options: ClientOptions, types: readonly CopiedType[]) {
  const contexts = new Map<string, readonly [type: string, context: AstroLoaderContext]>();
  let stop = new AbortController();
  const run = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const all = [...contexts.values()];
      // A collection that could not be brought up to date with the others is behind them.
      const cursors = new Set(all.map(([, { meta }]) => meta.get(cursorKey) ?? ''));
      if ([...cursors].some((since) => since === '' || isListCursor(since))) return;
      try {
        const stores: ((cursor: string) => void)[] = [];
        let next: string | null = null;
        for (const since of cursors) {
          const own = all.filter(([, { meta }]) => meta.get(cursorKey) === since);
          const changes = await readSite(options, types, since, { waitSeconds: cursors.size > 1 ? 0 : 30, signal });
          const copies = own.map(([type, context]) => copyOf(type, context));
          const reading = reachesFurther(changes, copies) ? await readSite(options, types, '', { signal }) : changes;
          for (const [type, context] of own) stores.push(await prepared(type, context, reading));
          // All of them have what came before the first of several readings.
          next ??= reading.cursor;
        }
        for (const storeAll of stores) storeAll(next ?? '');
      } catch (error) {
        if (signal.aborted) return;
        all[0]?.[1].logger.warn(`Changes of the site could not be read: ${error}`);
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  };
  return (type: string, context: AstroLoaderContext): void => {
    contexts.set(context.collection, [type, context]);
    if (contexts.size < types.length) return;
    stop.abort();
    stop = new AbortController();
    void run(stop.signal);
  };
}

/** What a middleware of Astro is given, as far as it is used. Declare `interface Locals extends PreviewLocals` in `App`. */
export interface AstroMiddlewareContext {
  readonly url: URL;
  readonly isPrerendered: boolean;
  readonly locals: PreviewLocals;
}

export interface PreviewLocals {
  /** The item that the address of the page opens, with what is not saved. */
  preview?: OpenedPreview | null;
}

export interface PreviewMiddlewareOptions {
  /** Address of Platen, as the server of the front end reaches it. */
  readonly url: string;
  /** Address of Platen, as browsers reach it. Default: `url`. */
  readonly editor?: string;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * Opens previews for pages that are rendered on demand: `Astro.locals.preview` is the item, and null where the token of the
 * address opens nothing any more; such a page is answered with 404. No cache stores the answer, and only the editor may show it
 * in a frame.
 */
export function previewMiddleware({ editor, ...options }: PreviewMiddlewareOptions) {
  return async (context: AstroMiddlewareContext, next: () => Promise<Response>): Promise<Response> => {
    const token = context.isPrerendered ? null : previewOf(context.url);
    if (token === null) return next();
    context.locals.preview = await openPreview({ ...options, token });
    const page = await next();
    const headers = new Headers(page.headers);
    for (const [name, value] of Object.entries(previewHeaders(editor ?? options.url))) headers.set(name, value);
    return new Response(page.body, { status: context.locals.preview ? page.status : 404, headers });
  };
}

/** Attributes of `<img>`. */
export interface PictureAttributes {
  readonly src: string;
  readonly srcset?: string;
  readonly sizes?: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/**
 * The attributes of a picture: `<img {...pictureAttributes(picture, { sizes: '100vw' })} />`. Where the site tells the
 * addresses of resized pictures, browsers without `srcset` get one of `width`, not the file itself.
 */
export function pictureAttributes(
  { src, srcset, width, height, alt, resized }: Picture,
  { sizes, width: shown = 1080 }: { readonly sizes: string; readonly width?: number },
): PictureAttributes {
  const offered = resized ? resizedSrcset(resized, { width }) : srcset;
  return {
    src: resized ? resizedUrl(resized, shown) : src,
    ...(offered === '' ? {} : { srcset: offered, sizes }),
    width,
    height,
    alt,
  };
}
