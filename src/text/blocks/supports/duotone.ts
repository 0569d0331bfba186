import type { Block } from '../block.ts';
import { listAttribute, recordAttribute, textAttribute } from '../block-attributes.ts';
import { numberFor } from './names.ts';

/** The blocks whose picture can be shown in two colours. */
const pictures: ReadonlySet<string> = new Set([
  'core/avatar',
  'core/cover',
  'core/image',
  'core/post-author',
  'core/post-featured-image',
  'core/site-logo',
]);

/** The class that two colours for a picture are written for; undefined for a block without them. */
export function duotoneClass({ name, attributes }: Block): string | undefined {
  if (name === null || !pictures.has(name)) return undefined;
  const colour = recordAttribute(recordAttribute(attributes, 'style'), 'color');
  const colours = textAttribute(colour, 'duotone') ?? listAttribute(colour, 'duotone').map(String).join('-');
  const written = colours.toLowerCase().replace(/[^a-z0-9_-]/g, '');
  return written === '' ? undefined : `wp-duotone-${written}-${numberFor(written)}`;
}
