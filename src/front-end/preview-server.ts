/**
 * `platen/preview/server`: previews of Platen in the server of a front end. It runs wherever there are `Request` and
 * `Response`; nothing that it reads is stored in a cache.
 */
import { createClient, PlatenError, type PostView } from '../client/client.ts';

export interface OpenPreviewOptions {
  /** Address of Platen, as the server of the front end reaches it. */
  readonly url: string;
  readonly token: string;
  /** Whether the item comes with what it refers to: author, featured picture, terms. Default: yes. */
  readonly embed?: boolean;
  /** Used instead of the `fetch` of the runtime. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** What a token opens. */
export interface OpenedPreview<Item = PostView> {
  readonly token: string;
  /** Id of the item. */
  readonly post: number;
  /** Name of its type, such as `post`. */
  readonly type: string;
  /** Path of its address; for a draft, what that would be. */
  readonly path: string;
  readonly expires: Date;
  /** The item with what is not saved. */
  readonly item: Item;
}

/** The routes that are asked, whatever else the interface has. */
interface PreviewRoutes<Item> {
  readonly '/platen/v1/previews/open': {
    readonly GET: {
      readonly input: { readonly preview: string };
      readonly view: {
        readonly post: number;
        readonly type: string;
        readonly path: string;
        readonly item: string;
        readonly expires_gmt: string;
      };
    };
  };
  readonly [item: `/wp/v2/${string}/${number}`]: {
    readonly GET: { readonly input: { readonly preview: string; readonly _embed?: boolean }; readonly view: Item };
  };
}

/**
 * Opens a preview: null for a token that has expired, was revoked or was never valid, for which the front end shows 404.
 * The type parameter is the type of the item, such as one that `platen types` writes.
 */
export async function openPreview<Item = PostView>(options: OpenPreviewOptions): Promise<OpenedPreview<Item> | null> {
  const { url, token, embed = true, fetch } = options;
  if (!isPreviewToken(token)) return null;
  const client = createClient<PreviewRoutes<Item>>({ url, ...(fetch && { fetch }) });
  const more = { init: { cache: 'no-store' } };
  try {
    const opened = await client.request('GET', '/platen/v1/previews/open', { preview: token }, more);
    const item = await client.request('GET', itemPath(opened.item), { preview: token, _embed: embed }, more);
    return {
      token,
      post: opened.post,
      type: opened.type,
      path: opened.path,
      expires: new Date(opened.expires_gmt),
      item,
    };
  } catch (error) {
    // 401: a draft, whose token ended between the two requests.
    if (error instanceof PlatenError && [401, 404].includes(error.status)) return null;
    throw error;
  }
}

/** The token in the address of a request, a page or a search; null where there is none. */
export function previewOf(asked: Request | URL | string | { readonly url?: string | undefined }): string | null {
  const address = typeof asked === 'string' ? asked : asked instanceof URL ? asked.href : (asked.url ?? '');
  const url = URL.parse(address, 'http://localhost');
  const token = url?.searchParams.get('preview') ?? '';
  return isPreviewToken(token) ? token : null;
}

/** Whether a text has the form of a token; `?preview=true` is no token. */
export const isPreviewToken = (text: string): boolean => /^\d{1,15}\.\d{1,12}\.[\w.-]{1,80}$/.test(text);

/**
 * The headers of a page that shows a preview: no cache stores it, nobody finds it, other sites are not told its address, and
 * only the editor shows it in a frame.
 *
 * @param editor address of Platen, as browsers reach it
 */
export function previewHeaders(editor: string): Record<string, string> {
  return {
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'same-origin',
    'Content-Security-Policy': `frame-ancestors 'self' ${new URL(editor).origin}`,
  };
}

export interface PreviewHandlerOptions<Item> extends Omit<OpenPreviewOptions, 'token'> {
  /** Address of Platen, as browsers reach it. Default: `url`. */
  readonly editor?: string;
  /** The page of an item, as HTML. */
  render(preview: OpenedPreview<Item>): string | Promise<string>;
  /** The page for a token that opens nothing, as HTML. */
  notFound?(): string | Promise<string>;
}

/** Answers requests for previews, and no others: null for a request without a token. */
export function previewHandler<Item = PostView>(
  options: PreviewHandlerOptions<Item>,
): (request: { readonly url?: string | undefined }) => Promise<Response | null> {
  const { editor = options.url, render, notFound = () => 'This preview has ended.', ...rest } = options;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...previewHeaders(editor) };
  return async (request) => {
    const token = previewOf(request);
    if (token === null) return null;
    const preview = await openPreview<Item>({ ...rest, token });
    return preview
      ? new Response(await render(preview), { headers })
      : new Response(await notFound(), { status: 404, headers });
  };
}

/** As much of the messages of `node:http` as is used. */
interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** The same for `node:http`: whether the request was one for a preview, and is answered. */
export function nodePreviewHandler<Item = PostView>(
  options: PreviewHandlerOptions<Item>,
): (request: { readonly url?: string | undefined }, response: NodeResponse) => Promise<boolean> {
  const handle = previewHandler(options);
  return async (request, response) => {
    const answer = await handle(request);
    if (!answer) return false;
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
    return true;
  };
}

/** A path of the interface that the server named, as one of the routes above. */
const itemPath = (path: string): `/wp/v2/${string}/${number}` => {
  if (!/^\/wp\/v2\/[\w-]+\/\d+$/.test(path)) throw new Error(`Platen named ${path}, which is no item.`);
  // The pattern is that of the type.
  return path as `/wp/v2/${string}/${number}`;
};
