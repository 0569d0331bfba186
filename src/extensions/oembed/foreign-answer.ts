import { parse, parseFragment } from 'parse5';
import { parseJsonRecord } from '../../extension.ts';
import { safeEmbedHtml } from './foreign-html.ts';
import { elements, textContent } from './html-tree.ts';
import { positiveCount } from './positive-count.ts';

/** A foreign provider's response reduced to the standard's members and sanitised. */
export type ForeignAnswer = Readonly<Record<string, string | number>>;

const types = ['photo', 'video', 'rich', 'link'];

/** The members a provider may set, and their types. All others are ignored. */
const members: Readonly<Record<string, (value: unknown) => string | number | null>> = {
  title: safeText,
  author_name: safeText,
  author_url: safeUrl,
  provider_name: safeText,
  provider_url: safeUrl,
  cache_age: positiveCount,
  thumbnail_url: safeUrl,
  thumbnail_width: positiveCount,
  thumbnail_height: positiveCount,
  width: positiveCount,
  height: positiveCount,
};

/**
 * Parses a provider's response; null when it is not usable. Its HTML is never passed on: it is parsed,
 * and a quotation and a sandboxed frame are built from what was found in it.
 */
export function readForeignAnswer(body: string, format: 'json' | 'xml'): ForeignAnswer | null {
  const given = format === 'json' ? parseJsonRecord(body) : parseXml(body);
  const type = String(given?.['type'] ?? '');
  if (!given || !types.includes(type)) return null;
  const answer: Record<string, string | number> = { version: '1.0', type };
  for (const [name, read] of Object.entries(members)) {
    const value = read(given[name]);
    if (value !== null) answer[name] = value;
  }
  if (type === 'link') return answer;
  const [name, shown] =
    type === 'photo' ? ['url', safeUrl(given['url'])] : ['html', safeEmbedHtml(String(given['html'] ?? ''), answer)];
  return shown === null ? null : { ...answer, [name]: shown };
}

const longestText = 500;

function safeText(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  return textContent(parseFragment(value)).replace(/\s+/g, ' ').trim().slice(0, longestText);
}

function safeUrl(value: unknown): string | null {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : null;
}

/** An HTML parser is enough for the flat XML of the standard; it expands no entities and fetches nothing. */
function parseXml(body: string): Readonly<Record<string, unknown>> | null {
  const [root] = elements(parse(body.replace(/<(\/?)(html|title|link)(?=[\s/>])/gi, '<$1oembed-$2')), 'oembed');
  if (!root) return null;
  const children = root.childNodes.flatMap((child) => ('tagName' in child ? [child] : []));
  return Object.fromEntries(
    children.map((child) => [child.tagName.replace(/^oembed-/, ''), textContent(child).trim()]),
  );
}
