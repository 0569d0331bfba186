import { cssValue } from '../block-supports/css-value.ts';
import { wrapper } from '../block-supports/wrapper.ts';
import { flagAttribute, recordAttribute, textAttribute } from '../blocks/block.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { JsonRecord } from '../json.ts';
import { stripTags } from '../plain-text.ts';
import type { BlockRenderer } from '../render/render-context.ts';
import { safeMarkup, wholeAttribute, wordOf } from './block-values.ts';
import { searchIcon } from './icons.ts';

const positions = ['button-outside', 'button-inside', 'button-only', 'no-button'] as const;

/** A form that searches the site. */
export const searchBlock: BlockRenderer = {
  name: 'core/search',
  isDynamic: true,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const position = wordOf(textAttribute(attributes, 'buttonPosition'), positions, 'button-outside');
    const usesIcon = flagAttribute(attributes, 'buttonUseIcon') ?? false;
    const id = `wp-block-search__input-${++context.counters.block}`;
    const styles = searchStyles(attributes, position === 'button-inside');
    const classes = [
      `wp-block-search__${position}`,
      ...(position === 'no-button' ? [] : [`wp-block-search__${usesIcon ? 'icon' : 'text'}-button`]),
    ];
    const label = labelled(attributes, id, styles.text, styles.textClass);
    const field =
      position === 'button-only' ? '' : input(attributes, { id, styles, isInside: position === 'button-inside' });
    const button = position === 'no-button' ? '' : submit(attributes, usesIcon, styles);
    if (context.rules.blocks === 'today') {
      const form = `<form role="search" method="get" action="${escapeKeepingReferences(context.siteUrl)}/" ${wrapper(block, { classes })} >`;
      return `${form}${todayParts(attributes, { id, styles, position, usesIcon })}</form>`;
    }
    return `<form role="search" method="get" action="${escapeKeepingReferences(context.siteUrl)}/" ${wrapper(block, { classes })}>${label}<div class="wp-block-search__inside-wrapper ${styles.wrapperClass}" ${styles.wrapper}>${field}${hidden(attributes)}${button}</div></form>`;
  },
};

interface TodayForm {
  readonly id: string;
  readonly styles: Styles;
  readonly position: (typeof positions)[number];
  readonly usesIcon: boolean;
}

/** The same parts as today's markup writes them: classes come first, and the button says what it does. */
function todayParts(attributes: JsonRecord, { id, styles, position, usesIcon }: TodayForm): string {
  const isInside = position === 'button-inside';
  const label = safeMarkup(textAttribute(attributes, 'label') ?? 'Search');
  const isShown = (flagAttribute(attributes, 'showLabel') ?? true) && label !== '';
  const named = `wp-block-search__label${isShown ? styles.textClass : ' screen-reader-text'}`;
  const fieldClass = `wp-block-search__input${isInside ? '' : styles.fieldClass}${styles.textClass}`;
  const fieldStyle = isInside ? styles.text : styles.field;
  const placeholder = escapeKeepingReferences(textAttribute(attributes, 'placeholder') ?? '');
  const field =
    position === 'button-only'
      ? ''
      : `<input class="${fieldClass}" id="${id}" placeholder="${placeholder}" value="" type="search" name="s" required${fieldStyle} />`;
  const text = safeMarkup(textAttribute(attributes, 'buttonText') || 'Search');
  const buttonClass = `wp-block-search__button${styles.textClass}${styles.buttonClass}${usesIcon ? ' has-icon' : ''} wp-element-button`;
  const button =
    position === 'no-button'
      ? ''
      : `<button aria-label="${escapeKeepingReferences(stripTags(text))}" class="${buttonClass}" type="submit"${styles.button} >${usesIcon ? searchIcon : text}</button>`;
  const around = `wp-block-search__inside-wrapper${styles.wrapperClass === '' ? '' : ` ${styles.wrapperClass}`}`;
  return `<label class="${named}" for="${id}"${isShown ? styles.text : ''} >${label || 'Search'}</label><div class="${around}"${styles.wrapper} >${field}${hidden(attributes)}${button}</div>`;
}

type Styles = ReturnType<typeof searchStyles>;

function labelled(attributes: JsonRecord, id: string, style: string, fontClass: string): string {
  const label = safeMarkup(textAttribute(attributes, 'label') ?? 'Search');
  const isShown = (flagAttribute(attributes, 'showLabel') ?? true) && label !== '';
  const classes = `wp-block-search__label${isShown ? fontClass : ' screen-reader-text'}`;
  return `<label for="${id}" class="${classes}"${isShown ? ` ${style}` : ''}>${label || 'Search'}</label>`;
}

interface Field {
  readonly id: string;
  readonly styles: Styles;
  readonly isInside: boolean;
}

function input(attributes: JsonRecord, { id, styles, isInside }: Field): string {
  const placeholder = escapeKeepingReferences(textAttribute(attributes, 'placeholder') ?? '');
  const more = isInside ? `${styles.textClass} ` : `${styles.fieldClass}${styles.textClass}`;
  return `<input type="search" id="${id}" class="wp-block-search__input wp-block-search__input${more}" name="s" value="" placeholder="${placeholder}" ${isInside ? styles.text : styles.field} required />`;
}

function submit(attributes: JsonRecord, usesIcon: boolean, styles: Styles): string {
  const text = safeMarkup(textAttribute(attributes, 'buttonText') || 'Search');
  const classes = `wp-block-search__button${styles.textClass}${styles.buttonClass}${usesIcon ? ' has-icon' : ''} wp-element-button`;
  const label = usesIcon ? `aria-label="${escapeKeepingReferences(text)}"` : '';
  return `<button type="submit" class="${classes}" ${styles.button} ${label}>${usesIcon ? searchIcon : text}</button>`;
}

/** What else the form sends, such as the type of what is searched. */
function hidden(attributes: JsonRecord): string {
  return Object.entries(recordAttribute(attributes, 'query'))
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeKeepingReferences(name)}" value="${escapeKeepingReferences(value)}" />`,
    )
    .join('');
}

/** The classes, each after a space, and the style attributes of the parts of a search form. */
export function searchStyles(attributes: JsonRecord, isInside: boolean) {
  const style = recordAttribute(attributes, 'style');
  const border = bordersOf(recordAttribute(style, 'border'));
  const typography = declarations(recordAttribute(style, 'typography'), [
    ['fontSize', 'font-size'],
    ['fontFamily', 'font-family'],
    ['letterSpacing', 'letter-spacing'],
    ['fontWeight', 'font-weight'],
    ['fontStyle', 'font-style'],
    ['lineHeight', 'line-height'],
    ['textTransform', 'text-transform'],
  ]);
  const decoration = declarations(recordAttribute(style, 'typography'), [['textDecoration', 'text-decoration']]);
  const colour = coloursOf(attributes, recordAttribute(style, 'color'));
  const width = wholeAttribute(attributes, 'width');
  const unit = cssValue(textAttribute(attributes, 'widthUnit'));
  const font = textAttribute(attributes, 'fontSize');
  const family = textAttribute(attributes, 'fontFamily');
  const hasBorderColour = border.hasColour || textAttribute(attributes, 'borderColor') !== undefined;
  const borderClass = hasBorderColour
    ? ` has-border-color${namedClass(attributes, 'borderColor', 'border-color')}`
    : '';
  return {
    wrapper: attribute([...(width > 0 && unit ? [`width: ${width}${unit}`] : []), ...(isInside ? border.all : [])]),
    wrapperClass: isInside ? borderClass.trim() : '',
    text: attribute([...typography, ...decoration]),
    textClass: `${font ? ` has-${escapeKeepingReferences(font)}-font-size` : ''}${family ? ` has-${escapeKeepingReferences(family)}-font-family` : ''}`,
    field: attribute([...border.all, ...typography]),
    fieldClass: namedClass(attributes, 'borderColor', 'border-color') === '' ? '' : borderClass,
    button: attribute([...colour.styles, ...(isInside ? border.radius : border.all), ...typography, ...decoration]),
    buttonClass: `${colour.classes}${isInside ? '' : borderClass}`,
  };
}

type Rows = readonly (readonly [attribute: string, property: string])[];

function declarations(values: JsonRecord, rows: Rows): string[] {
  return rows.flatMap(([name, property]) => {
    const value = cssValue(values[name]);
    return value === '' ? [] : [`${property}: ${value}`];
  });
}

function bordersOf(border: JsonRecord) {
  const radius = declarations(border, [['radius', 'border-radius']]);
  const rest = declarations(border, [
    ['width', 'border-width'],
    ['color', 'border-color'],
    ['style', 'border-style'],
  ]);
  return { all: [...rest, ...radius], radius, hasColour: textAttribute(border, 'color') !== undefined };
}

function coloursOf(attributes: JsonRecord, colour: JsonRecord) {
  const hasText = textAttribute(attributes, 'textColor') ?? textAttribute(colour, 'text');
  const hasBackground =
    textAttribute(attributes, 'backgroundColor') ??
    textAttribute(attributes, 'gradient') ??
    textAttribute(colour, 'background') ??
    textAttribute(colour, 'gradient');
  return {
    classes: [
      hasText === undefined ? '' : ` has-text-color${namedClass(attributes, 'textColor', 'color')}`,
      hasBackground === undefined
        ? ''
        : ` has-background${namedClass(attributes, 'backgroundColor', 'background-color')}${namedClass(attributes, 'gradient', 'gradient-background')}`,
    ].join(''),
    styles: declarations(colour, [
      ['text', 'color'],
      ['background', 'background-color'],
      ['gradient', 'background'],
    ]),
  };
}

function namedClass(attributes: JsonRecord, name: string, what: string): string {
  const value = textAttribute(attributes, name);
  return value === undefined ? '' : ` has-${escapeKeepingReferences(value)}-${what}`;
}

const attribute = (styles: readonly string[]): string =>
  styles.length === 0 ? '' : ` style="${escapeKeepingReferences(styles.join(';'))}"`;
