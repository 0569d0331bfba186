import type { Block } from '../block.ts';
import { recordAttribute, textAttribute } from '../block-attributes.ts';
import { duotoneClass } from './duotone.ts';
import { fluidFontSize } from './font-size.ts';
import { layoutClasses } from './layout.ts';
import { linkColourClass } from './link-colour.ts';

/** Adds what can be set for a block to the HTML it begins with: its layout, its colours, its font size. */
export function withSupports(html: string, block: Block): string {
  const linkColour = linkColourClass(block);
  const sized = withFluidFontSize(html, block);
  const coloured = linkColour === undefined ? sized : addClasses(sized, [linkColour], 'always');
  const duotone = duotoneClass(block);
  const classes = [...(duotone === undefined ? [] : [duotone]), ...layoutClasses(block)];
  return addClasses(coloured, classes, 'where there are some');
}

/** Adds classes before those of the first tag. */
export function addClasses(html: string, classes: readonly string[], where: 'always' | 'where there are some'): string {
  const tag = classes.length === 0 ? null : /<[a-z][^<>]*>/i.exec(html);
  if (!tag) return html;
  const [written] = tag;
  const at = written.indexOf(' class="');
  if (at !== -1) return inserted(html, tag.index + at + 8, `${classes.join(' ')} `);
  if (where !== 'always') return html;
  const end = written.endsWith('/>') ? 2 : 1;
  return inserted(html, tag.index + written.length - end, ` class="${classes.join(' ')}"`);
}

const inserted = (text: string, at: number, what: string): string => text.slice(0, at) + what + text.slice(at);

/** Replaces the font size that is written out in the HTML by one that suits narrow screens. */
function withFluidFontSize(html: string, { attributes }: Block): string {
  const size = recordAttribute(recordAttribute(attributes, 'style'), 'typography')['fontSize'];
  const written = typeof size === 'number' ? `${size}px` : size;
  if (typeof written !== 'string' || written === '' || textAttribute(attributes, 'fontSize') !== undefined) return html;
  const at = html.indexOf(`font-size:${written}`);
  const fluid = fluidFontSize(written);
  if (at === -1 || fluid === written || fluid === '' || !isInStyle(html, at)) return html;
  const end = at + 10 + written.length;
  return `${html.slice(0, at)}font-size:${fluid};${html.slice(html[end] === ';' ? end + 1 : end)}`;
}

function isInStyle(html: string, at: number): boolean {
  const quote = html.lastIndexOf('"', at);
  return quote !== -1 && html.startsWith(' style=', quote - 7) && !html.slice(quote, at).includes('<');
}
