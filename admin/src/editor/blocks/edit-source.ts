import { splitSource, tagEnd } from '../source/split-source.ts';

export type Facts = Readonly<Record<string, unknown>>;

const opening = /^(<!--\s+wp:[a-z][\w/-]*)(\s+)(\{[\s\S]*?\}\s+)?(\/?-->)/;

/** The name of the block that a source is; null for anything else. */
export const blockName = (source: string): string | null => /^<!--\s+wp:([a-z][\w/-]*)/.exec(source)?.[1] ?? null;

/** The attributes in the comment of a block. */
export function readFacts(source: string): Facts {
  try {
    const facts: unknown = JSON.parse(opening.exec(source)?.[3] ?? '{}');
    return typeof facts === 'object' && facts !== null ? { ...facts } : {};
  } catch {
    return {};
  }
}

/** The same block with attributes changed in its comment; those that are `undefined` go. */
export function withFacts(source: string, changes: Facts): string {
  const all = Object.entries({ ...readFacts(source), ...changes }).filter(([, value]) => value !== undefined);
  return source.replace(opening, (_, begin: string, gap: string, _facts: unknown, end: string) =>
    all.length > 0 ? `${begin}${gap}${factsText(Object.fromEntries(all))} ${end}` : `${begin}${gap}${end}`,
  );
}

/** What would end the comment, or be read as markup, is escaped. */
function factsText(facts: Facts): string {
  return JSON.stringify(facts)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\\"', '\\u0022');
}

/** Where the first element of some names begins and where its tag ends, outside of inner blocks. */
function firstTag(source: string, names: string): readonly [begin: number, end: number] | null {
  const own = masked(source);
  const found = new RegExp(`<(?:${names})(?=[\\s/>])`, 'i').exec(own);
  const end = found && tagEnd(own, found.index);
  return found && end !== null && end !== undefined ? [found.index, end] : null;
}

/** The source with blanks in place of the blocks in it, and of its own comments. */
function masked(source: string): string {
  const begin = blockName(source) === null ? 0 : source.indexOf('-->') + 3;
  let out = ' '.repeat(begin);
  let at = begin;
  for (;;) {
    const next = source.indexOf('<!-- wp:', at);
    if (next < 0) return out + source.slice(at).replace(/<!--[\s\S]*?-->/g, (one) => ' '.repeat(one.length));
    const length = splitSource(source.slice(next)).segments[0]?.source.length ?? 1;
    out += source.slice(at, next) + ' '.repeat(length);
    at = next + length;
  }
}

/** The value of an attribute of the first element of a name; null where there is none. */
export function tagAttribute(source: string, names: string, name: string): string | null {
  const place = firstTag(source, names);
  if (!place) return null;
  const found = attributePattern(name).exec(source.slice(...place));
  return found ? decoded(found[2] ?? found[3] ?? '') : null;
}

const attributePattern = (name: string): RegExp => new RegExp(`\\s(${name})=(?:"([^"]*)"|'([^']*)')`, 'i');

/** The source with an attribute of that element set; null takes it away. */
export function withTagAttribute(source: string, names: string, name: string, value: string | null): string {
  const place = firstTag(source, names);
  if (!place) return source;
  const [begin, end] = place;
  const tag = source.slice(begin, end);
  const written = value === null ? '' : ` ${name}="${encoded(value)}"`;
  const changed = attributePattern(name).test(tag)
    ? tag.replace(attributePattern(name), () => written)
    : tag.replace(/\s*\/?>$/, (close) => `${written}${close}`);
  return source.slice(0, begin) + changed + source.slice(end);
}

/** The source with classes of that element taken away and added. */
export function withClasses(source: string, names: string, drop: RegExp, add: readonly string[]): string {
  const had = (tagAttribute(source, names, 'class') ?? '').split(/\s+/).filter((one) => one !== '');
  const classes = [
    ...had.filter((one) => !drop.test(one) || add.includes(one)),
    ...add.filter((one) => !had.includes(one)),
  ];
  if (classes.join(' ') === had.join(' ')) return source;
  return withTagAttribute(source, names, 'class', classes.length > 0 ? classes.join(' ') : null);
}

/** The source with declarations of the style of that element set; those that are `null` go. */
export function withStyles(source: string, names: string, styles: Readonly<Record<string, string | null>>): string {
  const had = (tagAttribute(source, names, 'style') ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !Object.hasOwn(styles, one.slice(0, one.indexOf(':')).trim()));
  const added = Object.entries(styles).flatMap(([name, value]) => (value === null ? [] : [`${name}:${value}`]));
  const all = [...had, ...added];
  return withTagAttribute(source, names, 'style', all.length > 0 ? all.join(';') : null);
}

const decoded = (value: string): string =>
  value
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
const encoded = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
