import { wrapper } from '../block-supports/wrapper.ts';
import type { Block } from '../blocks/block.ts';
import { flagAttribute, listAttribute, numberAttribute, recordAttribute, textAttribute } from '../blocks/block.ts';
import { loadedFor } from '../blocks/block-needs.ts';
import { parseBlocks } from '../blocks/parse-blocks.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { JsonRecord } from '../json.ts';
import type { BlockContext, BlockRenderer } from '../render/render-context.ts';
import { wordOf } from './block-values.ts';
import { closeMenuIcon, openMenuIcon } from './icons.ts';
import { colours, menuAttributes } from './navigation-items.ts';

/** A menu: a stored one, the blocks in it, or the pages of the site. */
export const navigation: BlockRenderer = {
  name: 'core/navigation',
  isDynamic: true,
  ownsInner: true,
  needs: ({ attributes, innerBlocks }, ask) => {
    const id = numberAttribute(attributes, 'ref');
    if (id !== undefined) return ask('menu', id);
    if (innerBlocks.length > 0) return;
    ask('site', null);
    ask('pages', null);
  },
  provides: ({ attributes }) => provided(attributes),
  render: (block, _inner, context) => {
    const menu = contentOf(block, context);
    const items = menu && shownItems(menu, block, context);
    if (!items) return '';
    const { attributes } = block;
    const isResponsive = textAttribute(attributes, 'overlayMenu') !== 'never';
    const own = colours(attributes, '');
    const classes = [
      ...own.classes,
      ...namedFont(attributes),
      ...(isResponsive ? ['is-responsive'] : []),
      ...layoutClasses(recordAttribute(attributes, 'layout')),
      ...(menu.isFallback ? ['is-fallback'] : []),
      ...decoration(attributes),
    ];
    const inside = isResponsive ? overlay(attributes, items, context) : items;
    return `<nav ${wrapper(withoutDecoration(block), { classes, style: own.style })} aria-label="${escapeKeepingReferences(menu.label)}">${inside}</nav>`;
  },
};

/** What a menu tells the blocks in it. */
const provided = (attributes: JsonRecord): JsonRecord => ({
  isInNavigation: true,
  ...Object.fromEntries(menuAttributes.flatMap((name) => (name in attributes ? [[name, attributes[name]!]] : []))),
});

interface Menu {
  readonly blocks: readonly Block[];
  readonly label: string;
  readonly isFallback: boolean;
  readonly id: number | undefined;
}

function contentOf({ attributes, innerBlocks }: Block, context: BlockContext): Menu | undefined {
  const id = numberAttribute(attributes, 'ref');
  if (id !== undefined) {
    const stored = loadedFor(context.blockData, 'menu', id);
    if (!stored || listAttribute(context.provided, 'menusAround').includes(id)) return undefined;
    return { blocks: parseBlocks(stored.content), label: stored.title, isFallback: false, id };
  }
  if (innerBlocks.length > 0) return { blocks: innerBlocks, label: '', isFallback: false, id };
  return { blocks: parseBlocks('<!-- wp:page-list /-->'), label: '', isFallback: true, id };
}

const listItems: ReadonlySet<string | null> = new Set([
  'core/navigation-link',
  'core/home-link',
  'core/site-title',
  'core/site-logo',
  'core/navigation-submenu',
]);
/** Blocks of a list that are no list items by themselves. */
const wrapped: ReadonlySet<string | null> = new Set(['core/site-title', 'core/site-logo']);

function shownItems(menu: Menu, { attributes }: Block, context: BlockContext): string {
  const around = listAttribute(context.provided, 'menusAround');
  const inside = {
    ...context.provided,
    ...provided(attributes),
    ...(menu.id === undefined ? {} : { menusAround: [...around, menu.id] }),
  };
  let out = '';
  let isInList = false;
  for (const block of menu.blocks) {
    const html = block.name === null ? '' : context.renderInner([block], { provided: inside });
    if (html === '') continue;
    const isItem = listItems.has(block.name);
    if (isItem !== isInList) out += isItem ? '<ul class="wp-block-navigation__container">' : '</ul>';
    isInList = isItem;
    out += wrapped.has(block.name) ? `<li class="wp-block-navigation-item">${html}</li>` : html;
  }
  return isInList ? `${out}</ul>` : out;
}

const namedFont = (attributes: JsonRecord): string[] => {
  const size = textAttribute(attributes, 'fontSize');
  return size ? [`has-${escapeKeepingReferences(size)}-font-size`] : [];
};

function decoration(attributes: JsonRecord): string[] {
  const value = textAttribute(recordAttribute(recordAttribute(attributes, 'style'), 'typography'), 'textDecoration');
  return value ? [`has-text-decoration-${escapeKeepingReferences(value)}`] : [];
}

/** The decoration of its text is a class, and not a style. */
function withoutDecoration(block: Block): Block {
  const style = recordAttribute(block.attributes, 'style');
  const { textDecoration: _, ...typography } = recordAttribute(style, 'typography');
  return { ...block, attributes: { ...block.attributes, style: { ...style, typography } } };
}

function layoutClasses(layout: JsonRecord): string[] {
  const justified = wordOf(
    textAttribute(layout, 'justifyContent'),
    ['left', 'right', 'center', 'space-between', ''],
    '',
  );
  return [
    ...(justified === '' ? [] : [`items-justified-${justified}`]),
    ...(textAttribute(layout, 'orientation') === 'vertical' ? ['is-vertical'] : []),
    ...(textAttribute(layout, 'flexWrap') === 'nowrap' ? ['no-wrap'] : []),
  ];
}

/** The menu as a dialog that a button opens: on small screens, or always. */
function overlay(attributes: JsonRecord, items: string, context: BlockContext): string {
  const id = `modal-${++context.counters.block}`;
  const isHidden = textAttribute(attributes, 'overlayMenu') === 'always';
  const hasIcon = flagAttribute(attributes, 'hasIcon') ?? true;
  const { classes, style } = colours(attributes, 'overlay');
  const [open, close] = hasIcon ? [openMenuIcon, closeMenuIcon] : ['Menu', 'Close'];
  const labelled = (label: string) => (hasIcon ? `aria-label="${label}"` : '');
  return `<button aria-haspopup="true" ${labelled('Open menu')} class="wp-block-navigation__responsive-container-open ${isHidden ? 'always-shown' : ''}" data-micromodal-trigger="${id}">${open}</button>
			<div class="wp-block-navigation__responsive-container ${isHidden ? 'hidden-by-default' : ''} ${classes.join(' ')}" style="${style}" id="${id}">
				<div class="wp-block-navigation__responsive-close" tabindex="-1" data-micromodal-close>
					<div class="wp-block-navigation__responsive-dialog" aria-label="Menu">
							<button ${labelled('Close menu')} data-micromodal-close class="wp-block-navigation__responsive-container-close">${close}</button>
						<div class="wp-block-navigation__responsive-container-content" id="${id}-content">
							${items}
						</div>
					</div>
				</div>
			</div>`;
}
