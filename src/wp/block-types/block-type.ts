import type { JsonValue } from '../../text/json.ts';

/** A setting of a block, as clients read it: a type, and where its value is found in the markup. */
export interface BlockAttribute {
  readonly type: string | readonly string[];
  /** Where in the markup the value is; without one it is in the comment of the block. */
  readonly source?: string;
  /** The first element that it matches has the value; without one it is that of the whole. */
  readonly selector?: string;
  /** The name of an attribute of that element. */
  readonly attribute?: string;
  /** Of a list of objects: what each element that `selector` finds has. */
  readonly query?: Readonly<Record<string, BlockAttribute>>;
  readonly default?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly [fact: string]: unknown;
}

/** A value of a block type that clients read as JSON. */
export type BlockFact =
  | string
  | number
  | boolean
  | null
  | readonly BlockFact[]
  | { readonly [name: string]: BlockFact };

/**
 * A block in a short notation.
 *
 * `attributes` are words such as `size:number=96`, `url:string!{img @src}` or `order:string(asc|desc)`: a name and a type,
 * an exclamation mark for what is content, the values to choose from, where the value is found in the markup, and the
 * default as JSON. `{}` is the whole markup. What does not fit into this is in `more`.
 *
 * `supports` are words such as `anchor`, `-html`, `align:wide,full`, `color(gradients -text)` or `type='flex'`.
 */
export interface BlockTypeSource {
  readonly title: string;
  readonly about: string;
  readonly category: string;
  /** Whether its markup is stored with the text; others are drawn anew each time. */
  readonly isStatic?: true;
  readonly parent?: readonly string[];
  readonly ancestor?: readonly string[];
  /** The only blocks that may stand in it. */
  readonly allowed?: readonly string[];
  readonly attributes?: string;
  readonly more?: Readonly<Record<string, BlockAttribute>>;
  readonly supports?: string;
  /** Names of the values that it reads from blocks around it. */
  readonly uses?: string;
  /** Values that it gives to blocks inside it: their names, and the attributes that they come from. */
  readonly provides?: Readonly<Record<string, string>>;
  readonly selectors?: Readonly<Record<string, BlockFact>>;
}

/** A block as clients read it. */
export interface BlockType extends Omit<BlockTypeSource, 'attributes' | 'more' | 'supports' | 'uses'> {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, BlockAttribute>>;
  readonly supports: Readonly<Record<string, BlockFact>>;
  readonly uses: readonly string[];
}

export const isSourced = ({ source }: BlockAttribute): boolean => source !== undefined;

/** Whether values of a block stand in its markup. */
export const hasSources = ({ attributes }: BlockType): boolean => Object.values(attributes).some(isSourced);

/** Reads a block from its notation; throws where the notation is wrong. */
export function blockTypeFrom(name: string, source: BlockTypeSource): BlockType {
  const supports = readSupports(source.supports ?? '');
  const own = { ...readAttributes(source.attributes ?? ''), ...source.more };
  return {
    ...source,
    name,
    namespace: name.slice(0, name.indexOf('/')),
    attributes: { ...own, ...supportedAttributes(supports, own) },
    supports,
    uses: source.uses?.trim().split(/\s+/) ?? [],
  };
}

const attributeWord = /(\w+):([a-z-]+)(!?)(?:\(([^)]*)\))?(?:\{([^}]*)\})?(?:=(\S+))?(?=\s|$)/g;

function readAttributes(text: string): Record<string, BlockAttribute> {
  const left = text.replace(attributeWord, '').trim();
  if (left !== '') throw new Error(`These attributes cannot be read: ${left}`);
  return Object.fromEntries(
    [...text.matchAll(attributeWord)].map(([, name = '', type = '', content, choices, found, value]) => [
      name,
      {
        type,
        ...(choices === undefined ? {} : { enum: choices.split('|') }),
        ...(found === undefined ? {} : sourceOf(type, found)),
        ...(value === undefined ? {} : { default: JSON.parse(value) }),
        ...(content ? { role: 'content' } : {}),
      },
    ]),
  );
}

/** Where the value of an attribute is: in an attribute of an element, in its text, or the whole markup. */
function sourceOf(type: string, found: string): Record<string, string> {
  if (found === '') return { source: 'raw' };
  const [selector = '', attribute] = found.split(' @');
  return attribute === undefined ? { source: type, selector } : { source: 'attribute', selector, attribute };
}

const text: BlockAttribute = { type: 'string' };
const object: BlockAttribute = { type: 'object' };
const align: BlockAttribute = { type: 'string', enum: ['left', 'center', 'right', 'wide', 'full', ''] };

type Supports = BlockType['supports'];

/** The attributes that blocks get by what they support; every block can be locked and have notes of editors. */
function supportedAttributes(supports: Supports, own: object): Record<string, BlockAttribute> {
  const given = commonAttributes.filter(([name, , isGiven]) => isGiven(supports) && !Object.hasOwn(own, name));
  return Object.fromEntries(given.map(([name, attribute]) => [name, attribute]));
}

const always = (): boolean => true;
const has = (name: string) => (supports: Supports) => Boolean(supports[name]);
const hasNot = (name: string) => (supports: Supports) => supports[name] !== false;
/** Whether a group of supports has a member; `unlessSaid` for members that a group has unless it says otherwise. */
const within =
  (group: string, member: string, unlessSaid = false) =>
  (supports: Supports): boolean => {
    const members = supports[group];
    if (members === null || typeof members !== 'object' || Array.isArray(members)) return false;
    const said = new Map<string, BlockFact>(Object.entries(members)).get(member);
    return said === undefined ? unlessSaid : Boolean(said);
  };

const commonAttributes: readonly (readonly [string, BlockAttribute, (supports: Supports) => boolean])[] = [
  ['lock', object, always],
  ['metadata', object, always],
  ['align', align, has('align')],
  ['className', text, hasNot('customClassName')],
  ['style', object, hasNot('customCSS')],
  ['backgroundColor', text, within('color', 'background', true)],
  ['textColor', text, within('color', 'text', true)],
  ['gradient', text, within('color', 'gradients')],
  ['fontSize', text, within('typography', 'fontSize')],
  ['fontFamily', text, within('typography', '__experimentalFontFamily')],
  ['borderColor', text, within('__experimentalBorder', 'color')],
  ['layout', object, has('layout')],
  ['ariaLabel', text, has('ariaLabel')],
  ['anchor', text, has('anchor')],
];

/** Names of the interface that the notation shortens. */
const longNames: ReadonlyMap<string, string> = new Map([
  ['fontFamily', '__experimentalFontFamily'],
  ['fontWeight', '__experimentalFontWeight'],
  ['fontStyle', '__experimentalFontStyle'],
  ['textTransform', '__experimentalTextTransform'],
  ['textDecoration', '__experimentalTextDecoration'],
  ['letterSpacing', '__experimentalLetterSpacing'],
  ['writingMode', '__experimentalWritingMode'],
  ['border', '__experimentalBorder'],
  ['controls', '__experimentalDefaultControls'],
  ['unserialised', '__experimentalSkipSerialization'],
  ['selector', '__experimentalSelector'],
  ['onMerge', '__experimentalOnMerge'],
  ['onEnter', '__experimentalOnEnter'],
  ['slashInserter', '__experimentalSlashInserter'],
  ['settings', '__experimentalSettings'],
  ['fallback', '__experimentalDefault'],
  ['pasteInline', '__unstablePasteTextInline'],
]);

const supportWord = /\s*(?:(-?)(\w+)(?::([\w,]+)|='([^']*)'|(\())?|(\)))\s*/y;

function readSupports(source: string): Record<string, BlockFact> {
  const notation = source.replace(/\s+/g, ' ').trim();
  const root: Record<string, BlockFact> = {};
  const open: Record<string, BlockFact>[] = [root];
  supportWord.lastIndex = 0;
  for (let at = 0; at < notation.length; at = supportWord.lastIndex) {
    supportWord.lastIndex = at;
    const [word, minus, name = '', list, quoted, opens, closes] = supportWord.exec(notation) ?? [];
    const into = open.at(-1);
    if (!word || !into) throw new Error(`These supports cannot be read: ${notation.slice(at)}`);
    if (closes) open.pop();
    else {
      const members: Record<string, BlockFact> = {};
      into[longNames.get(name) ?? name] = opens ? members : (quoted ?? list?.split(',') ?? minus !== '-');
      if (opens) open.push(members);
    }
  }
  if (open.length !== 1) throw new Error(`These supports have no end: ${notation}`);
  return root;
}
