import { cssValue } from '../block-supports/css-value.ts';
import { wrapper } from '../block-supports/wrapper.ts';
import { flagAttribute, numberAttribute, textAttribute } from '../blocks/block.ts';
import { loadedFor } from '../blocks/block-needs.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { JsonRecord } from '../json.ts';
import { stripTags } from '../plain-text.ts';
import type { BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { isNothing, safeMarkup } from './block-values.ts';
import { submenuIcon } from './icons.ts';

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

/** What a menu provides to its items, by the names of its attributes. */
export const menuAttributes = [
  'textColor',
  'customTextColor',
  'backgroundColor',
  'customBackgroundColor',
  'overlayTextColor',
  'customOverlayTextColor',
  'overlayBackgroundColor',
  'customOverlayBackgroundColor',
  'fontSize',
  'customFontSize',
  'showSubmenuIcon',
  'openSubmenusOnClick',
  'style',
] as const;

export const isInNavigation = (provided: JsonRecord): boolean => flagAttribute(provided, 'isInNavigation') ?? false;

/** The classes and the style that a menu gives to its items: its colours and its font size. */
export function menuItemStyle(provided: JsonRecord): { readonly classes: readonly string[]; readonly style: string } {
  const own = colours(provided, '');
  const font = textAttribute(provided, 'fontSize');
  return {
    classes: [...own.classes, ...(font ? [`has-${escapeKeepingReferences(font)}-font-size`] : [])],
    style: own.style,
  };
}

/** The colours named by attributes: of a menu, or of its overlay. */
export function colours(attributes: JsonRecord, kind: '' | 'overlay') {
  const name = (what: 'Text' | 'Background', isCustom: boolean): string => {
    const word = `${isCustom ? 'Custom' : ''}${kind === 'overlay' ? 'Overlay' : ''}${what}Color`;
    return word.charAt(0).toLowerCase() + word.slice(1);
  };
  const named = (what: 'Text' | 'Background') => textAttribute(attributes, name(what, false));
  const custom = (what: 'Text' | 'Background') => cssValue(textAttribute(attributes, name(what, true)));
  const [text, background] = [named('Text'), named('Background')];
  const [customText, customBackground] = [custom('Text'), custom('Background')];
  return {
    classes: [
      ...(text || customText ? ['has-text-color'] : []),
      ...(text ? [`has-${escapeKeepingReferences(text)}-color`] : []),
      ...(background || customBackground ? ['has-background'] : []),
      ...(background ? [`has-${escapeKeepingReferences(background)}-background-color`] : []),
    ],
    style: `${!text && customText ? `color: ${customText};` : ''}${!background && customBackground ? `background-color: ${customBackground};` : ''}`,
  };
}
