import type { Question } from './questions/question.ts';
import type { Caller } from './site/open-site.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const authorization = ({ login }: Caller): Record<string, string> =>
  login ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {};

export async function send(
  origin: string,
  method: string,
  path: string,
  caller: Caller,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: { ...authorization(caller), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const mostRedirects = 3;
const mostTries = 30;

/** A busy database asks to be tried again in a moment. */
async function patiently(origin: string, path: string, caller: Caller): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send(origin, 'GET', path, caller);
    if (answer.status !== 503 || tries === mostTries) return answer;
    await new Promise((done) => setTimeout(done, 500));
  }
}

/** Asks a server, where its answers lead to another address of the site as well. */
async function follow(origin: string, path: string, caller: Caller, siteUrl: string): Promise<Answer> {
  let answer = await patiently(origin, path, caller);
  for (let n = 0; n < mostRedirects && (answer.status === 301 || answer.status === 302); n += 1) {
    const to = answer.headers.get('location') ?? '';
    if (!to.startsWith(siteUrl)) break;
    answer = await patiently(origin, to.slice(siteUrl.length), caller);
  }
  return answer;
}

/** What a server answers to a question, in the terms of what is expected; how it differs, in words, where it does. */
export async function differenceOf(
  origin: string,
  question: Question,
  expected: ReturnType<Question['expected']>,
  siteUrl: string,
): Promise<string | null> {
  const answer = await follow(origin, question.path, question.caller, siteUrl);
  const found: string[] = [];
  const compare = (what: string, got: unknown, wanted: unknown): void => {
    if (JSON.stringify(got) !== JSON.stringify(wanted)) found.push(`${what}${told(got, wanted)}`);
  };
  const cache = answer.headers.get('x-cache') ?? 'none';
  compare('status', answer.status, expected.status);
  if (found.length > 0) return `${found.join('\n  ')}\n    ${answer.text.slice(0, 300)} (cache: ${cache})`;
  if (expected.status !== 200) return null;
  if (question.reads === 'links') compare('links', linksIn(answer), expected.links);
  else if (question.reads === 'body') compareBody(answer, expected, compare);
  else await compareList(origin, question, answer, expected, compare);
  return found.length > 0 ? `${found.join('\n  ')} (cache: ${cache})` : null;
}

const longList = 40;

/** Both values; of long lists what one has and the other has not, and where they part. */
function told(got: unknown, wanted: unknown): string {
  const whole = `\n    expected ${JSON.stringify(wanted)}\n    got      ${JSON.stringify(got)}`;
  if (!Array.isArray(got) || !Array.isArray(wanted) || Math.max(got.length, wanted.length) < longList) return whole;
  const [shown, right] = [got, wanted].map((list) => list.map((item) => JSON.stringify(item))) as [string[], string[]];
  const at = right.findIndex((item, n) => item !== shown[n]);
  const missing = right.filter((item) => !shown.includes(item)).slice(0, 5);
  const surplus = shown.filter((item) => !right.includes(item)).slice(0, 5);
  return `\n    expected ${right.length}, got ${shown.length}; they part at ${at}: ${right[at]} is ${shown[at]}\n    missing ${missing}\n    surplus ${surplus}`;
}

type Compare = (what: string, got: unknown, wanted: unknown) => void;
type Item = Readonly<Record<string, unknown>> & { readonly id: number };

async function compareList(
  origin: string,
  { path, caller }: Question,
  answer: Answer,
  expected: ReturnType<Question['expected']>,
  compare: Compare,
): Promise<void> {
  const items = [JSON.parse(answer.text) as Item | Item[]].flat();
  if (path.endsWith('&cursor=')) items.push(...(await restOfWalk(origin, answer, caller)));
  if (expected.ids)
    compare(
      'ids',
      items.map(({ id }) => id),
      expected.ids,
    );
  if (expected.total !== undefined) compare('X-WP-Total', Number(answer.headers.get('x-wp-total')), expected.total);
  if (expected.pages !== undefined)
    compare('X-WP-TotalPages', Number(answer.headers.get('x-wp-totalpages')), expected.pages);
  for (const item of items) {
    for (const [name, value] of Object.entries(expected.items?.get(item.id) ?? {}))
      if (name in item) compare(`${name} of ${item.id}`, plainly(item[name]), value);
  }
}

/** Ids in their order, and a title without what is put before it. */
function plainly(value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted((a, b) => a - b);
  const isRendered = typeof value === 'object' && value !== null && 'rendered' in value;
  return isRendered ? String(value.rendered).replace(/^(?:Private|Protected): /, '') : value;
}

async function restOfWalk(origin: string, first: Answer, caller: Caller): Promise<Item[]> {
  const items: Item[] = [];
  for (let answer = first; ; ) {
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    if (next === undefined) return items;
    answer = await patiently(origin, next.slice(next.indexOf('/wp-json')), caller);
    items.push(...(JSON.parse(answer.text) as Item[]));
  }
}

function compareBody(answer: Answer, expected: ReturnType<Question['expected']>, compare: Compare): void {
  const body = JSON.parse(answer.text) as Record<string, unknown>;
  if (!expected.ids) {
    const sorted = (counts: object) => Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
    compare('counts', sorted(body), sorted(expected.body as object));
    return;
  }
  compare(
    'ids',
    (body['items'] as Item[]).map(({ id }) => id),
    expected.ids,
  );
  compare('total', body['total'], expected.total);
  compare('exactness', { isExact: body['total_is'] === 'exact' }, expected.body);
}

const unescaped = (text: string): string => text.replaceAll('&#038;', '&').replaceAll('&amp;', '&');

/** The addresses that a page, a feed or a part of a sitemap leads to. */
function linksIn({ headers, text }: Answer): string[] {
  const type = headers.get('content-type') ?? '';
  const all = (pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].map(([, link = '', more = '']) => unescaped(`${link} ${more}`).trim());
  const links = type.includes('json')
    ? (JSON.parse(text) as { items: { url: string }[] }).items.map(({ url }) => url)
    : type.includes('rss')
      ? all(/<item>[\s\S]*?<link>([^<]*)<\/link>/g)
      : type.includes('atom')
        ? all(/<entry>[\s\S]*?<link[^>]*?href="([^"]*)"/g)
        : type.includes('html')
          ? all(/<h2><a href="([^"]*)"/g)
          : all(/<loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?/g);
  return links.map((link) => link.replace(/^.*(?=#comment-)/, ''));
}
