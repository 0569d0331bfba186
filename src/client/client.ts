import type {
  Client,
  ClientFile,
  ClientOptions,
  ClientUploadOptions,
  ListPage,
  RequestOptions,
} from './client-interface.ts';
import type { Routes } from './default-routes.ts';
import { createSender, type OutgoingRequest, type SendRequest } from './send-request.ts';
import { sendWithProgress } from './upload-progress.ts';

export type {
  Client,
  ClientAuth,
  ClientCollection,
  ClientFile,
  ClientOptions,
  ClientUploadOptions,
  ListPage,
  RequestOptions,
  ShownContext,
} from './client-interface.ts';
export type * from './default-routes.ts';
export { imageWidths, type ResizedPictures, resizedSrcset, resizedUrl } from './resized-pictures.ts';
export { PlatenError } from './send-request.ts';
export type { UploadProgress } from './upload-progress.ts';

/**
 * A client of the interface: `client.posts.list({ per_page: 5 })`. The type parameter is `Routes` as `platen types`
 * writes it for your own types and extensions.
 */
export function createClient<R extends object = Routes>(options: ClientOptions): Client<R> {
  const sender = createSender(options);
  const tags = new WeakMap<object, string>();
  const send: SendRequest = (request) => sender(withTag(request, tags));
  const read = (response: Response): Promise<unknown> => bodyOf(response, tags);
  const collection = (path: string) => collectionAt(path, send, read);
  const own: Readonly<Record<string, unknown>> = {
    request: async (method: string, path: string, input: object, more?: RequestOptions) =>
      read(await send({ ...addressed(method, path, input), options: more })),
    collection,
    etag: (item: object) => tags.get(item),
  };
  const known = (name: string | symbol): unknown =>
    // A promise asks whether it is one.
    typeof name === 'symbol' || name === 'then' ? undefined : (own[name] ?? collection(`/wp/v2/${name}`));
  // The type says which of the names the routes have; asking for another is a 404.
  return new Proxy({}, { get: (_target, name) => known(name) }) as Client<R>;
}

type Bag = Readonly<Record<string, unknown>>;
type ReadBody = (response: Response) => Promise<unknown>;

function collectionAt(path: string, send: SendRequest, read: ReadBody) {
  const item = (id: number | string): string => `${path}/${encodeURIComponent(id)}`;
  const ask = async (method: string, at: string, input: object = {}, options?: RequestOptions) =>
    read(await send({ ...carrying(method, at, input), options }));
  const list = async (input: Bag = {}, options?: RequestOptions): Promise<ListPage<unknown>> => {
    const response = await send({ ...carrying('GET', path, input), options });
    return pageOf(response, await read(response));
  };
  async function* pages(input: Bag = {}, options?: RequestOptions): AsyncGenerator<ListPage<unknown>> {
    const byCursor = input['cursor'] !== undefined;
    let next: Bag | null = input;
    for (let number = Number(input['page'] ?? 1) + 1; next; number += 1) {
      const page: ListPage<unknown> = await list(next, options);
      yield page;
      if (byCursor) next = page.nextCursor === null ? null : { ...input, cursor: page.nextCursor };
      else next = number > (page.totalPages ?? 0) ? null : { ...input, page: number };
    }
  }
  return {
    list,
    pages,
    async *all(input?: Bag, options?: RequestOptions) {
      for await (const { items } of pages(input, options)) yield* items;
    },
    get: (id: number | string, input?: object, options?: RequestOptions) => ask('GET', item(id), input, options),
    create: (input: object, options?: RequestOptions) => ask('POST', path, input, options),
    update: (id: number | string, input: object, options?: RequestOptions) => ask('POST', item(id), input, options),
    delete: (id: number | string, input?: object, options?: RequestOptions) => ask('DELETE', item(id), input, options),
    upload: async (file: ClientFile, options?: ClientUploadOptions<object>) =>
      read(await send(uploading(path, file, options))),
  };
}

/** A request with its arguments: in the query for reads and removals, else as JSON. */
function carrying(method: string, path: string, input: object): OutgoingRequest {
  if (method !== 'GET' && method !== 'DELETE') {
    const headers = { 'content-type': 'application/json' };
    return { method, path, headers, body: JSON.stringify(input) };
  }
  const query = String(new URLSearchParams(parameterPairs(inQuery(input))));
  return { method, path: query === '' ? path : `${path}?${query}`, headers: {} };
}

/** `_embed` counts as soon as it is there, and the names of fields and relations are one text. */
function inQuery({ _embed, _fields, ...input }: { readonly _embed?: unknown; readonly _fields?: unknown }): object {
  return {
    ...input,
    ...(Array.isArray(_fields) ? { _fields: _fields.join() } : {}),
    ...(_embed ? { _embed: Array.isArray(_embed) ? _embed.join() : 1 } : {}),
  };
}

/** The same for any route: arguments that its path names are put there. */
function addressed(method: string, path: string, input: object): OutgoingRequest {
  const rest: Record<string, unknown> = { ...input };
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return carrying(method, at, rest);
}

function uploading(path: string, file: ClientFile, options: ClientUploadOptions<object> = {}): OutgoingRequest {
  const { filename, fields = {}, onProgress } = options;
  const blob = file instanceof Blob ? file : new Blob([file]);
  const form = new FormData();
  for (const [name, value] of parameterPairs(fields)) form.append(name, value);
  if (filename !== undefined) form.append('file', blob, filename);
  else form.append('file', blob);
  return {
    method: 'POST',
    path,
    body: form,
    options,
    via: onProgress && sendWithProgress(blob.size, onProgress),
  };
}

/** An item in place of its tag is looked up. */
function withTag(request: OutgoingRequest, tags: WeakMap<object, string>): OutgoingRequest {
  const { options } = request;
  if (typeof options?.ifMatch !== 'object') return request;
  const ifMatch = tags.get(options.ifMatch);
  if (ifMatch === undefined) throw new TypeError('ifMatch is not an item that this client has read.');
  return { ...request, options: { ...options, ifMatch } };
}

async function bodyOf(response: Response, tags: WeakMap<object, string>): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 204) return null;
  if (!/^application\/json\b/.test(type)) return response.text();
  const body: unknown = await response.json();
  const etag = response.headers.get('etag');
  if (etag !== null && typeof body === 'object' && body !== null) tags.set(body, etag);
  return body;
}

function pageOf({ headers }: Response, items: unknown): ListPage<unknown> {
  const count = (name: string): number | null => (headers.has(name) ? Number(headers.get(name)) : null);
  return {
    items: Array.isArray(items) ? items : [],
    total: count('x-wp-total'),
    totalPages: count('x-wp-totalpages'),
    nextCursor: headers.get('x-platen-next-cursor') ?? linkedCursor(headers.get('link')),
  };
}

/** Scripts of other origins may read the link to the next page, and not the header of its own. */
function linkedCursor(link: string | null): string | null {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(link ?? '') ?? [];
  return address === undefined ? null : new URL(address).searchParams.get('cursor');
}

/** Arguments as pairs of a query or a form: lists as `name[]`, objects as `name[key]`; undefined is left out. */
export function parameterPairs(input: object, within = ''): [name: string, value: string][] {
  return Object.entries(input).flatMap(([key, value]): [string, string][] => {
    const name = within === '' ? key : `${within}[${Array.isArray(input) ? '' : key}]`;
    if (value === undefined || value === null) return [];
    if (typeof value === 'object') return parameterPairs(value, name);
    return [[name, String(value)]];
  });
}
