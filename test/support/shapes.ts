import { parseParams } from '../../src/api/params.ts';
import type { ApiRequest } from '../../src/api/request.ts';
import { requestFor } from './platen.ts';

/** A value as JSON can say it; where it is sent as text, null is the empty text. */
export type Sent = string | number | boolean | null | readonly Sent[] | { readonly [name: string]: Sent };
export type Fields = Readonly<Record<string, Sent>>;

/** What a client can send in place of any value. Names that every object answers to are the hardest to bear. */
export const shapes: Readonly<Record<string, Sent>> = {
  object: { a: '1', toString: '1', valueOf: '1' },
  'nested object': { a: { b: '1' }, raw: { raw: '1' } },
  'list of objects': [{ a: '1' }],
  'list in a list': [['1']],
  nothing: null,
  boolean: true,
  'huge number': 1e308,
};

/** The ways a field can travel. */
export const carriers = {
  query: (method, path, fields) => ({ method, url: `${path}?${encodeFields(fields)}`, body: null }),
  form: (method, path, fields) => ({ method, url: path, body: { kind: 'form', text: encodeFields(fields) } }),
  json: (method, path, fields) => ({ method, url: path, body: { kind: 'json', text: JSON.stringify(fields) } }),
} satisfies Record<string, (method: string, path: string, fields: Fields) => Carried>;

export interface Carried {
  readonly method: string;
  readonly url: string;
  readonly body: { readonly kind: 'form' | 'json'; readonly text: string } | null;
}

/** A carried request as the HTTP server would hand it over. */
export function carriedRequest({ method, url, body }: Carried, headers: Record<string, string>): ApiRequest {
  const request = requestFor(method, url, undefined, headers);
  if (!body) return request;
  return {
    ...request,
    body: async () =>
      body.kind === 'json'
        ? { kind: 'json', value: JSON.parse(body.text) }
        : { kind: 'form', fields: parseParams(body.text) },
  };
}

function encodeFields(fields: Fields): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => encodeField(name, value))
    .join('&');
}

function encodeField(name: string, value: Sent): string[] {
  if (value === null || typeof value !== 'object') return [`${name}=${encodeURIComponent(String(value ?? ''))}`];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) => encodeField(`${name}[${isList ? '' : key}]`, inner));
}
