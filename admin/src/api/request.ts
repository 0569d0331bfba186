import { start } from '../app/start.ts';
import { Refused, Unreachable } from './refused.ts';
import { renewSession, sessionNonce } from './session.ts';

export type Query = Readonly<Record<string, unknown>>;

export interface Sending {
  readonly method: string;
  /** Inside the interface, `/wp/v2/posts`. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export interface Answered<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

/** Sends a request with the session's nonce; logs in again and repeats it where the session has ended. */
export async function sendRaw(sending: Sending): Promise<Response> {
  const first = await exchange(sending);
  return (await hasSessionEnded(first)) ? renewSession().then(() => exchange(sending)) : first;
}

/** As `sendRaw`; what the server refused is thrown. */
export async function send<Body>(sending: Sending): Promise<Answered<Body>> {
  const answer = await sendRaw(sending);
  const body = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, body);
  return { body, headers: answer.headers };
}

/** A file of the interface, which cannot be reached with a link: every request carries the session's nonce. */
export async function fetchFile(path: string, query: Query = {}): Promise<Blob> {
  const sending = { method: 'GET', path, query };
  const first = await exchange(sending);
  const answer = (await hasSessionEnded(first)) ? await renewSession().then(() => exchange(sending)) : first;
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
  return answer.blob();
}

async function exchange({ method, path, query = {}, body, headers = {}, signal }: Sending): Promise<Response> {
  const isForm = body instanceof FormData || body instanceof Blob;
  try {
    return await fetch(addressOf(path, query), {
      method,
      signal: signal ?? null,
      headers: {
        'X-WP-Nonce': sessionNonce(),
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Unreachable();
  }
}

/** A refused nonce is older than its session, or the session is gone: the answer is then that of a visitor. */
async function hasSessionEnded(answer: Response): Promise<boolean> {
  if (answer.status === 401) return true;
  if (answer.status !== 403) return false;
  const body = await answer
    .clone()
    .json()
    .catch(() => null);
  return body?.code === 'rest_cookie_invalid_nonce';
}

/** The address with its parameters; lists are repeated names, as the interface reads them. */
export function addressOf(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) for (const one of value) parameters.append(`${name}[]`, String(one));
    else parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `${start.apiPath}${path}${text && `?${text}`}`;
}
