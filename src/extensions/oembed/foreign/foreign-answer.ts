import { parseJsonRecord } from '../../../extension.ts';
import { positiveCount, safeEmbedHtml } from './foreign-html.ts';
import { scanMarkup } from './scan-markup.ts';

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
 * Parses a provider's response; null when it is not usable. Its HTML is never passed on: it is scanned,
 * and a quotation and a sandboxed frame are built from what was found in it.
 */
export function readForeignAnswer(body: string, format: 'json' | 'xml'): ForeignAnswer | null {
  const given = format === 'json' ? parseJsonRecord(body) : parseXml(body);
  const type = stringOf(given?.['type']);
  if (!given || !types.includes(type)) return null;
  const answer: Record<string, string | number> = { version: '1.0', type };
  for (const [name, read] of Object.entries(members)) {
    const value = read(given[name]);
    if (value !== null) answer[name] = value;
  }
  if (type === 'link') return answer;
  const [name, shown] =
    type === 'photo' ? ['url', safeUrl(given['url'])] : ['html', safeEmbedHtml(stringOf(given['html']), answer)];
  return shown === null ? null : { ...answer, [name]: shown };
}

/** Only a string counts: another value may be nested without end, or not have a string. */
const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const longestText = 500;
/** More of a text is not looked at, markup included. */
const mostScanned = 10_000;

function safeText(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  let text = '';
  const add = (more: string) => {
    text += more;
  };
  scanMarkup(value.slice(0, mostScanned), { text: add }, { language: 'html' });
  return text.replace(/\s+/g, ' ').trim().slice(0, longestText);
}

function safeUrl(value: unknown): string | null {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : null;
}

/** Reads the flat XML of the standard; expands no entities of its own and fetches nothing. */
function parseXml(body: string): Readonly<Record<string, unknown>> | null {
  const found = new Map<string, string>();
  let inside: 'before' | 'root' | 'member' | 'after' = 'before';
  let member = '';
  let content = '';
  const end = (next: 'root' | 'after') => {
    if (inside === 'member') found.set(member, content.trim());
    inside = next;
  };
  scanMarkup(
    body,
    {
      open: ({ name, closed }) => {
        if (inside === 'before' && name === 'oembed') inside = closed ? 'after' : 'root';
        else if (inside === 'root') {
          [inside, member, content] = ['member', name, ''];
          if (closed) end('root');
        }
      },
      close: (name) => {
        if (name === 'oembed' && inside !== 'before') end('after');
        else if (inside === 'member' && name === member) end('root');
      },
      text: (more) => {
        if (inside === 'member') content += more;
      },
    },
    { language: 'xml', isDone: () => inside === 'after' },
  );
  return inside === 'before' ? null : Object.fromEntries(found);
}
