import { attributeUrl } from '../../../clean-url.ts';
import type { JsonRecord } from '../../../formats/json-value.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { stripTags } from '../../../scan/strip-tags.ts';
import { flagAttribute, numberAttribute, textAttribute } from '../../block-attributes.ts';
import { loadedFor } from '../../block-needs.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { submenuIcon } from '../icons.ts';
import { isNothing, safeMarkup } from '../values.ts';
import { menuItemStyle } from './menu-scope.ts';

/** A link of a menu. One to a post that the reader may not see is left out. */
export const navigationLink: BlockRenderer = {
  name: 'core/navigation-link',
  isDynamic: true,
  needs: ({ attributes }, ask) => {
    const id = postIdOf(attributes);
    if (id !== undefined) ask('post', id);
  },
  render: (block, _inner, context) => {
    const { attributes } = block;
    const label = textAttribute(attributes, 'label') ?? '';
    const id = postIdOf(attributes);
    if (label === '' || (id !== undefined && !loadedFor(context.blockData, 'post', id))) return '';
    const { classes, style } = itemStyle(context.provided);
    return `<li ${wrapper(block, { classes, style })}><a class="wp-block-navigation-item__content" ${hrefOf(attributes)}${linkAttributes(attributes)}><span class="wp-block-navigation-item__label">${safeMarkup(label)}</span>${description(attributes)}</a></li>`;
  },
};

/** A link of a menu with a menu below it. */
export const navigationSubmenu: BlockRenderer = {
  name: 'core/navigation-submenu',
  isDynamic: true,
  render: (block, inner, { provided }) => {
    const { attributes } = block;
    const label = textAttribute(attributes, 'label') ?? '';
    if (label === '') return '';
    const opensOnClick = flagAttribute(provided, 'openSubmenusOnClick') ?? false;
    const hasIcon = flagAttribute(provided, 'showSubmenuIcon') ?? true;
    const hasMenu = !isNothing(inner);
    const { classes, style } = itemStyle(provided, [
      ...(hasMenu ? ['has-child'] : []),
      ...(opensOnClick ? ['open-on-click'] : hasIcon ? ['open-on-hover-click'] : []),
    ]);
    const shown = safeMarkup(label);
    const name = escapeKeepingReferences(stripTags(shown));
    const entry = opensOnClick
      ? `<button aria-label="${name} submenu" class="wp-block-navigation-item__content wp-block-navigation-submenu__toggle" aria-expanded="false"><span class="wp-block-navigation-item__label">${shown}</span></button><span class="wp-block-navigation__submenu-icon">${submenuIcon}</span>`
      : `<a class="wp-block-navigation-item__content"${hrefOf(attributes)}${linkAttributes(attributes)}>${shown}</a>${
          hasIcon
            ? `<button aria-label="${name} submenu" class="wp-block-navigation__submenu-icon wp-block-navigation-submenu__toggle" aria-expanded="false">${submenuIcon}</button>`
            : ''
        }`;
    const menu = hasMenu ? `<ul class="wp-block-navigation__submenu-container">${inner}</ul>` : '';
    return `<li ${wrapper(block, { classes, style })}>${entry}${menu}</li>`;
  },
};

/** A link of a menu to the front page. */
export const homeLink: BlockRenderer = {
  name: 'core/home-link',
  isDynamic: true,
  render: (block, _inner, { provided, siteUrl }) => {
    const label = textAttribute(block.attributes, 'label') ?? '';
    if (label === '') return '';
    const { classes, style } = itemStyle(provided);
    return `<li ${wrapper(block, { classes, style })}><a class="wp-block-home-link__content wp-block-navigation-item__content" href="${attributeUrl(siteUrl)}" rel="home">${safeMarkup(label)}</a></li>`;
  },
};

/** The post that a link leads to; undefined for one to anything else. */
function postIdOf(attributes: JsonRecord): number | undefined {
  const kind = textAttribute(attributes, 'kind');
  const type = textAttribute(attributes, 'type');
  const isPost = kind === 'post-type' || type === 'post' || type === 'page';
  return isPost ? numberAttribute(attributes, 'id') : undefined;
}

function itemStyle(provided: JsonRecord, more: readonly string[] = []) {
  const { classes, style } = menuItemStyle(provided);
  return { classes: [...classes, 'wp-block-navigation-item', ...more], style };
}

const hrefOf = (attributes: JsonRecord): string => {
  const url = textAttribute(attributes, 'url') ?? '';
  return url === '' ? '' : ` href="${attributeUrl(url)}"`;
};

function linkAttributes(attributes: JsonRecord): string {
  const target = flagAttribute(attributes, 'opensInNewTab') ? ' target="_blank"  ' : '';
  const rel = textAttribute(attributes, 'rel') || (flagAttribute(attributes, 'nofollow') ? 'nofollow' : '');
  const title = textAttribute(attributes, 'title') ?? '';
  return `${target}${rel ? ` rel="${escapeKeepingReferences(rel)}"` : ''}${title ? ` title="${escapeKeepingReferences(title)}"` : ''}`;
}

function description(attributes: JsonRecord): string {
  const text = textAttribute(attributes, 'description') ?? '';
  return text === '' ? '' : `<span class="wp-block-navigation-item__description">${safeMarkup(text)}</span>`;
}
