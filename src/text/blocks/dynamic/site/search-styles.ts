import type { JsonRecord } from '../../../formats/json-value.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { recordAttribute, textAttribute } from '../../block-attributes.ts';
import { cssValue } from '../../supports/css-value.ts';
import { wholeAttribute } from '../values.ts';

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
