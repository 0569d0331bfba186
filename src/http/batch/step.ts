import { randomUUID } from 'node:crypto';
import { parseParams } from '../../api/params.ts';
import type { ApiRequest } from '../../api/request.ts';
import { errors } from '../../lib/errors.ts';
import { type Members, Refusal } from '../../lib/schema/schema.ts';
import type { Caller } from '../../rules/capabilities.ts';
import { readJson } from '../body/parse-body.ts';
import { batchErrors } from './allowed-routes.ts';

/** A request as part of a batch. */
export interface Step {
  /** Whether what looks like a reference to an earlier answer is none. */
  readonly isLiteral?: boolean;
  /** Who does it, where that is not the caller of the batch; never read from a request. */
  readonly actor?: Caller;
  readonly method: string;
  /** Path inside the interface, with its parameters: `/wp/v2/posts/7?context=edit`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none. */
  readonly body: unknown;
}

export interface StepResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
}

/** As long as a URL may be. */
export const longestPath = 16_384;

export const hasFailed = ({ status }: Pick<StepResponse, 'status'>): boolean => status >= 400;

interface Limits {
  readonly methods: readonly string[];
  readonly most: number;
  /** Whether a path may be a whole URL, or be refused only when its step is answered. */
  readonly anyPath?: boolean;
}

/** Why a list of requests is refused; null for one that can be read. */
export function refuseSteps(sent: readonly Members[], limits: Limits): Refusal | null {
  const { most } = limits;
  if (sent.length > most) return new Refusal(`requests has at most ${most} requests.`, 'rest_too_many_items');
  for (const [i, step] of sent.entries()) {
    const refusal = refuseStep(step, `requests[${i}]`, limits);
    if (refusal) return refusal;
  }
  return null;
}

function refuseStep(
  { path, method, headers, body }: Members,
  name: string,
  { methods, anyPath = false }: Limits,
): Refusal | null {
  if (path === undefined) return new Refusal(`${name} needs a path.`, 'rest_property_required');
  if (method !== undefined && !methods.some((known) => known === method))
    return new Refusal(`${name}[method] must be one of: ${methods.join(', ')}.`, 'rest_not_in_enum');
  if (typeof path !== 'string') return Refusal.ofType(`${name}[path]`, 'text');
  if (!anyPath && !path.startsWith('/'))
    return new Refusal(`${name}[path] must begin with a slash.`, 'rest_invalid_pattern');
  if (body !== undefined && !isRecord(body)) return Refusal.ofType(`${name}[body]`, 'an object');
  const isText = (value: unknown) => typeof value === 'string' || (Array.isArray(value) && value.every(isText));
  if (headers !== undefined && !(isRecord(headers) && Object.values(headers).every(isText)))
    return Refusal.ofType(`${name}[headers]`, 'an object of texts');
  return null;
}

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The steps in a list of requests that was not refused. */
export function readSteps(sent: readonly Members[], usualMethod: string): Step[] {
  return sent.map(({ method, path, headers, body }) => ({
    method: typeof method === 'string' ? method : usualMethod,
    path: String(path),
    headers: isRecord(headers)
      ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      : {},
    body,
  }));
}

/** The caller of a step is that of the batch, so headers that say who asks have no meaning here. */
const identifying = new Set(['authorization', 'cookie', 'x-wp-nonce']);
/** Parameters that change the form of an answer; a step has a form of its own. */
const formal = ['_jsonp', '_envelope'];

/** The request that a step describes. */
export function stepRequest({ method, path, headers, body }: Step, batch: ApiRequest): ApiRequest {
  if (path.length > longestPath) throw errors.rest_url_too_long();
  const [pathname = '', search = ''] = splitOnce(withoutHost(path), '?');
  const query = parseParams(search);
  for (const name of formal) delete query[name];
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  return {
    id: randomUUID(),
    method,
    path: decoded(pathname),
    query,
    headers: Object.fromEntries(own.filter(([name]) => !identifying.has(name))),
    remoteAddress: batch.remoteAddress,
    secure: batch.secure,
    body: async (_intake, budget) => {
      if (!bytes) return { kind: 'none' };
      if (!budget) return { kind: 'json', value: body };
      if (bytes.length > budget.bytes)
        throw budget.tooLarge?.() ?? errors.rest_body_too_large({ why: `more than ${budget.bytes} bytes` });
      return readJson(bytes, budget);
    },
  };
}

/** The path of a URL with its parameters: whichever host it names, a step is answered by this site. */
function withoutHost(url: string): string {
  const [plain = ''] = splitOnce(url, '#');
  const [, host, path] = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/?]*)(.*)$/is.exec(plain) ?? [];
  if (host === '') throw batchErrors.parse_path_failed();
  return path ?? plain;
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw errors.rest_invalid_url();
  }
}
