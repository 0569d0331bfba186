import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, serializeOuter } from 'parse5';
import { type MarkupTag, scanMarkup } from './scan-markup.ts';

/** The quotation and the frame in some foreign HTML, built anew; null when it has neither. */
export function safeEmbedHtml(foreign: string, members: Readonly<Record<string, unknown>>): string | null {
  const { quote, frame } = quoteAndFrame(foreign);
  const safe = [...(quote ? [safeQuote(quote)] : []), ...(frame ? [safeFrame(frame, members)] : [])];
  return safe.length > 0 ? safe.map(writeElement).join('\n') : null;
}

/** The text of a quotation, and its last address. */
interface Quote {
  text: string;
  link?: string;
}

/** The first quotation and the first frame with an address that may be shown. */
function quoteAndFrame(foreign: string) {
  let quote: Quote | undefined;
  let frame: ReadonlyMap<string, string> | undefined;
  /** Quotations that are open, up to the end of the first. */
  let depth = 0;
  const open = ({ name, attributes }: MarkupTag) => {
    if (name === 'blockquote' && (depth > 0 || !quote)) {
      quote ??= { text: '' };
      depth++;
    }
    const link = name === 'a' && depth > 0 ? (attributes.get('href') ?? '') : '';
    if (quote && isHttps(link)) quote.link = link;
    if (name === 'iframe' && !frame && isHttps(attributes.get('src') ?? '')) frame = attributes;
  };
  const close = (name: string) => {
    if (name === 'blockquote' && depth > 0) depth--;
  };
  const text = (more: string) => {
    if (quote && depth > 0) quote.text += more;
  };
  scanMarkup(foreign, { open, close, text }, { language: 'html' });
  return { quote, frame };
}

/** The answer of a provider as HTML for an address. */
export function foreignHtml(answer: Readonly<Record<string, string | number>>, address: string): string {
  if (typeof answer['html'] === 'string') return answer['html'];
  const title = String(answer['title'] ?? address);
  const link = (...content: Parameters<typeof createElement>[2][]) =>
    writeElement(createElement('a', { href: address, rel: 'noopener nofollow ugc' }, ...content));
  if (answer['type'] !== 'photo') return link(title);
  const measures = ['width', 'height'].flatMap((name) =>
    typeof answer[name] === 'number' ? [[name, String(answer[name])]] : [],
  );
  return link(
    createElement('img', {
      src: String(answer['url'] ?? ''),
      alt: title,
      ...Object.fromEntries(measures),
      loading: 'lazy',
    }),
  );
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

function safeQuote({ text, link }: Quote) {
  const shown = text.replace(/\s+/g, ' ').trim().slice(0, mostQuoted);
  const content = link === undefined ? shown : createElement('a', { href: link, rel: 'noopener nofollow ugc' }, shown);
  return createElement('blockquote', {}, content);
}

function isHttps(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'https:' && parsed.username === '' && !/[\s<>"'`]/.test(url);
}

type TreeElement = DefaultTreeAdapterTypes.Element;

/** An element with child elements and plain text. */
export function createElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (TreeElement | string)[]
): TreeElement {
  const attrs = Object.entries(attributes).map(([key, value]) => ({ name: key, value }));
  const element = defaultTreeAdapter.createElement(name, html.NS.HTML, attrs);
  for (const child of children) {
    if (typeof child === 'string') defaultTreeAdapter.insertText(element, child);
    else defaultTreeAdapter.appendChild(element, child);
  }
  return element;
}

/** An element as HTML, everything in it escaped. */
export const writeElement = (element: TreeElement): string => serializeOuter(element);

const most = 99_999;

/** A positive number from foreign input, such as `640` or `"640px"`; null for anything else. */
export function positiveCount(value: unknown): number | null {
  const isText = typeof value === 'string' && /^\d{1,5}(?:px)?$/.test(value);
  const number = typeof value === 'number' ? value : isText ? Number.parseInt(value, 10) : Number.NaN;
  return number > 0 && number <= most ? Math.round(number) : null;
}
