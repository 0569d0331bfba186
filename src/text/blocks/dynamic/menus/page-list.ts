import { attributeUrl } from '../../../clean-url.ts';
import { renderTitle } from '../../../render.ts';
import type { BlockContext, BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { stripTags } from '../../../scan/strip-tags.ts';
import { flagAttribute, noAttributes } from '../../block-attributes.ts';
import { loadedFor } from '../../block-needs.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { submenuIcon } from '../icons.ts';
import type { ListedPage } from '../shown.ts';
import { colours, isInNavigation, menuItemStyle } from './menu-scope.ts';

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
    const items = list(below.get(0) ?? [], 0, { below, menu, context });
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
  return `<li class="${classes.join(' ')}"${depth === 1 && overlay.style ? ` style="${overlay.style}"` : ''}>${label(page, title, children.length > 0, menu)}${submenu(children, depth, tree)}</li>`;
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
  const menu = tree.menu ? ' wp-block-navigation__submenu-container' : '';
  return `<ul class="submenu-container${menu}">${list(children, depth + 1, tree)}</ul>`;
}
