import type { JsonRecord } from '../../formats/json-value.ts';
import { recordAttribute, textAttribute } from '../block-attributes.ts';
import { declarations } from './css-value.ts';
import { classPart } from './names.ts';

const corners = [
  ['top-left', 'topLeft'],
  ['top-right', 'topRight'],
  ['bottom-left', 'bottomLeft'],
  ['bottom-right', 'bottomRight'],
] as const;
const sides = ['top', 'right', 'bottom', 'left'];

/** The classes of a block's border. */
export function borderClasses(attributes: JsonRecord): string[] {
  const name = textAttribute(attributes, 'borderColor');
  if (name !== undefined) return ['has-border-color', `has-${classPart(name)}-border-color`];
  const border = recordAttribute(recordAttribute(attributes, 'style'), 'border');
  return textAttribute(border, 'color') === undefined ? [] : ['has-border-color'];
}

/** The declarations of a block's border. */
export function borderStyle(border: JsonRecord): string {
  const radius = recordAttribute(border, 'radius');
  return declarations([
    ['border-color', border['color']],
    ['border-radius', border['radius']],
    ...corners.map(([corner, key]) => [`border-${corner}-radius`, radius[key]] as const),
    ['border-style', border['style']],
    ['border-width', border['width']],
    ...sides.flatMap((side) => {
      const one = recordAttribute(border, side);
      return ['width', 'color', 'style'].map((part) => [`border-${side}-${part}`, one[part]] as const);
    }),
  ]);
}
