import { parseFragment } from 'parse5';
import { attributesOf, createElement, elements, textContent, writeElement } from './html-tree.ts';
import { positiveCount } from './positive-count.ts';

/** The quotation and the frame in some foreign HTML, built anew; null when it has neither. */
export function safeEmbedHtml(foreign: string, members: Readonly<Record<string, unknown>>): string | null {
  const fragment = parseFragment(foreign);
  const [quote] = elements(fragment, 'blockquote');
  const frame = elements(fragment, 'iframe')
    .map(attributesOf)
    .find((attributes) => isHttps(attributes.get('src') ?? ''));
  const safe = [...(quote ? [safeQuote(quote)] : []), ...(frame ? [safeFrame(frame, members)] : [])];
  return safe.length > 0 ? safe.map(writeElement).join('\n') : null;
}

/** Attributes that the frame lacks are taken from the other members of the response. */
function safeFrame(attributes: ReadonlyMap<string, string>, members: Readonly<Record<string, unknown>>) {
  const pixels = (name: string, usual: number) =>
    String(positiveCount(attributes.get(name)) ?? positiveCount(members[name]) ?? usual);
  return createElement('iframe', {
    sandbox: 'allow-scripts allow-popups',
    src: attributes.get('src') ?? '',
    width: pixels('width', 600),
    height: pixels('height', 338),
    title: attributes.get('title') ?? String(members['title'] ?? ''),
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    frameborder: '0',
  });
}

const mostQuoted = 2_000;

function safeQuote(quote: Parameters<typeof textContent>[0]) {
  const link = elements(quote, 'a')
    .map((element) => attributesOf(element).get('href') ?? '')
    .findLast(isHttps);
  const text = textContent(quote).replace(/\s+/g, ' ').trim().slice(0, mostQuoted);
  const content = link === undefined ? text : createElement('a', { href: link, rel: 'noopener nofollow ugc' }, text);
  return createElement('blockquote', {}, content);
}

function isHttps(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'https:' && parsed.username === '' && !/[\s<>"'`]/.test(url);
}
