import { Refusal } from '../../schema/refusal.ts';
import type { Members } from '../../schema/schema.ts';
import type { Step } from './step.ts';

interface Limits {
  readonly methods: readonly string[];
  readonly most: number;
}

/** Why a list of requests is refused; null for one that can be read. */
export function refuseSteps(sent: readonly Members[], { methods, most }: Limits): Refusal | null {
  if (sent.length > most) return new Refusal(`requests has at most ${most} requests.`, 'rest_too_many_items');
  for (const [i, step] of sent.entries()) {
    const refusal = refuseStep(step, `requests[${i}]`, methods);
    if (refusal) return refusal;
  }
  return null;
}

function refuseStep(
  { path, method, headers, body }: Members,
  name: string,
  methods: readonly string[],
): Refusal | null {
  if (path === undefined) return new Refusal(`${name} needs a path.`, 'rest_property_required');
  if (typeof path !== 'string') return Refusal.ofType(`${name}[path]`, 'text');
  if (!path.startsWith('/')) return new Refusal(`${name}[path] must begin with a slash.`, 'rest_invalid_pattern');
  if (method !== undefined && !methods.some((known) => known === method))
    return new Refusal(`${name}[method] must be one of: ${methods.join(', ')}.`, 'rest_not_in_enum');
  if (body !== undefined && !isRecord(body)) return Refusal.ofType(`${name}[body]`, 'an object');
  const isText = (value: unknown) => typeof value === 'string';
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
