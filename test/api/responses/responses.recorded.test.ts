import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAnswerCheck } from '../../support/check-answer.ts';
import { createDocumentCheck } from '../../support/check-document.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = resolve(root, process.env['PLATEN_CONFORMANCE_DIR'] ?? '../shared/conformance');
const hasRecordings = existsSync(join(folder, 'recordings'));
if (!hasRecordings)
  console.log(`Skipped: there are no recordings at ${folder} (PLATEN_CONFORMANCE_DIR names another folder).`);

interface Step {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly response: { readonly status: number; readonly body?: unknown };
}

/** What differs from one recording to the next is written as an object with one member that begins with a dollar. */
function filled(value: unknown, member = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one));
  if (/^⟦(?:any|now)⟧$/.test(String(value)) && member in free) return free[member];
  if (typeof value === 'string') return text(value);
  if (value === null || typeof value !== 'object') return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0]?.startsWith('$')) return samples[keys[0]] ?? value;
  // What forms show beyond the recorded generation of them.
  const later = {
    ...(member === 'properties' && 'form' in value ? { fields: [], settings: [] } : {}),
    ...('into' in value && 'status' in value ? { posted_data_hash: '' } : {}),
    ...('into' in value && 'idref' in value ? { error_id: '', field: '' } : {}),
  };
  return Object.fromEntries(
    Object.entries({ ...later, ...value }).map(([name, inner]) => [
      name,
      filled(inner, member === 'params' ? '' : name),
    ]),
  );
}

/** Members that the recordings leave free, each with a value that it can have. */
const free: Readonly<Record<string, unknown>> = {
  use_smilies: true,
  start_of_week: 1,
  default_ping_status: 'open',
  default_comment_status: 'open',
  media_details: {},
  data: null,
  config_errors: [],
  registered_date: '2020-01-01T00:00:00+00:00',
};
const samples: Readonly<Record<string, unknown>> = { $id: 1 };
const marks: Readonly<Record<string, string>> = { id: '1', now: '2020-01-01T00:00:00' };
const text = (value: string) => value.replaceAll(/⟦([a-z]+)[^⟧]*⟧/g, (_, name: string) => marks[name] ?? name);

/** The path inside the interface; the front page of the site takes it as a parameter. */
function addressOf(asked: string): { path: string; query: URLSearchParams } {
  const { pathname, searchParams: query } = new URL(asked.replace(/^site:/, ''), 'http://site.test');
  return { path: query.get('rest_route') ?? pathname, query };
}

/** A request may say in its address or a header that it is another one. */
function methodOf({ method, headers = {} }: Step['request'], query: URLSearchParams): string {
  const header = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-http-method-override')?.[1];
  return (query.get('_method') ?? header ?? method).toUpperCase();
}

describe.runIf(hasRecordings).each(['a', 'b'] as const)('the recorded answers of variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  it.each(['the exact schemas of what they show', 'the OpenAPI document'] as const)('match %s', async (measure) => {
    const { registry } = site.platen;
    const check =
      measure === 'the OpenAPI document'
        ? createDocumentCheck(
            (await site.as('anonymous').get('/platen/v1/openapi.json')).body,
            registry,
            variant === 'a',
          )
        : createAnswerCheck(registry, variant === 'a');
    const differing: string[] = [];
    let checked = 0;
    for (const name of readdirSync(join(folder, 'recordings', variant))) {
      const group = JSON.parse(readFileSync(join(folder, 'recordings', variant, name), 'utf8'));
      for (const { request, response } of group.scenarios.flatMap((one: { steps: Step[] }) => one.steps) as Step[]) {
        const { path, query } = addressOf(text(request.path));
        if (
          typeof response.status !== 'number' ||
          response.body === undefined ||
          query.has('_envelope') ||
          query.has('_jsonp')
        )
          continue;
        const method = methodOf(request, query);
        const found = check({ method, path, query, status: response.status, body: filled(response.body) });
        if (found) differing.push(`${name}: ${request.method} ${request.path} ${response.status}: ${found}`);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(1000);
    expect([...new Set(differing)].slice(0, 40)).toEqual([]);
  });
});
