import type { JsonRecord } from '../../../formats/json-value.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { flagAttribute, textAttribute } from '../../block-attributes.ts';
import { cssValue } from '../../supports/css-value.ts';

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
