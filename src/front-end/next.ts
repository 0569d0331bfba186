import { imageWidths, resizedUrl } from '../client/resized-pictures.ts';
import { requestTags } from './cache-tags.ts';
import { type OpenedPreview, openPreview, previewHeaders, previewOf } from './preview-server.ts';
import { webhookRoute } from './webhook.ts';

/** What Next takes besides the options of `fetch`; where it is installed, those have it too. */
type NextInit = RequestInit & {
  readonly next?:
    | { readonly tags?: readonly string[] | undefined; readonly revalidate?: number | false | undefined }
    | undefined;
};

export interface TaggedFetchOptions {
  /** After how many seconds an answer is fetched again in any case; `false`, the default, waits for a webhook. */
  readonly revalidate?: number | false;
}

/**
 * A `fetch` for `createClient` that keeps answers in the data cache of Next under the tags of what they show. Writes,
 * searches, previews and requests with a password are never stored. Further tags come with `init: { next: { tags } }`.
 */
export function taggedFetch({ revalidate = false }: TaggedFetchOptions = {}) {
  return (url: string, init: NextInit): Promise<Response> => {
    const isRead = (init.method ?? 'GET') === 'GET' && !new Headers(init.headers).has('authorization');
    const tags = isRead && init.cache !== 'no-store' ? requestTags(url) : null;
    if (tags === null) return fetch(url, { ...withoutNext(init), cache: 'no-store' });
    const next = { revalidate, ...init.next, tags: [...tags, ...(init.next?.tags ?? [])] };
    const cached: NextInit = { ...init, cache: 'force-cache', next };
    return fetch(url, cached);
  };
}

const withoutNext = ({ next: _next, ...init }: NextInit): RequestInit => init;

export interface RevalidateRouteOptions {
  /** The secret of the webhook, as `platen webhook add` shows it or PLATEN_WEBHOOK_SECRET sets it. */
  readonly secret: string;
  /** `revalidateTag` of `next/cache`. */
  readonly revalidateTag: (tag: string, profile: { expire: number }) => void;
}

/**
 * The route that takes Platen's webhook: `export const POST = revalidateRoute({ secret, revalidateTag })`. What has changed
 * is expired at once: the next visitor gets it fresh, and not the one after.
 */
export function revalidateRoute({ secret, revalidateTag }: RevalidateRouteOptions) {
  return webhookRoute({
    secret,
    expire: (tags) => {
      for (const tag of tags) revalidateTag(tag, { expire: 0 });
    },
  });
}

export interface PreviewRouteOptions {
  /** Address of Platen. */
  readonly url: string;
  /** `draftMode` of `next/headers`. */
  readonly draftMode: () => Promise<{ enable(): void }>;
  /** `redirect` of `next/navigation`, which ends the handler. */
  readonly redirect: (to: string) => never;
  /** The page that shows a preview; by default that of the item, with the token as `?preview=`. */
  readonly to?: (preview: OpenedPreview) => string;
}

/**
 * A route that opens a preview in draft mode, in which Next makes every page anew: `export const GET = previewRoute({ … })`. A
 * token that opens nothing is answered with 404. Draft mode is a cookie: in a frame of another site, browsers may refuse it, and
 * a page that reads the token from its address works there too.
 */
export function previewRoute(options: PreviewRouteOptions): (request: Request) => Promise<Response> {
  const {
    url,
    draftMode,
    redirect,
    to = ({ path, token }) => `${path}?preview=${encodeURIComponent(token)}`,
  } = options;
  return async (request) => {
    const token = previewOf(request);
    const preview = token === null ? null : await openPreview({ url, token });
    if (!preview) return new Response('This preview has ended.', { status: 404, headers: previewHeaders(url) });
    (await draftMode()).enable();
    return redirect(to(preview));
  };
}

/** What Next asks a loader of pictures for. */
export interface PictureLoaderProps {
  readonly src: string;
  readonly width: number;
  readonly quality?: number;
}

/**
 * A loader for `next/image`: `src` is an address of resized pictures, such as `resized.url` of a media item. Other addresses
 * stay as they are. `widths` are those of `PLATEN_IMAGE_WIDTHS`; the default is that of Next and of Platen.
 */
export function createPictureLoader(widths: readonly number[] = imageWidths) {
  return ({ src, width }: PictureLoaderProps): string =>
    isResizable(src) ? resizedUrl({ url: src, widths }, width) : src;
}

/** The loader for the usual widths. The quality is that of the server: others need a preset or a signature. */
export const pictureLoader: (asked: PictureLoaderProps) => string = createPictureLoader();

const isResizable = (src: string): boolean => /\/media\/\d+\/[^/?#]+(?:\?|$)/.test(src);
