import { hash } from 'node:crypto';
import { parseParams } from '../../../src/api/params.ts';
import { secretKey } from '../../../src/auth/secrets.ts';
import { createServiceSecrets } from '../../../src/extensions/cache/service/service-secrets.ts';
import { requestFor, type TestPlaten } from '../../support/platen.ts';

export const token = 'TokenTokenTokenTokenTokenToken12';
export const key = 'KeyKeyKeyKeyKeyKeyKeyKeyKeyKeyKeyKey1234';

/** The proof that one knows so many characters of a secret from an offset. */
export const proof = (secret: string, offset: number, length: number) =>
  hash('md5', secret.slice(offset, offset + length));

export interface Said {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the server said
  readonly body: any;
}

/** Calls a route of the toolset as a node would, with a form or with JSON. */
export async function call(
  { platen }: TestPlaten,
  path: string,
  sent: { form?: Record<string, string>; json?: unknown; address?: string; headers?: Record<string, string> } = {},
): Promise<Said> {
  const fields = parseParams(new URLSearchParams(sent.form ?? {}).toString());
  const request = {
    ...requestFor('POST', `/cache/v1/${path}`, sent.json, sent.headers ?? {}),
    remoteAddress: sent.address ?? '127.0.0.1',
    ...(sent.form ? { body: async () => ({ kind: 'form', fields }) as const } : {}),
  };
  const answer = await platen.answer(request);
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
  return { status: answer.status, headers, body: JSON.parse(String(answer.payload)) };
}

export const secretsOf = ({ platen }: TestPlaten) =>
  createServiceSecrets(() => secretKey(platen.store, 'cache toolset'));

/** Opens a handshake, as an administrator who pastes a token does. */
export const openToken = (site: TestPlaten, nowMs = Date.now()) =>
  secretsOf(site).openToken(site.platen.store, token, nowMs);

/** Connects the site: from here on it holds the key. */
export const takeKey = (site: TestPlaten) =>
  secretsOf(site).takeKey(site.platen.store, key, { linked: true, mainDomain: '' }, Date.now());
