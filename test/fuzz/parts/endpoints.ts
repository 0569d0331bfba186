import { exchange } from '../core/exchange.ts';
import type { Part } from '../core/part.ts';
import { type Random, randomOf } from '../core/random.ts';
import type { FuzzSite } from '../world/fuzz-site.ts';
import { judgeAnswer } from './judge-answer.ts';
import { formOf, type Operation, operationsOf, type RequestCase, requestCase } from './request-case.ts';
import { createRows, type Rows } from './rows.ts';

/** Every operation that discovery lists, as every role, with values that fit and values that do not. */
export const endpoints = requestPart('endpoints', '/wp-json/');

/** The same for the routes that only this server has. */
export const platenEndpoints = requestPart('platen', '/wp-json/platen/v1');

function requestPart(name: string, description: string): Part<RequestCase> {
  return {
    name,
    lanes: 4,
    async open(site) {
      const operations = await operationsAt(site.origin, description);
      const rows = createRows(site);
      await makeRows(site, rows);
      let runs = 0;
      return {
        next: (random) => harmless(tamed(requestCase(operations, random))),
        run: (one) => runRequest(site, rows, one, randomOf(JSON.stringify(one), runs++)),
      };
    },
  };
}

/** Log-ins of the run are not taken away, nobody waits long for a change, and an export file holds everything on purpose. */
function harmless(one: RequestCase): RequestCase {
  if (/\/exchange\/[^/]*\/file$/.test(one.path) && one.as === 'administrator') return { ...one, as: 'editor' };
  if (one.path.endsWith('/changes'))
    return { ...one, query: one.query.map(([name, value]) => [name, name.startsWith('wait') ? '0' : value]) };
  return isWrite(one) && one.path.includes('/application-passwords')
    ? { ...one, path: one.path.replace('/users/me/', '/users/{users}/') }
    : one;
}

/** What a description lists; a busy server is asked again. */
async function operationsAt(origin: string, target: string): Promise<Operation[]> {
  for (let tries = 1; ; tries++) {
    const discovery = await exchange(origin, { method: 'GET', target, headers: {} });
    if (typeof discovery !== 'string' && discovery.status === 200) return operationsOf(JSON.parse(discovery.text));
    if (tries === 60) throw new Error(`There is no discovery: ${JSON.stringify(discovery)}`);
    await new Promise((next) => setTimeout(next, 1_000));
  }
}

/**
 * The administrator is not sent to lock himself out: a run without a log-in asks nothing. And those who may change a
 * hidden row are not sent to do so, since it would not be hidden afterwards.
 */
function tamed(one: RequestCase): RequestCase {
  if (!isWrite(one)) return one;
  // Every kind of row counts from 1: the number of a user may be that of a hidden post.
  const base = /\/(posts|pages|media|comments|categories|tags|users)\b/.exec(one.path)?.[1] ?? 'posts';
  const path = one.path.replaceAll('{hidden-', '{').replace(new RegExp(`/${base}/\\{\\w+\\}`), `/${base}/{${base}}`);
  // What is written may be shown; and a number in the body or the query counts before the one in the path.
  const text = one.body?.text
    .replaceAll('{secret}', 'word')
    .replaceAll(/(\bid\b[^{]{0,12})\{[\w-]+\}/g, `$1{${base}}`)
    // Whoever is named as the author of something has written it, and his name is shown.
    .replaceAll('{hidden-users}', '{users}');
  const body = one.body && text !== undefined ? { body: { ...one.body, text } } : {};
  const query = one.query.map(
    ([name, value]) =>
      [
        name,
        (name === 'id' ? value.replace(/\{[\w-]+\}/, `{${base}}`) : value)
          .replaceAll('{secret}', 'word')
          .replaceAll('{hidden-users}', '{users}'),
      ] as const,
  );
  if (one.as === 'administrator' && /wp\/v2\/users\/(?:(?:me|1|01|%31)(?![0-9])|\{)/.test(path)) {
    return { ...one, as: 'editor', path, query, ...body };
  }
  return { ...one, path, query, ...body };
}

function isWrite({ method, query, headers }: RequestCase): boolean {
  const isOverridden = headers?.['x-http-method-override'] !== undefined || query.some(([name]) => name === '_method');
  return !['GET', 'HEAD', 'OPTIONS'].includes(method) || isOverridden;
}

export async function runRequest(site: FuzzSite, rows: Rows, one: RequestCase, random: Random): Promise<string[]> {
  const path = rows.fill(one.path, random);
  const query = one.query.map(([name, value]) => [name, rows.fill(value, random)] as const);
  const search = query.length > 0 ? `?${formOf(query)}` : '';
  const authorization = site.authorization(one.as);
  const headers = {
    ...one.headers,
    ...(authorization ? { authorization } : {}),
    ...(one.body ? { 'content-type': one.body.type } : {}),
  };
  const body = one.body ? { body: rows.fill(one.body.text, random) } : {};
  const sent = { method: one.method, target: `/wp-json${path}${search}`, headers, ...body };
  const got = await exchange(site.origin, sent);
  site.tally.count(one.path.replaceAll('{hidden-', '{'), one.as, typeof got === 'string' ? 'no answer' : got.status);
  if (typeof got === 'string') return [got];
  rows.learn(path, got.text);
  const asked = {
    as: one.as,
    method: effectiveMethod(one, query),
    path,
    query: new URLSearchParams(search),
    // Encoded and plain, since an answer repeats it in either form.
    sent: `${JSON.stringify(sent)}\n${query.map(([, value]) => value).join('\n')}`,
  };
  return judgeAnswer(asked, got, site);
}

function effectiveMethod(one: RequestCase, query: readonly (readonly [string, string])[]): string {
  // A list counts as sent, and names no method.
  if (query.some(([name]) => name.startsWith('_method['))) return one.method.toUpperCase();
  const sent = query.findLast(([name]) => name === '_method')?.[1] ?? one.headers?.['x-http-method-override'];
  return (sent || one.method).toUpperCase();
}

/** Rows that anybody may be sent to, whatever becomes of them. */
async function makeRows(site: FuzzSite, rows: Rows): Promise<void> {
  const made: readonly (readonly [string, (n: number) => Record<string, unknown>])[] = [
    ['posts', (n) => ({ title: `Open ${n}`, content: 'Words', status: 'publish' })],
    ['pages', (n) => ({ title: `Open ${n}`, content: 'Words', status: 'publish' })],
    ['categories', (n) => ({ name: `Kind ${n}` })],
    ['tags', (n) => ({ name: `Tag ${n}` })],
    ['users', (n) => ({ username: `user${n}`, email: `user${n}@example.org`, password: 'pw' })],
    ['comments', (n) => ({ post: '{posts}', content: `Said ${n}` })],
  ];
  for (const [name, fields] of made) {
    for (let n = 0; n < 6; n++) {
      const body = { type: 'application/json', text: JSON.stringify(fields(n)) };
      await runRequest(
        site,
        rows,
        { as: 'administrator', method: 'POST', path: `/wp/v2/${name}`, query: [], body },
        randomOf(name, n),
      );
    }
  }
}
