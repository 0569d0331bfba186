/** A piece of a text at its top level. Joined, `lead` and `source` of all segments are the text, to the last character. */
export interface Segment {
  /** White space before the piece. */
  readonly lead: string;
  readonly source: string;
  /**
   * `lines`: text and inline markup up to a blank line. `element`: one block element. `block`: what stands between two
   * block comments, with them. `other`: whatever is not understood.
   */
  readonly kind: 'lines' | 'element' | 'block' | 'other';
}

export interface SplitSource {
  readonly segments: readonly Segment[];
  /** White space after the last piece. */
  readonly tail: string;
}

const blockElements =
  'address|article|aside|blockquote|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|iframe|main|nav|noscript|ol|p|pre|script|section|style|svg|table|ul|video|audio|object|embed|math|template|textarea|select';
const blockStart = new RegExp(`^<(${blockElements})(?=[\\s/>])`, 'i');
const voidElements = new Set(['hr', 'embed', 'img', 'br', 'input', 'source', 'track', 'col', 'wbr', 'area']);
/** Elements whose content is not markup. */
const opaque = new Set(['script', 'style', 'textarea', 'template', 'svg', 'math', 'iframe', 'noscript']);

/** Divides a text at its top level. Never fails: what it does not understand becomes one piece to the end. */
export function splitSource(text: string): SplitSource {
  const segments: Segment[] = [];
  let at = 0;
  while (at < text.length) {
    const lead = /^\s*/.exec(text.slice(at))?.[0] ?? '';
    const begin = at + lead.length;
    if (begin >= text.length) return { segments, tail: lead };
    const { end, kind } = pieceAt(text, begin);
    segments.push({ lead, source: text.slice(begin, end), kind });
    at = end;
  }
  return { segments, tail: '' };
}

export function pieceAt(text: string, begin: number): { end: number; kind: Segment['kind'] } {
  const rest = { end: trimmedEnd(text), kind: 'other' as const };
  if (text.startsWith('<!--', begin)) {
    const close = text.indexOf('-->', begin);
    if (close < 0) return rest;
    const comment = text.slice(begin, close + 3);
    const opening = /^<!--\s+wp:([a-z][\w/-]*)[\s\S]*?(\/?)-->$/.exec(comment);
    if (!opening) return { end: close + 3, kind: 'other' };
    if (opening[2] === '/') return { end: close + 3, kind: 'block' };
    const end = blockEnd(text, close + 3, opening[1] ?? '');
    return end === null ? rest : { end, kind: 'block' };
  }
  const element = blockStart.exec(text.slice(begin, begin + 20));
  if (element) {
    const end = elementEnd(text, begin, (element[1] ?? '').toLowerCase());
    return end === null ? rest : { end, kind: 'element' };
  }
  if (/^<\//.test(text.slice(begin, begin + 2))) return rest;
  return { end: linesEnd(text, begin), kind: 'lines' };
}

const trimmedEnd = (text: string): number => text.trimEnd().length;

/** The end of a block whose opening comment was read: that of the comment that closes it. */
function blockEnd(text: string, from: number, name: string): number | null {
  const delimiter = new RegExp(`<!--\\s+(/?)wp:${name.replace(/[/-]/g, '\\$&')}(?=\\s)[\\s\\S]*?(/?)-->`, 'g');
  delimiter.lastIndex = from;
  let depth = 1;
  for (let found = delimiter.exec(text); found; found = delimiter.exec(text)) {
    if (found[1] === '/') depth -= 1;
    else if (found[2] !== '/') depth += 1;
    if (depth === 0) return delimiter.lastIndex;
  }
  return null;
}

/** The end of an element, counting elements of its name inside it; null where it is never closed. */
export function elementEnd(text: string, begin: number, name: string): number | null {
  const open = tagEnd(text, begin);
  if (open === null) return null;
  if (voidElements.has(name) || text[open - 2] === '/') return open;
  const tag = new RegExp(`<(/?)${name}(?=[\\s/>])`, 'gi');
  tag.lastIndex = open;
  let depth = 1;
  for (let found = tag.exec(text); found; found = tag.exec(text)) {
    const end = tagEnd(text, found.index);
    if (end === null) return null;
    if (found[1] === '/') depth -= 1;
    else if (!opaque.has(name)) depth += 1;
    if (depth === 0) return end;
    tag.lastIndex = end;
  }
  return null;
}

/** The index after the `>` of a tag, past quoted attributes. */
export function tagEnd(text: string, begin: number): number | null {
  let quote = '';
  for (let i = begin; i < text.length; i += 1) {
    const character = text[i] ?? '';
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return i + 1;
  }
  return null;
}

/** Lines of text end at a blank line, a block element or a comment. */
function linesEnd(text: string, begin: number): number {
  const stop = new RegExp(`\\n[^\\S\\n]*\\n|<!--|<(?:${blockElements})(?=[\\s/>])`, 'gi');
  stop.lastIndex = begin;
  const found = stop.exec(text);
  const end = found ? found.index : text.length;
  return begin + text.slice(begin, end).trimEnd().length;
}
