import type { Block } from '../blocks/block.ts';
import { recordAttribute } from '../blocks/block.ts';
import { hasBlocks, parseBlocks } from '../blocks/parse-blocks.ts';
import { galleryClass } from '../blocks/static-blocks.ts';
import type { TextRules } from '../text-rules.ts';
import { cssValue, declarations } from './css-value.ts';
import { duotoneFilter } from './duotone.ts';
import { containerClass, containerClassToday, hasOwnStyle, type Layout, layoutOf } from './layout.ts';
import { linkColour, linkColourClass } from './opening-tag.ts';

/** More rules than any text needs that was written by hand. */
const mostRules = 300;

/** What a page needs for the classes that one of its texts alone has. */
export interface BlockStyles {
  /** Rules of its layouts, the colours of its links, the gaps of its galleries, the filters of its pictures. */
  readonly rules: string;
  /** The elements that hold the filters of its pictures. */
  readonly filters: string;
}

export const noBlockStyles: BlockStyles = { rules: '', filters: '' };

export function blockStyles(text: string, markup: TextRules['blocks'] = 'early'): BlockStyles {
  if (!hasBlocks(text)) return noBlockStyles;
  const rules = new Set<string>();
  const filters = new Set<string>();
  const left = [...parseBlocks(text)].reverse();
  for (let block = left.pop(); block && rules.size < mostRules; block = left.pop()) {
    for (const rule of rulesOf(block, markup)) rules.add(rule);
    const duotone = duotoneFilter(block);
    if (duotone) {
      rules.add(duotone.rule);
      if (duotone.filter !== '') filters.add(duotone.filter);
    }
    for (const inner of block.innerBlocks.toReversed()) left.push(inner);
  }
  return { rules: [...rules].join('\n'), filters: [...filters].join('\n') };
}

function rulesOf(block: Block, markup: TextRules['blocks']): string[] {
  const layout = layoutOf(block, markup);
  const container = (own: Layout) =>
    markup === 'today' ? containerClassToday(block.name ?? '', own) : containerClass(own);
  const link = linkColourClass(block);
  return [
    ...(layout && hasOwnStyle(layout) ? layoutRules(`.${container(layout)}`, layout) : []),
    ...(link === undefined ? [] : rule(`.${link} a`, declarations([['color', linkColour(block.attributes)]]))),
    ...(block.name === 'core/gallery' ? galleryRules(block) : []),
  ];
}

const rule = (selector: string, style: string): string[] => (style === '' ? [] : [`${selector}{${style}}`]);

const sideOf: Readonly<Record<string, string>> = {
  left: 'flex-start',
  right: 'flex-end',
  top: 'flex-start',
  bottom: 'flex-end',
};
const placeOf = (side: string): string => sideOf[side] ?? side;

/** A class stands twice where its rule must go before those of the style sheet for blocks. */
function layoutRules(name: string, layout: Layout): string[] {
  const { type, orientation, justify, align, wraps, contentSize, wideSize, grid } = layout;
  if (grid) return rule(name + name, `grid-template-columns:${columnsOf(grid)};${declarations(gapRows(layout.gap))}`);
  if (type === 'flex') {
    const isVertical = orientation === 'vertical';
    return rule(
      name + name,
      declarations([
        ['flex-wrap', wraps ? '' : 'nowrap'],
        ['flex-direction', isVertical ? 'column' : ''],
        [isVertical ? 'align-items' : 'justify-content', placeOf(justify)],
        [isVertical ? 'justify-content' : 'align-items', placeOf(align)],
        ...gapRows(layout.gap),
      ]),
    );
  }
  const gap = typeof layout.gap === 'string' ? layout.gap : layout.gap?.['top'];
  const freely = `${name} > :where(:not(.alignleft,.alignright,.alignfull))`;
  return [
    ...rule(`${name}${name} > * + *`, declarations([['margin-block-start', gap]])),
    ...(type === 'constrained'
      ? [
          ...rule(freely, declarations([['max-width', contentSize]])),
          ...rule(`${name} > .alignwide`, declarations([['max-width', wideSize]])),
          ...rule(freely, declarations([[`margin-inline-${justify === 'left' ? 'start' : 'end'}`, pushed(justify)]])),
        ]
      : []),
  ];
}

/** As many columns as were asked for, or as there is room for. */
const columnsOf = ({ columns, least }: NonNullable<Layout['grid']>): string =>
  columns > 0
    ? `repeat(${columns}, minmax(0, 1fr))`
    : `repeat(auto-fill, minmax(min(${cssValue(least) || '12rem'}, 100%), 1fr))`;

const pushed = (justify: string): string => (justify === 'left' || justify === 'right' ? '0' : '');

function gapRows(gap: Layout['gap']): (readonly [string, string])[] {
  if (gap === undefined || typeof gap === 'string') return [['gap', cssValue(gap)]];
  return [
    ['row-gap', cssValue(gap['top'])],
    ['column-gap', cssValue(gap['left'])],
  ];
}

function galleryRules(block: Block): string[] {
  const spacing = recordAttribute(recordAttribute(block.attributes, 'style'), 'spacing');
  const gap = spacing['blockGap'];
  const rows = gapRows(typeof gap === 'string' ? gap : recordAttribute(spacing, 'blockGap'));
  const name = `.${galleryClass(block)}`;
  return rule(name + name, declarations(rows));
}
