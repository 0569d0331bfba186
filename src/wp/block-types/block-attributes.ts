import { selectAll } from 'css-select';
import { parseFragment, serialize } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import type { Block } from '../../text/blocks/block.ts';
import { isJsonList, isRecord, type JsonRecord, type JsonValue } from '../../text/json.ts';
import { readTagAttributes } from '../../text/sanitise/sanitise.ts';
import { markupEnd, tagName } from '../../text/scan.ts';
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

/** Markup that is nested deeper is not read: building its tree takes longer than the text is long. */
const deepest = 200;

interface Markup {
  readonly text: string;
  readonly root: Node;
}

function parseMarkup(text: string): Markup | null {
  return isShallow(text) ? { text, root: parseFragment(text, { treeAdapter: adapter }) } : null;
}

/** An end that does not belong to the last element that is open is passed over, so that no element counts as closed too early. */
function isShallow(text: string): boolean {
  const open: string[] = [];
  for (let at = text.indexOf('<'); at !== -1; ) {
    const end = markupEnd(text, at);
    const tag = tagName(text, at, end);
    const name = tag.name.toLowerCase();
    if (tag.closes && open.at(-1) === name) open.pop();
    else if (!tag.closes && name !== '' && !isEmptyElement(name)) open.push(name);
    if (open.length > deepest) return false;
    at = text.indexOf('<', end);
  }
  return true;
}

const isEmptyElement = (name: string): boolean =>
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/.test(name);

const all = (selector: string, root: Node): readonly Element[] =>
  selectAll<Htmlparser2TreeAdapterMap['node'], Element>(selector, root);

function valueIn({ text, root }: Markup, attribute: BlockAttribute): JsonValue | undefined {
  if (attribute.source === 'raw') return text;
  if (attribute.source === 'query') return attribute.selector ? queried(root, attribute) : undefined;
  const node = attribute.selector ? all(attribute.selector, root)[0] : root;
  return node && valueAt(node, attribute);
}

/** An object for each element that is found. */
function queried(root: Node, { selector = '', query = {} }: BlockAttribute): JsonValue {
  return all(selector, root).map((element) =>
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
  const end = at === -1 ? 0 : markupEnd(html, at);
  const { name } = tagName(html, at, end);
  return readTagAttributes(html.slice(at + 1 + name.length, end - 1)).find((one) => one.name === 'id')?.value;
}

const kinds: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  'rich-text': (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
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
