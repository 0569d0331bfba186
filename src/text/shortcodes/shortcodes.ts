import type { ShortcodeAttributes, ShortcodeHandler, ShortcodeRegistry } from '../render/render-context.ts';
import { isBlank, isDigit, isLetter, skipBlanks } from '../scan.ts';

/** Creates a registry; throws for a name with anything but letters, digits, `_` and `-`. */
export function createShortcodeRegistry(handlers: Readonly<Record<string, ShortcodeHandler>>): ShortcodeRegistry {
  for (const name of Object.keys(handlers)) {
    if (!/^[\w-]+$/.test(name)) throw new TypeError(`Not a shortcode name: ${name}`);
  }
  const known = new Map(Object.entries(handlers));
  return {
    get: (name) => known.get(name),
    has: (name) => known.has(name),
    with: (more) => createShortcodeRegistry({ ...Object.fromEntries(known), ...more }),
  };
}

/** The shortcode name at a position: the longest run of letters, digits, `_` and `-`. */
export function shortcodeName(text: string, at: number): string {
  let end = at;
  while (end < text.length && isNameCode(text.charCodeAt(end))) end++;
  return text.slice(at, end);
}

/** True when some `[` in the text is followed by a known name; a cheap check before parsing. */
export function mentionsShortcode(text: string, registry: ShortcodeRegistry): boolean {
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at + 1)) {
    if (registry.has(shortcodeName(text, at + 1))) return true;
  }
  return false;
}

/**
 * The end of the known shortcode's tag at a `[`, whether opening, closing or in double brackets; -1 when there
 * is none. Markup inside the tag must be complete, and the tag may contain no other bracket.
 */
export function shortcodeTagEnd(text: string, at: number, registry: ShortcodeRegistry): number {
  let i = at + 1;
  const doubled = text.charCodeAt(i) === 91;
  if (doubled) i++;
  if (text.charCodeAt(i) === 47) i++;
  const name = shortcodeName(text, i);
  if (!registry.has(name)) return -1;
  const close = closingBracket(text, i + name.length);
  if (close === -1) return -1;
  return doubled && text.charCodeAt(close + 1) === 93 ? close + 2 : close + 1;
}

/** The `]` that ends a tag whose attributes begin here; -1 when a `[`, a broken `<` or the end comes first. */
export function closingBracket(text: string, from: number): number {
  let inMarkup = false;
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 93) return inMarkup ? -1 : i;
    if (code === 91) return -1;
    if (code === 60) {
      if (inMarkup) return -1;
      inMarkup = true;
    } else if (code === 62) {
      if (!inMarkup) return -1;
      inMarkup = false;
    }
  }
  return -1;
}

/** Reads `k="v"`, `k='v'` and `k=v`; other words are ignored. */
export function readShortcodeAttributes(text: string): ShortcodeAttributes {
  const attributes: Record<string, string> = Object.create(null);
  let at = text.includes('=') ? skipBlanks(text, 0) : text.length;
  while (at < text.length) {
    const name = shortcodeName(text, at);
    const equals = skipBlanks(text, at + name.length);
    const value =
      name !== '' && text.charCodeAt(equals) === 61 ? readValue(text, skipBlanks(text, equals + 1)) : undefined;
    if (value) attributes[name.toLowerCase()] = value.text;
    at = skipBlanks(text, value ? value.end : wordEnd(text, Math.max(at, equals - 1)));
  }
  return attributes;
}

/** A quoted or bare value that is followed by a blank or the end. */
function readValue(text: string, at: number): { text: string; end: number } | undefined {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, at + 1);
    if (close === -1 || wordEnd(text, close + 1) !== close + 1) return undefined;
    return { text: text.slice(at + 1, close), end: close + 1 };
  }
  const end = wordEnd(text, at);
  const word = text.slice(at, end);
  return word === '' || word.includes('"') || word.includes("'") ? undefined : { text: word, end };
}

function wordEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isBlank(text.charCodeAt(end))) end++;
  return end;
}

const isNameCode = (code: number): boolean => isLetter(code) || isDigit(code) || code === 95 || code === 45;
