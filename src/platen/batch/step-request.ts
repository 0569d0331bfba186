import { randomUUID } from 'node:crypto';
import { parseParams } from '../../api/params.ts';
import type { ApiRequest } from '../../api/request.ts';
import { errors } from '../../errors.ts';
import { readJson } from '../../http/body/read-json.ts';
import type { Step } from './step.ts';

/** The caller of a step is that of the batch, so headers that say who asks have no meaning here. */
const identifying = new Set(['authorization', 'cookie', 'x-wp-nonce']);
/** Parameters that change the form of an answer; a step has a form of its own. */
const formal = ['_jsonp', '_envelope'];
const longestPath = 16_384;

/** The request that a step describes. */
export function stepRequest({ method, path, headers, body }: Step, batch: ApiRequest): ApiRequest {
  if (path.length > longestPath) throw errors.rest_url_too_long();
  const [pathname = '', search = ''] = splitOnce(path, '?');
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
