import { selectAll } from 'css-select';
import { parseFragment, serialize } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import type { Block } from '../../text/blocks/block.ts';
import { isJsonList, isRecord, type JsonRecord, type JsonValue } from '../../text/json.ts';
import { markupEnd } from '../../text/scan.ts';
import { type BlockAttribute, type BlockType, hasSources, isSourced } from './block-type.ts';

type Node = Htmlparser2TreeAdapterMap['parentNode'];
type Element = Htmlparser2TreeAdapterMap['element'];

/**
 * The attributes of a block as an editor reads them: those of its comment, what its markup says, and the defaults of its type.
 * A value that is not of the declared type counts as missing; names that the type does not know are kept.
 */
export function readAttributes(block: Block, type: BlockType, html: string): JsonRecord {
  const written = block.attributes;
  const markup = hasSources(type) ? parseMarkup(html) : null;
  const read = Object.entries(type.attributes).flatMap(([name, attribute]): [string, JsonValue][] => {
    const found = isSourced(attribute) && markup ? valueIn(markup, attribute) : written[name];
    const value = found !== undefined && isOfType(found, attribute) ? found : attribute.default;
    return value === undefined || value === null ? [] : [[name, value]];
  });
  const unknown = Object.entries(written).filter(([name]) => !Object.hasOwn(type.attributes, name));
  const anchor = type.supports['anchor'] === true ? idIn(block.innerHtml) : undefined;
  return Object.fromEntries([...unknown, ...read, ...(anchor ? [['anchor', anchor] as const] : [])]);
}

/** Markup that is nested deeper is not read, nor such that has many more elements than tags. */
const deepest = 200;
const elementsPerTag = 3;

interface Markup {
  readonly text: string;
  readonly root: Node;
}

function parseMarkup(text: string): Markup | null {
  try {
    return { text, root: parseFragment(text, { treeAdapter: boundedAdapter(text) }) };
  } catch (error) {
    if (error instanceof TooMuchMarkup) return null;
    throw error;
  }
}

class TooMuchMarkup extends Error {}

/**
 * Ends the parsing of markup whose tree is much larger than its text: a parser opens elements that were left open again and again,
 * and looks through all that are open for each tag.
 */
function boundedAdapter(text: string): typeof adapter {
  let left = elementsPerTag * (text.split('<').length + 10);
  return {
    ...adapter,
    createElement: (...made) => {
      left -= 1;
      if (left < 0) throw new TooMuchMarkup();
      return adapter.createElement(...made);
    },
    appendChild: (parent, child) => {
      adapter.appendChild(parent, child);
      let depth = 0;
      for (let at: Node | null = parent; at; at = at.parent) depth += 1;
      if (depth > deepest) throw new TooMuchMarkup();
    },
  };
}

const all = (selector: string, root: Node): readonly Element[] =>
  selectAll<Htmlparser2TreeAdapterMap['node'], Element>(selector, root);

function valueIn({ text, root }: Markup, attribute: BlockAttribute): JsonValue | undefined {
  if (attribute.source === 'raw') return text;
  if (attribute.source === 'query') return attribute.selector ? queried(root, attribute) : undefined;
  const node = attribute.selector ? all(attribute.selector, root)[0] : root;
  return node && valueAt(node, attribute);
}

/** An object for each element that is found; those inside another one, such as the rows of a table in a table, belong to it. */
function queried(root: Node, { selector = '', query = {} }: BlockAttribute): JsonValue {
  const found = new Set<Node>(all(selector, root));
  const isInside = (element: Element): boolean => {
    for (let at = element.parent; at && at !== root; at = at.parent) if (found.has(at)) return true;
    return false;
  };
  const outer = all(selector, root).filter((element) => !isInside(element));
  return outer.map((element) =>
    Object.fromEntries(
      Object.entries(query).flatMap(([name, inner]): [string, JsonValue][] => {
        const value = valueIn({ text: '', root: element }, inner) ?? inner.default;
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  );
}

function valueAt(node: Node, { source, attribute = '', type }: BlockAttribute): JsonValue | undefined {
  const element = 'attribs' in node ? node : null;
  if (source === 'tag') return element?.name;
  if (source === 'attribute') {
    const written = element?.attribs[attribute];
    if (type === 'boolean') return written !== undefined;
    return type === 'number' && written !== undefined ? Number(written) : written;
  }
  return source === 'html' || source === 'rich-text' ? serialize(node, { treeAdapter: adapter }) : undefined;
}

/** The id of the first element: where links to the block lead. */
function idIn(html: string): string | undefined {
  const at = html.indexOf('<');
  const root = at === -1 ? null : parseMarkup(html.slice(at, markupEnd(html, at)))?.root;
  return root?.children.find((node): node is Element => 'attribs' in node)?.attribs['id'];
}

const kinds: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  'rich-text': (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: isJsonList,
  object: isRecord,
};

function isOfType(value: JsonValue, { type, enum: choices }: BlockAttribute): boolean {
  const isKind = [type].flat().some((kind) => kinds[kind]?.(value) ?? true);
  return isKind && (choices === undefined || choices.some((choice) => choice === value));
}
