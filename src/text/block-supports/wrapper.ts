import { type Block, recordAttribute, textAttribute } from '../blocks/block.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { JsonRecord, JsonValue } from '../json.ts';
import { classPart, declarations, fluidFontSize, presetName } from './css-value.ts';
import { duotoneClass } from './duotone.ts';
import { layoutClasses } from './layout.ts';
import { linkColourClass } from './opening-tag.ts';

/** What the element around a block has besides what can be set for the block. */
export interface OwnAttributes {
  readonly classes?: readonly string[];
  /** Declarations, each with a semicolon. */
  readonly style?: string;
}

/** The `style` and `class` attributes of the element around a dynamic block. */
export function wrapper(block: Block, own: OwnAttributes = {}): string {
  const { name, attributes } = block;
  const has = supportsOf(name);
  const colours = [duotoneClass(block), linkColourClass(block)].filter((name) => name !== undefined);
  const align = has('align') ? (textAttribute(attributes, 'align') ?? '') : '';
  const classes = [
    ...layoutClasses(block),
    ...colours,
    ...(own.classes ?? []),
    ...(align === '' ? [] : [`align${align}`]),
    ...(has('border') ? borderClasses(attributes) : []),
    ...colourClasses(attributes, has),
    ...(textAttribute(attributes, 'className') ?? '').split(' ').filter((part) => part !== ''),
    blockClass(name),
    ...(has('typography') ? fontClasses(attributes) : []),
  ];
  const style = recordAttribute(attributes, 'style');
  const styles = [
    own.style ?? '',
    has('border') ? borderStyle(recordAttribute(style, 'border')) : '',
    colourStyle(attributes, has),
    spacingStyle(recordAttribute(style, 'spacing'), has),
    has('typography') ? fontStyle(recordAttribute(style, 'typography')) : '',
  ].filter((part) => part !== '');
  return [...(styles.length === 0 ? [] : [attribute('style', styles)]), attribute('class', classes)].join(' ');
}

/** The class of every block of a name. */
export const blockClass = (name: string | null): string =>
  `wp-block-${(name ?? '').replace(/^core\//, '').replace('/', '-')}`;

const attribute = (name: string, values: readonly string[]): string =>
  `${name}="${escapeKeepingReferences(values.join(' '))}"`;

/** What can be set for a block besides its own attributes. */
export type BlockSupport =
  | 'align'
  | 'text'
  | 'background'
  | 'gradient'
  | 'typography'
  | 'margin'
  | 'padding'
  | 'border';

/** The blocks by what can be set for them. A block that is not listed takes nothing. */
const rows: readonly (readonly [supports: string, blocks: string])[] = [
  ['align', 'file latest-comments rss search template-part'],
  ['align typography', 'calendar comment-template latest-posts navigation post-content post-template'],
  ['align margin padding', 'avatar post-featured-image site-logo tag-cloud'],
  ['align typography margin padding', 'archives categories cover'],
  ['align background gradient margin padding', 'gallery social-links'],
  [
    'align text background gradient typography',
    'comments comments-pagination post-comments query-no-results query-pagination',
  ],
  ['align text background typography margin padding', 'term-description'],
  ['align text background gradient typography margin padding', 'post-title query-title site-tagline site-title'],
  ['align text background gradient typography margin padding border', 'comments-title'],
  ['typography', 'comments-pagination-numbers home-link navigation-link'],
  ['text background typography', 'post-navigation-link'],
  ['text background gradient typography', 'post-comments-form post-terms'],
  ['text background gradient typography padding', 'comment-content'],
  [
    'text background gradient typography margin padding',
    'comment-author-name comment-date post-author post-author-biography post-date post-excerpt',
  ],
  ['text background gradient typography margin padding border', 'read-more'],
  [
    'background gradient typography',
    'comments-pagination-next comments-pagination-previous query-pagination-next query-pagination-numbers query-pagination-previous',
  ],
  ['background gradient typography margin padding', 'comment-edit-link comment-reply-link'],
];

const table: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  rows.flatMap(([supports, blocks]) => {
    const set: ReadonlySet<string> = new Set(supports.split(' '));
    return blocks.split(' ').map((name): [string, ReadonlySet<string>] => [`core/${name}`, set]);
  }),
);

/** Whether something can be set for the blocks of a name. */
export const supportsOf =
  (name: string | null): ((support: BlockSupport) => boolean) =>
  (support) =>
    table.get(name ?? '')?.has(support) ?? false;

/** One of the colours of a block: where it is named, where it is written out, and what it becomes. */
interface Colour {
  readonly support: BlockSupport;
  readonly attribute: string;
  readonly key: string;
  readonly preset: string;
  readonly has: string;
  readonly suffix: string;
  readonly property: string;
}

const colours: readonly Colour[] = [
  {
    support: 'text',
    attribute: 'textColor',
    key: 'text',
    preset: 'color',
    has: 'has-text-color',
    suffix: 'color',
    property: 'color',
  },
  {
    support: 'background',
    attribute: 'backgroundColor',
    key: 'background',
    preset: 'color',
    has: 'has-background',
    suffix: 'background-color',
    property: 'background-color',
  },
  {
    support: 'gradient',
    attribute: 'gradient',
    key: 'gradient',
    preset: 'gradient',
    has: 'has-background',
    suffix: 'gradient-background',
    property: 'background',
  },
];

type Has = (support: BlockSupport) => boolean;

/** The classes of a block's colours. */
export function colourClasses(attributes: JsonRecord, has: Has): string[] {
  const found = colours.filter(({ support }) => has(support)).flatMap((colour) => classesOf(attributes, colour));
  return [...new Set(found)];
}

function classesOf(attributes: JsonRecord, colour: Colour): string[] {
  const name = namedColour(attributes, colour);
  if (name !== undefined) return [colour.has, `has-${classPart(name)}-${colour.suffix}`];
  return textAttribute(writtenColours(attributes), colour.key) === undefined ? [] : [colour.has];
}

/** The declarations of the colours that have no name. */
export function colourStyle(attributes: JsonRecord, has: Has): string {
  const written = writtenColours(attributes);
  const unnamed = colours.filter((colour) => has(colour.support) && namedColour(attributes, colour) === undefined);
  return declarations(unnamed.map(({ property, key }) => [property, written[key]]));
}

const writtenColours = (attributes: JsonRecord): JsonRecord =>
  recordAttribute(recordAttribute(attributes, 'style'), 'color');

const namedColour = (attributes: JsonRecord, { attribute, key, preset }: Colour): string | undefined =>
  textAttribute(attributes, attribute) ?? presetName(writtenColours(attributes)[key], preset);

/** The classes of a block's font. */
export function fontClasses(attributes: JsonRecord): string[] {
  const size = textAttribute(attributes, 'fontSize') ?? '';
  const family = textAttribute(attributes, 'fontFamily') ?? '';
  return [
    ...(size === '' ? [] : [`has-${classPart(size)}-font-size`]),
    ...(family === '' ? [] : [`has-${classPart(family)}-font-family`]),
  ];
}

const unitless = (value: JsonValue | undefined): JsonValue | undefined =>
  typeof value === 'number' ? String(value) : value;

/** The declarations of a block's font. */
export const fontStyle = (font: JsonRecord): string =>
  declarations([
    ['font-size', fluidFontSize(font['fontSize'])],
    ['font-family', font['fontFamily']],
    ['font-style', font['fontStyle']],
    ['font-weight', unitless(font['fontWeight'])],
    ['line-height', unitless(font['lineHeight'])],
    ['text-decoration', font['textDecoration']],
    ['text-transform', font['textTransform']],
    ['letter-spacing', font['letterSpacing']],
  ]);

const sides: ReadonlySet<string> = new Set(['top', 'right', 'bottom', 'left']);

/** The declarations of a block's padding and margin, on all sides at once or on each, in the order they are written. */
export function spacingStyle(spacing: JsonRecord, has: (support: BlockSupport) => boolean): string {
  const kinds = (['padding', 'margin'] as const).filter(has);
  return declarations(
    kinds.flatMap((kind) => {
      const each = recordAttribute(spacing, kind);
      const written = Object.keys(each).filter((side) => sides.has(side));
      return [[kind, spacing[kind]] as const, ...written.map((side) => [`${kind}-${side}`, each[side]] as const)];
    }),
  );
}

const corners = [
  ['top-left', 'topLeft'],
  ['top-right', 'topRight'],
  ['bottom-left', 'bottomLeft'],
  ['bottom-right', 'bottomRight'],
] as const;
const borderSides = ['top', 'right', 'bottom', 'left'];

/** The classes of a block's border. */
export function borderClasses(attributes: JsonRecord): string[] {
  const name = textAttribute(attributes, 'borderColor');
  if (name !== undefined) return ['has-border-color', `has-${classPart(name)}-border-color`];
  const border = recordAttribute(recordAttribute(attributes, 'style'), 'border');
  return textAttribute(border, 'color') === undefined ? [] : ['has-border-color'];
}

/** The declarations of a block's border. */
export function borderStyle(border: JsonRecord): string {
  const radius = recordAttribute(border, 'radius');
  return declarations([
    ['border-color', border['color']],
    ['border-radius', border['radius']],
    ...corners.map(([corner, key]) => [`border-${corner}-radius`, radius[key]] as const),
    ['border-style', border['style']],
    ['border-width', border['width']],
    ...borderSides.flatMap((side) => {
      const one = recordAttribute(border, side);
      return ['width', 'color', 'style'].map((part) => [`border-${side}-${part}`, one[part]] as const);
    }),
  ]);
}
