import { isBlank, skipBlanks } from '../scan/characters.ts';

/** A comment that begins, ends or is a block. */
export interface Delimiter {
  readonly kind: 'opener' | 'closer' | 'void';
  /** The name with its namespace; names without one belong to `core`. */
  readonly name: string;
  /** The attributes as written, with their braces; empty where there are none. */
  readonly attributes: string;
  readonly start: number;
  /** Where the comment ends (exclusive). */
  readonly end: number;
}

/** True when a text holds blocks: it is then rendered by their rules. */
export const hasBlocks = (text: string): boolean => text.includes('<!-- wp:');

/** Yields the delimiters of a text in order. Every character is looked at a fixed number of times. */
export function* delimiters(text: string): Generator<Delimiter> {
  const attributesEnd = createAttributesEnd(text);
  for (let at = text.indexOf('<!--'); at !== -1; ) {
    const found = readDelimiter(text, at, attributesEnd);
    if (found) yield found;
    at = text.indexOf('<!--', found ? found.end : at + 4);
  }
}

const namePattern = /\/?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)/y;

function readDelimiter(text: string, start: number, attributesEnd: AttributesEnd): Delimiter | undefined {
  const nameAt = skipBlanks(text, start + 4);
  if (nameAt === start + 4) return undefined;
  namePattern.lastIndex = nameAt;
  const [written, namespace = 'core/', word] = namePattern.exec(text) ?? [];
  if (written === undefined || word === undefined) return undefined;
  const nameEnd = nameAt + written.length;
  const next = skipBlanks(text, nameEnd);
  if (next === nameEnd) return undefined;
  const close = text.charCodeAt(next) === 123 ? attributesEnd(next) : { braceEnd: next, slash: next };
  if (close === undefined) return undefined;
  const isVoid = text.charCodeAt(close.slash) === 47;
  const dashes = close.slash + (isVoid ? 1 : 0);
  if (!text.startsWith('-->', dashes)) return undefined;
  return {
    kind: isVoid ? 'void' : written.startsWith('/') ? 'closer' : 'opener',
    name: namespace + word,
    attributes: text.slice(next, close.braceEnd),
    start,
    end: dashes + 3,
  };
}

/** Where attributes end, and where the end of their comment begins; asked for positions that only increase. */
type AttributesEnd = (from: number) => { braceEnd: number; slash: number } | undefined;

/** Attributes end at the first brace that only blanks part from the end of a comment. The last answer is kept. */
function createAttributesEnd(text: string): AttributesEnd {
  let dashes = -1;
  let found: ReturnType<AttributesEnd>;
  return (from) => {
    while (found === undefined || found.braceEnd <= from) {
      dashes = text.indexOf('-->', dashes + 1);
      if (dashes === -1) dashes = text.length;
      if (dashes === text.length) return undefined;
      found = braceBefore(text, dashes);
    }
    return found;
  };
}

function braceBefore(text: string, dashes: number): ReturnType<AttributesEnd> {
  const slash = text.charCodeAt(dashes - 1) === 47 ? dashes - 1 : dashes;
  let at = slash;
  while (at > 0 && isBlank(text.charCodeAt(at - 1))) at--;
  return at < slash && text.charCodeAt(at - 1) === 125 ? { braceEnd: at, slash } : undefined;
}
