import { parse, parseFragment } from 'parse5';
import { elements, textOf } from './discover-endpoint.ts';
import { escapeHtml } from './html.ts';

/** A foreign provider's answer in the standard's members, made safe. */
export type ForeignAnswer = Readonly<Record<string, string | number>>;

/** The members a provider may fill, and what they must be. Anything else it says is passed over. */
const members: Readonly<Record<string, 'text' | 'number' | 'url'>> = {
  title: 'text',
  author_name: 'text',
  author_url: 'url',
  provider_name: 'text',
  provider_url: 'url',
  cache_age: 'number',
  thumbnail_url: 'url',
  thumbnail_width: 'number',
  thumbnail_height: 'number',
  width: 'number',
  height: 'number',
};

/**
 * Reads what a provider answered; null when it is no usable oEmbed answer. Its HTML is never passed on: it is parsed,
 * and a quotation and a sandboxed frame are written anew from what was found in it.
 */
export function readForeignAnswer(body: string, format: 'json' | 'xml'): ForeignAnswer | null {
  const given = format === 'json' ? readJson(body) : readXml(body);
  const type = String(given?.['type'] ?? '');
  if (!given || !['photo', 'video', 'rich', 'link'].includes(type)) return null;
  const answer: Record<string, string | number> = { version: '1.0', type };
  for (const [name, kind] of Object.entries(members)) {
    const value = cleaned(given[name], kind);
    if (value !== null) answer[name] = value;
  }
  if (type === 'photo') {
    const url = cleaned(given['url'], 'url');
    if (url === null) return null;
    answer['url'] = url;
  } else if (type !== 'link') {
    const html = safeEmbedHtml(String(given['html'] ?? ''), answer);
    if (html === null) return null;
    answer['html'] = html;
  }
  return answer;
}

/** The quotation and the frame of some foreign HTML, rewritten; null when it holds neither. */
export function safeEmbedHtml(html: string, size: Readonly<Record<string, unknown>>): string | null {
  const fragment = parseFragment(html);
  const quote = elements(fragment, 'blockquote')[0];
  const frame = elements(fragment, 'iframe')
    .map((element) => new Map(element.attrs.map(({ name, value }) => [name, value])))
    .find((attributes) => isHttps(attributes.get('src') ?? ''));
  const parts: string[] = [];
  if (quote) parts.push(quotation(quote));
  if (frame) {
    const dimension = (name: string) => positive(frame.get(name)) ?? positive(size[name]);
    const [width, height, title] = [
      dimension('width') ?? 600,
      dimension('height') ?? 338,
      frame.get('title') ?? String(size['title'] ?? ''),
    ];
    parts.push(
      `<iframe sandbox="allow-scripts allow-popups" src="${escapeHtml(frame.get('src')!)}" width="${width}" height="${height}" title="${escapeHtml(title)}" loading="lazy" referrerpolicy="no-referrer" frameborder="0"></iframe>`,
    );
  }
  return parts.length > 0 ? parts.join('\n') : null;
}

function quotation(quote: Parameters<typeof elements>[0]): string {
  const link = elements(quote, 'a')
    .map((element) => element.attrs.find(({ name }) => name === 'href')?.value ?? '')
    .findLast(isHttps);
  const text = escapeHtml(textOf(quote).replace(/\s+/g, ' ').trim().slice(0, 2_000));
  return `<blockquote>${link === undefined ? text : `<a href="${escapeHtml(link)}" rel="noopener nofollow ugc">${text}</a>`}</blockquote>`;
}

function isHttps(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'https:' && parsed.username === '' && !/[\s<>"'`]/.test(url);
}

function cleaned(value: unknown, kind: 'text' | 'number' | 'url'): string | number | null {
  if (kind === 'number') return positive(value);
  if (typeof value !== 'string' || value === '') return null;
  if (kind === 'url') return /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : null;
  return textOf(parseFragment(value)).replace(/\s+/g, ' ').trim().slice(0, 500);
}

function positive(value: unknown): number | null {
  const number =
    typeof value === 'number'
      ? value
      : /^\d{1,5}(?:px)?$/.test(String(value))
        ? Number.parseInt(String(value), 10)
        : Number.NaN;
  return Number.isFinite(number) && number > 0 && number <= 99_999 ? Math.round(number) : null;
}

function readJson(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The flat XML of the standard needs no more than an HTML parser, which expands no entity and fetches nothing. */
function readXml(body: string): Readonly<Record<string, unknown>> | null {
  const root = elements(parse(body.replace(/<(\/?)(html|title|link)(?=[\s/>])/gi, '<$1oembed-$2')), 'oembed')[0];
  if (!root) return null;
  const children = root.childNodes.flatMap((child) => ('tagName' in child ? [child] : []));
  return Object.fromEntries(children.map((child) => [child.tagName.replace(/^oembed-/, ''), textOf(child).trim()]));
}
