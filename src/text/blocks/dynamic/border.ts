import type { JsonRecord } from '../../formats/json-value.ts';
import { escapeKeepingReferences } from '../../scan/entities.ts';
import { recordOf, textOf } from '../block-attributes.ts';
import { cssValue } from './values.ts';

const corners = [
  ['topLeft', 'top-left'],
  ['topRight', 'top-right'],
  ['bottomLeft', 'bottom-left'],
  ['bottomRight', 'bottom-right'],
] as const;

/** The border that attributes ask for, for an element inside a block. */
export function borderOf(attributes: JsonRecord): { readonly classes: string; readonly style: string } {
  const border = recordOf(recordOf(attributes, 'style'), 'border');
  const preset = textOf(attributes, 'borderColor');
  const radius = recordOf(border, 'radius');
  const styles = [
    declaration('border-color', textOf(border, 'color')),
    declaration('border-radius', textOf(border, 'radius')),
    ...corners.map(([name, written]) => declaration(`border-${written}-radius`, textOf(radius, name))),
    declaration('border-style', textOf(border, 'style')),
    declaration('border-width', textOf(border, 'width')),
  ];
  const classes = [
    ...(preset || textOf(border, 'color') ? ['has-border-color'] : []),
    ...(preset ? [`has-${escapeKeepingReferences(preset)}-border-color`] : []),
  ];
  return { classes: classes.join(' '), style: styles.join('') };
}

function declaration(property: string, value: string | undefined): string {
  const safe = cssValue(value);
  return safe === '' ? '' : `${property}:${safe};`;
}
