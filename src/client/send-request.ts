import type { ClientAuth, ClientOptions, RequestOptions } from './client-interface.ts';

/** A request before it has headers of its own. */
export interface OutgoingRequest {
  readonly method: string;
  /** Inside the interface, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly options?: RequestOptions | undefined;
  /** Sends it in another way than `fetch`. */
  readonly via?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

export type SendRequest = (request: OutgoingRequest) => Promise<Response>;

/** The root of the interface, of a site or as it is. */
export function interfaceRoot(url: string | URL): string {
  const bare = String(url).replace(/\/+$/, '');
  return /\/wp-json$/.test(bare) ? bare : `${bare}/wp-json`;
}

/** Sends requests; throws a `PlatenError` for every answer that is not a success. */
export function createSender(client: ClientOptions): SendRequest {
  const root = interfaceRoot(client.url);
  const send = async (request: OutgoingRequest): Promise<Response> => {
    const { method, body, options = {} } = request;
    const headers = { ...(await credentials(client.auth)), ...request.headers, ...conditions(options) };
    const init: RequestInit = {
      ...options.init,
      method,
      headers: { ...headers, ...options.headers },
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(client.auth && 'nonce' in client.auth ? { credentials: 'include' } : {}),
    };
    const fetch = request.via ?? client.fetch ?? globalThis.fetch;
    try {
      return await fetch(root + request.path, init);
    } catch (cause) {
      if (options.signal?.aborted) throw options.signal.reason;
      throw new PlatenError(`${method} ${request.path}: no answer.`, { code: 'network_error', status: 0, cause });
    }
  };
  return async (request) => {
    const { signal, retries = client.retries ?? 3 } = request.options ?? {};
    for (let attempt = 0; ; attempt += 1) {
      const response = await send(request);
      if (response.ok) return response;
      const waitMs = attempt < retries ? retryDelay(request.method, response, attempt) : null;
      if (waitMs === null) throw await errorOf(response);
      await response.body?.cancel();
      await pause(waitMs, signal);
    }
  };
}

async function credentials(auth: ClientAuth | undefined): Promise<Readonly<Record<string, string>>> {
  if (auth === undefined) return {};
  if (typeof auth === 'function') {
    const made = await auth();
    return typeof made === 'string' ? { authorization: made } : made;
  }
  if ('nonce' in auth) return { 'x-wp-nonce': typeof auth.nonce === 'string' ? auth.nonce : await auth.nonce() };
  const bytes = new TextEncoder().encode(`${auth.username}:${auth.password}`);
  return { authorization: `Basic ${btoa(String.fromCodePoint(...bytes))}` };
}

const conditions = ({ ifMatch }: RequestOptions): Record<string, string> =>
  typeof ifMatch === 'string' ? { 'if-match': ifMatch } : {};

const longestDelayMs = 60_000;

/** How long to wait before the next attempt; null where there should be none. */
function retryDelay(method: string, { status, headers }: Response, attempt: number): number | null {
  if (method !== 'GET' || (status !== 429 && status !== 503)) return null;
  const asked = headers.get('retry-after');
  if (asked === null) return 250 * 2 ** attempt * (0.5 + Math.random() / 2);
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  return ms <= longestDelayMs ? Math.max(0, ms) : null;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Everything that can go wrong with a request: what the server refused, with its `code`, and what never reached it
 * (`network_error`, status 0).
 */
export class PlatenError extends Error {
  override readonly name = 'PlatenError';
  readonly code: string;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** What the server says beside the message: `params` by name, `current` where a condition failed. */
  readonly data: Readonly<Record<string, unknown>> | null;

  constructor(
    message: string,
    about: { readonly code: string; readonly status: number; readonly data?: unknown; readonly cause?: unknown },
  ) {
    super(message, 'cause' in about ? { cause: about.cause } : {});
    this.code = about.code;
    this.status = about.status;
    // An object was seen; its members are checked by whoever uses them.
    this.data = typeof about.data === 'object' ? (about.data as PlatenError['data']) : null;
  }
}

/** The error that an answer states; answers of proxies that are not JSON have the code `http_error`. */
export async function errorOf(response: Response): Promise<PlatenError> {
  const { status, statusText } = response;
  const text = await response.text().catch(() => '');
  let body: { code?: unknown; message?: unknown; data?: unknown } = {};
  try {
    body = Object(JSON.parse(text));
  } catch {
    // Not JSON: the status says what there is to say.
  }
  const { code = 'http_error', message = `${status} ${statusText}`, data } = body;
  return new PlatenError(String(message), { code: String(code), status, data });
}
