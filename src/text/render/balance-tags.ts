import { createFinder, isDigit, isWord } from '../scan.ts';
import type { TextRules } from '../text-rules.ts';

const voidNames: ReadonlySet<string> = new Set(
  'area base basefont br col command embed frame hr img input isindex link meta param source'.split(' '),
);

/** Elements that may hold another of their own kind. */
const nestable: ReadonlySet<string> = new Set(['blockquote', 'div', 'object', 'q', 'span']);

/**
 * Closes open tags, drops closing tags without an opening tag, and reorders overlapping tags. A `<` that opens
 * neither a tag nor a comment gets a blank after it, so that no parser reads it as one; today's rules keep one with nothing
 * but blanks.
 */
export function balanceTags(text: string, markup: TextRules['markup'] = 'early'): string {
  if (!text.includes('<')) return text;
  const tagEnd = createFinder(text, '>');
  const open = createOpenTags();
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('<'); at !== -1; ) {
    if (isDigit(text.charCodeAt(at + 1))) {
      out += `${text.slice(copied, at)}&lt;`;
      copied = at + 1;
      at = text.indexOf('<', copied);
      continue;
    }
    const close = tagEnd(at);
    if (close === -1) break;
    out += text.slice(copied, at) + balanceOne(text.slice(at, close + 1), open, markup);
    copied = close + 1;
    at = text.indexOf('<', copied);
  }
  return out + text.slice(copied) + open.closeAll();
}

function balanceOne(tag: string, open: OpenTags, markup: TextRules['markup']): string {
  if (tag.startsWith('<!--')) return tag;
  const closes = tag.charCodeAt(1) === 47;
  let nameEnd = closes ? 2 : 1;
  while (isWord(tag.charCodeAt(nameEnd)) || tag[nameEnd] === ':') nameEnd++;
  const name = tag.slice(closes ? 2 : 1, nameEnd).toLowerCase();
  if (closes) return open.close(name);
  const attributes = tag.slice(nameEnd, -1).trim();
  const written = attributes === '' ? '' : ` ${attributes}`;
  if (name === '') return markup === 'today' && written === '' ? tag : `<${written}>`;
  if (voidNames.has(name)) return attributes.endsWith('/') ? `<${name}${written}>` : `<${name}${written || ' '}/>`;
  if (attributes.endsWith('/')) {
    const bare = attributes.slice(0, -1).trim();
    return `<${name}${bare === '' ? '' : ` ${bare}`}></${name}>`;
  }
  const before = open.top() === name && !nestable.has(name) ? open.close(name) : '';
  open.push(name);
  return `${before}<${name}${written}>`;
}

interface OpenTags {
  readonly push: (name: string) => void;
  readonly top: () => string | undefined;
  /** The closing tags for everything opened since `name`, and for `name`; empty when it is not open. */
  readonly close: (name: string) => string;
  readonly closeAll: () => string;
}

/** A stack that counts each name on it, so that an unmatched closing tag needs no search. */
function createOpenTags(): OpenTags {
  const stack: string[] = [];
  const counts = new Map<string, number>();
  const pop = () => {
    const name = stack.pop()!;
    counts.set(name, counts.get(name)! - 1);
    return `</${name}>`;
  };
  return {
    push: (name) => {
      stack.push(name);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    top: () => stack.at(-1),
    close: (name) => {
      if (!counts.get(name)) return '';
      let out = '';
      while (stack.at(-1) !== name) out += pop();
      return out + pop();
    },
    closeAll: () => {
      let out = '';
      while (stack.length > 0) out += pop();
      return out;
    },
  };
}
