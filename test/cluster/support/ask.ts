import { administrator, type Instance } from './instance.ts';

/** What an instance answered; a request that got no answer has status 0. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  readonly milliseconds: number;
}

export interface Asking {
  readonly login?: string | null;
  readonly withinMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request to the interface of an instance, as the administrator unless told otherwise. */
export async function ask(
  { url }: Pick<Instance, 'url'>,
  method: string,
  path: string,
  body?: unknown,
  { login = administrator, withinMs = 60_000, headers = {} }: Asking = {},
): Promise<Answered> {
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  const isBytes = body instanceof Uint8Array;
  try {
    const response = await fetch(`${url}/wp-json${path}`, {
      method,
      signal: AbortSignal.timeout(withinMs),
      headers: {
        ...(login !== null && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
        ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text), headers: response.headers, milliseconds: took() };
  } catch (error) {
    return { status: 0, body: String(error), headers: new Headers(), milliseconds: took() };
  }
}

/** What a visitor without an account sees. */
export const visit = (instance: Pick<Instance, 'url'>, path: string): Promise<Answered> =>
  ask(instance, 'GET', path, undefined, { login: null });

/** The id of what was created; fails with the answer where nothing was. */
export function idOf({ status, body }: Answered): number {
  if (status !== 201 && status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return Number(member(body, 'id'));
}

/** A member of an answered object; undefined where there is none. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
