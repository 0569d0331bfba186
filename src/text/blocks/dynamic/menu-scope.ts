import type { JsonRecord } from '../../formats/json-value.ts';
import type { BlockContext } from '../../render-context.ts';
import { escapeKeepingReferences } from '../../scan/entities.ts';
import { flagOf, textOf } from '../block-attributes.ts';

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

export const isInNavigation = (provided: JsonRecord): boolean => flagOf(provided, 'isInNavigation') ?? false;

interface MenuColours {
  readonly wrapper: { readonly classes: readonly string[]; readonly style: string };
  readonly overlayClasses: string;
  readonly overlayStyle: string;
}

/** The colours of the menu around an item. */
export function menuColours({ provided }: BlockContext): MenuColours {
  const overlay = colours(provided, 'overlay');
  return {
    wrapper: colours(provided, ''),
    overlayClasses: overlay.classes.join(' '),
    overlayStyle: overlay.style === '' ? '' : ` style="${overlay.style}"`,
  };
}

/** The colours named by attributes: of a menu, or of its overlay. */
export function colours(attributes: JsonRecord, kind: '' | 'overlay') {
  const name = (what: 'Text' | 'Background', isCustom: boolean): string => {
    const word = `${isCustom ? 'Custom' : ''}${kind === 'overlay' ? 'Overlay' : ''}${what}Color`;
    return word.charAt(0).toLowerCase() + word.slice(1);
  };
  const named = (what: 'Text' | 'Background') => textOf(attributes, name(what, false));
  const custom = (what: 'Text' | 'Background') => textOf(attributes, name(what, true));
  const [text, background] = [named('Text'), named('Background')];
  const [customText, customBackground] = [custom('Text'), custom('Background')];
  return {
    classes: [
      ...(text || customText ? ['has-text-color'] : []),
      ...(text ? [`has-${escapeKeepingReferences(text)}-color`] : []),
      ...(background || customBackground ? ['has-background'] : []),
      ...(background ? [`has-${escapeKeepingReferences(background)}-background-color`] : []),
    ],
    style: `${!text && customText ? `color: ${escapeKeepingReferences(customText)};` : ''}${!background && customBackground ? `background-color: ${escapeKeepingReferences(customBackground)};` : ''}`,
  };
}
