import { type Block, recordAttribute, textAttribute } from '../blocks/block.ts';
import type { TextRules } from '../text-rules.ts';
import { fluidFontSize, numberFor } from './css-value.ts';
import { duotoneClass } from './duotone.ts';
import { layoutClasses, layoutClassesToday, layoutOf } from './layout.ts';

/** Adds what can be set for a block to the HTML it begins with: its layout, its colours, its font size. */
export function withSupports(html: string, block: Block, markup: TextRules['blocks']): string {
  const linkColour = linkColourClass(block);
  const sized = withFluidFontSize(html, block);
  const coloured = linkColour === undefined ? sized : addClasses(sized, [linkColour], 'always');
  const duotone = duotoneClass(block);
  if (markup === 'today') {
    const toned = addClasses(coloured, duotone === undefined ? [] : [duotone], 'where there are some');
    return appendClasses(appendClasses(toned, ownClass(block)), isBoxed(block) ? [] : layoutClassesToday(block));
  }
  const classes = [...(duotone === undefined ? [] : [duotone]), ...layoutClasses(block)];
  return addClasses(coloured, classes, 'where there are some');
}

/** The blocks whose elements get the class of the block when they are shown. */
const named: ReadonlySet<string | null> = new Set(['core/heading', 'core/list', 'core/paragraph']);
const ownClass = ({ name }: Block): string[] => (named.has(name) ? [`wp-block-${name?.slice(5)}`] : []);

/** Whether the inner blocks of a group are in an element of their own: where they are one below the other. */
export function isBoxed(block: Block): boolean {
  const layout = block.name === 'core/group' ? layoutOf(block, 'today') : undefined;
  return layout !== undefined && !layout.grid && layout.type !== 'flex';
}

/** Adds classes after those of the first tag, except those it has. */
export function appendClasses(html: string, classes: readonly string[]): string {
  const tag = classes.length === 0 ? null : /<[a-z][^<>]*>/i.exec(html);
  if (!tag) return html;
  const [written] = tag;
  const held = / class="([^"]*)"/.exec(written);
  const known = new Set(held?.[1]?.split(' '));
  const more = classes.filter((name) => !known.has(name)).join(' ');
  if (more === '') return html;
  if (held) return inserted(html, tag.index + held.index + held[0].length - 1, held[1] === '' ? more : ` ${more}`);
  const end = written.endsWith('/>') ? 2 : 1;
  return inserted(html, tag.index + written.length - end, ` class="${more}"`);
}

/** Gives the element around a dynamic block the layout classes of today instead of the earlier ones, which begin it. */
export function withLayoutToday(html: string, block: Block): string {
  const early = layoutClasses(block);
  const begins = ` class="${early.join(' ')} `;
  const at = early.length === 0 ? -1 : html.slice(0, longestTag).indexOf(begins);
  const bare = at === -1 ? html : `${html.slice(0, at)} class="${html.slice(at + begins.length)}`;
  return appendClasses(bare, layoutClassesToday(block));
}

/** How far the first tag of a block is searched for its classes. */
const longestTag = 4_096;

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

/** The blocks that write their colours on an inner element. */
const without: ReadonlySet<string> = new Set(['core/button', 'core/search', 'core/separator', 'core/table']);

/** The class that the colour of the links in a block is written for; undefined for a block without such a colour. */
export function linkColourClass({ name, attributes }: Block): string | undefined {
  if (name === null || without.has(name)) return undefined;
  const colour = linkColour(attributes);
  return colour === undefined ? undefined : `wp-elements-${numberFor(colour).toString(16).padStart(8, '0')}`;
}

/** The colour of the links in a block as its attributes say it. */
export function linkColour(attributes: Block['attributes']): string | undefined {
  const link = recordAttribute(recordAttribute(recordAttribute(attributes, 'style'), 'elements'), 'link');
  return textAttribute(recordAttribute(link, 'color'), 'text');
}
