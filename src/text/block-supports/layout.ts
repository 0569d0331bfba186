import type { Block } from '../blocks/block.ts';
import { noAttributes, numberAttribute, recordAttribute, textAttribute } from '../blocks/block.ts';
import type { JsonRecord } from '../json.ts';
import type { TextRules } from '../text-rules.ts';
import { classPart, numberFor } from './css-value.ts';

interface LayoutDefault {
  readonly type: 'default' | 'flex';
  readonly flexWrap?: 'nowrap';
  /** Whether the block sets the gaps between its inner blocks by itself. */
  readonly ownGap?: true;
}

/** The blocks that lay out their inner blocks, and how they do it unless they say otherwise. */
const defaults: ReadonlyMap<string, LayoutDefault> = new Map([
  ['core/group', { type: 'default' }],
  ['core/column', { type: 'default' }],
  ['core/query', { type: 'default' }],
  ['core/post-template', { type: 'default' }],
  ['core/post-content', { type: 'default' }],
  ['core/buttons', { type: 'flex' }],
  ['core/columns', { type: 'flex', flexWrap: 'nowrap' }],
  ['core/comments-pagination', { type: 'flex' }],
  ['core/gallery', { type: 'flex', ownGap: true }],
  ['core/navigation', { type: 'flex' }],
  ['core/query-pagination', { type: 'flex' }],
  ['core/social-links', { type: 'flex' }],
]);

const classes: Readonly<Record<string, string>> = {
  default: 'is-layout-flow',
  constrained: 'is-layout-constrained',
  flex: 'is-layout-flex',
};

/** The blocks that lay out others only in today's markup. */
const todayDefaults: ReadonlyMap<string, LayoutDefault> = new Map(
  ['details', 'latest-posts', 'quote'].map((name) => [`core/${name}`, { type: 'default' }]),
);

/** How a block lays out its inner blocks. */
export interface Layout {
  readonly type: string;
  readonly orientation: string;
  readonly justify: string;
  readonly align: string;
  readonly wraps: boolean;
  readonly contentSize: string;
  readonly wideSize: string;
  /** The gap between inner blocks; undefined where the theme decides. */
  readonly gap: JsonRecord | string | undefined;
  /** The columns of a grid: how many, or how wide they are at least. */
  readonly grid?: { readonly columns: number; readonly least: string };
}

type Markup = TextRules['blocks'];

/** The layout of a block; undefined for a block without one. */
export function layoutOf({ name, attributes }: Block, markup: Markup = 'early'): Layout | undefined {
  const initial = defaults.get(name ?? '') ?? (markup === 'today' ? todayDefaults.get(name ?? '') : undefined);
  if (!initial) return undefined;
  const own = recordAttribute(attributes, 'layout');
  const written = (key: string) => textAttribute(own, key) ?? '';
  const contentSize = written('contentSize');
  const isConstrained = own['inherit'] === true || contentSize !== '';
  const hasOwn = attributes['layout'] !== undefined;
  return {
    type: isConstrained ? 'constrained' : (textAttribute(own, 'type') ?? (hasOwn ? 'default' : initial.type)),
    orientation: written('orientation'),
    justify: written('justifyContent'),
    align: written('verticalAlignment'),
    wraps: (hasOwn ? written('flexWrap') : (initial.flexWrap ?? '')) !== 'nowrap',
    contentSize,
    wideSize: written('wideSize'),
    gap: initial.ownGap ? undefined : gapOf(attributes),
    ...(markup === 'today' && own['type'] === 'grid' ? { grid: gridOf(own) } : {}),
  };
}

const gridOf = (own: JsonRecord): NonNullable<Layout['grid']> => ({
  columns: Math.trunc(numberAttribute(own, 'columnCount') ?? 0),
  least: textAttribute(own, 'minimumColumnWidth') ?? '',
});

function gapOf(attributes: JsonRecord): Layout['gap'] {
  const spacing = recordAttribute(recordAttribute(attributes, 'style'), 'spacing');
  const gap = textAttribute(spacing, 'blockGap');
  if (gap !== undefined) return /[\\(&=}]|\/\*/.test(gap) ? undefined : gap;
  const sides = recordAttribute(spacing, 'blockGap');
  return sides === noAttributes ? undefined : sides;
}

/** The classes that a layout gives to the element around a block. */
export function layoutClasses(block: Block): string[] {
  const layout = layoutOf(block);
  if (!layout) return [];
  const { type, orientation, justify } = layout;
  const own = recordAttribute(block.attributes, 'layout');
  const layoutClass = Object.hasOwn(classes, type) ? classes[type] : undefined;
  return [
    type === 'constrained' ? 'has-global-padding' : '',
    orientation === '' ? '' : `is-${classPart(orientation)}`,
    justify === '' ? '' : `is-content-justification-${classPart(justify)}`,
    textAttribute(own, 'flexWrap') === 'nowrap' ? 'is-nowrap' : '',
    layoutClass ?? '',
    layoutClass !== undefined && hasOwnStyle(layout) ? containerClass(layout) : '',
  ].filter((name) => name !== '');
}

/** The class that the styles of one layout are written for. */
export const containerClass = (layout: Layout): string => `wp-container-${numberFor(JSON.stringify(layout))}`;

/** The same in today's markup: it says whose layout it is. */
export function containerClassToday(name: string, layout: Layout): string {
  const number = numberFor(JSON.stringify(layout)).toString(16).padStart(8, '0');
  return `wp-container-${name.replace('/', '-')}-is-layout-${number}`;
}

/** The classes that a layout gives in today's markup. */
export function layoutClassesToday(block: Block): string[] {
  const layout = layoutOf(block, 'today');
  const name = block.name ?? '';
  if (!layout) return [];
  const { orientation, justify } = layout;
  const type = layout.grid ? 'is-layout-grid' : Object.hasOwn(classes, layout.type) ? classes[layout.type] : undefined;
  if (type === undefined) return [];
  return [
    orientation === 'vertical' ? 'is-vertical' : '',
    justify === '' ? '' : `is-content-justification-${classPart(justify)}`,
    textAttribute(recordAttribute(block.attributes, 'layout'), 'flexWrap') === 'nowrap' ? 'is-nowrap' : '',
    type,
    hasOwnStyle(layout) ? containerClassToday(name, layout) : '',
    `wp-block-${name.replace(/^core\//, '').replace('/', '-')}-${type}`,
  ].filter((one) => one !== '');
}

const justified: ReadonlySet<string> = new Set(['left', 'right', 'center', 'space-between']);
const aligned: ReadonlySet<string> = new Set(['top', 'center', 'bottom']);

/** Whether a layout needs more than the styles of its type. */
export function hasOwnStyle(layout: Layout): boolean {
  const { type, orientation, justify, align, wraps, contentSize, wideSize, gap, grid } = layout;
  if (grid) return true;
  if (type === 'flex') {
    const isPlaced = orientation === 'vertical' || justified.has(justify) || aligned.has(align);
    return !wraps || isPlaced || (gap !== undefined && gap !== '');
  }
  if (gap !== undefined) return true;
  return type === 'constrained' && (contentSize !== '' || wideSize !== '' || justify === 'left' || justify === 'right');
}
