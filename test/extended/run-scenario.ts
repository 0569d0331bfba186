import { type KnownIds, normalise } from './normalise.ts';
import { type Step, scenario } from './scenario.ts';

/** A request and what of its answer is compared. */
export interface Exchange {
  readonly as: string;
  readonly send: string;
  readonly body?: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

export type Send = (
  step: Step,
  request: { readonly method: string; readonly path: string; readonly body: unknown },
) => Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown }>;

const compared = ['allow', 'location', 'link', 'x-wp-total', 'x-wp-totalpages'];

/** Runs the scenario against one server and returns what it answered, part by part. */
export async function runScenario(siteUrl: string, send: Send): Promise<Record<string, Exchange[]>> {
  const known: KnownIds = { post: new Map(), term: new Map(), uuid: new Map() };
  const kept = new Map<string, number | string>();
  const parts: Record<string, Exchange[]> = {};
  for (const [part, steps] of Object.entries(scenario)) {
    parts[part] = [];
    for (const step of steps) {
      const [method = 'GET', path = '/'] = step.send.split(' ');
      const request = { method, path: filledText(path, kept), body: filled(step.body, kept) };
      const { status, headers, body } = await send(step, request);
      keep(step, body, kept, known);
      const around = { siteUrl, known, ids: step.ids ?? 'post' } as const;
      const shown = step.look && status < 400 ? step.look(body) : body;
      parts[part].push({
        as: step.as,
        send: step.send,
        ...(step.body === undefined ? {} : { body: step.body }),
        status,
        headers: Object.fromEntries(
          compared.flatMap((name) => {
            const value = headers[name];
            const isRoot = name === 'link' && value?.includes('api.w.org');
            return value === undefined || isRoot ? [] : [[name, normalise(value, around)]];
          }),
        ),
        answer: normalise(shown, around),
      });
    }
  }
  return parts;
}

function keep({ keep: wanted }: Step, body: unknown, kept: Map<string, number | string>, known: KnownIds): void {
  if (!wanted || typeof body !== 'object' || body === null) return;
  const [kind = '', name = ''] = wanted.split(' ');
  if ('uuid' in body && typeof body.uuid === 'string') {
    kept.set(name, body.uuid);
    known.uuid.set(body.uuid, name);
  } else if ('id' in body && typeof body.id === 'number') {
    kept.set(name, body.id);
    known[kind === 'term' ? 'term' : 'post'].set(body.id, name);
  }
}

const placeholder = /\{(\w+)\}/g;

const filledText = (text: string, kept: ReadonlyMap<string, number | string>): string =>
  text.replace(placeholder, (whole, name) => String(kept.get(name) ?? whole));

function filled(value: unknown, kept: ReadonlyMap<string, number | string>): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, kept));
  if (typeof value === 'string') {
    const [, name] = /^\{(\w+)\}$/.exec(value) ?? [];
    return name === undefined ? filledText(value, kept) : (kept.get(name) ?? value);
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filled(member, kept)]));
}
