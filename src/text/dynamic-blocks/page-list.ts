import { wrapper } from '../block-supports/wrapper.ts';
import { flagAttribute, noAttributes, numberAttribute } from '../blocks/block.ts';
import type { ListedPage } from '../blocks/block-data.ts';
import { loadedFor } from '../blocks/block-needs.ts';
import { escapeKeepingReferences } from '../entities.ts';
import { stripTags } from '../plain-text.ts';
import { renderTitle } from '../render/render.ts';
import type { BlockContext, BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { submenuIcon } from './icons.ts';
import { colours, isInNavigation, menuItemStyle } from './navigation-items.ts';

const deepest = 20;

/** The pages of the site as a tree, also inside a menu. */
export const pageList: BlockRenderer = {
  name: 'core/page-list',
  isDynamic: true,
  needs: (_block, ask) => {
    ask('site', null);
    ask('pages', null);
  },
  render: (block, _inner, context) => {
    const pages = loadedFor(context.blockData, 'pages', null) ?? [];
    if (pages.length === 0) return '';
    const menu = menuOf(context);
    const below = Map.groupBy(pages, ({ parentId }) => parentId);
    const above = context.rules.blocks === 'today' ? (numberAttribute(block.attributes, 'parentPageID') ?? 0) : 0;
    const items = list(below.get(above) ?? [], 0, { below, menu, context });
    if (items === '' && above > 0) return '';
    return `<ul ${wrapper(block, menu ? menuItemStyle(context.provided) : {})}>${items}</ul>`;
  },
};

interface Menu {
  readonly opensOnClick: boolean;
  readonly hasIcons: boolean;
}

const menuOf = ({ provided }: BlockContext): Menu | null =>
  isInNavigation(provided)
    ? {
        opensOnClick: flagAttribute(provided, 'openSubmenusOnClick') ?? false,
        hasIcons: flagAttribute(provided, 'showSubmenuIcon') ?? true,
      }
    : null;

interface Tree {
  readonly below: ReadonlyMap<number, readonly ListedPage[]>;
  readonly menu: Menu | null;
  readonly context: BlockContext;
}

function list(pages: readonly ListedPage[], depth: number, tree: Tree): string {
  return pages.map((page) => item(page, depth, tree)).join('');
}

function item(page: ListedPage, depth: number, tree: Tree): string {
  const { menu, context } = tree;
  const title = renderTitle(page.title, context) || '(no title)';
  const children = depth < deepest ? (tree.below.get(page.id) ?? []) : [];
  const isFront = loadedFor(context.blockData, 'site', null)?.frontPageId === page.id;
  const overlay = colours(menu ? context.provided : noAttributes, 'overlay');
  const classes = [
    'wp-block-pages-list__item',
    ...(children.length > 0 ? ['has-child'] : []),
    ...(menu ? ['wp-block-navigation-item', ...openings(menu)] : []),
    ...(isFront ? ['menu-item-home'] : []),
    ...(depth === 1 ? overlay.classes : []),
  ];
  // The class of an item below another ends with a blank where nothing is added to it.
  const blank = context.rules.blocks === 'today' && depth > 0 && classes.length === 1 ? ' ' : '';
  return `<li class="${classes.join(' ')}${blank}"${depth === 1 && overlay.style ? ` style="${overlay.style}"` : ''}>${label(page, title, children.length > 0, menu)}${submenu(children, depth, tree)}</li>`;
}

const openings = ({ opensOnClick, hasIcons }: Menu): string[] =>
  opensOnClick ? ['open-on-click'] : hasIcons ? ['open-on-hover-click'] : [];

function label(page: ListedPage, title: string, hasChildren: boolean, menu: Menu | null): string {
  const name = escapeKeepingReferences(stripTags(title));
  if (menu?.opensOnClick && hasChildren)
    return `<button aria-label="${name} submenu" class="wp-block-navigation-item__content wp-block-navigation-submenu__toggle" aria-expanded="false">${title}</button><span class="wp-block-page-list__submenu-icon wp-block-navigation__submenu-icon">${submenuIcon}</span>`;
  const content = menu ? ' wp-block-navigation-item__content' : '';
  const link = `<a class="wp-block-pages-list__item__link${content}" href="${attributeUrl(page.url)}">${title}</a>`;
  if (!menu?.hasIcons || !hasChildren) return link;
  return `${link}<button aria-label="${name} submenu" class="wp-block-navigation__submenu-icon wp-block-navigation-submenu__toggle" aria-expanded="false">${submenuIcon}</button>`;
}

function submenu(children: readonly ListedPage[], depth: number, tree: Tree): string {
  if (children.length === 0) return '';
  const ofMenu = 'wp-block-navigation__submenu-container';
  const early = tree.menu ? `submenu-container ${ofMenu}` : 'submenu-container';
  return `<ul class="${tree.context.rules.blocks === 'today' ? ofMenu : early}">${list(children, depth + 1, tree)}</ul>`;
}
