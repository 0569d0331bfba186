import type { Block } from '../block.ts';
import { recordAttribute, textAttribute } from '../block-attributes.ts';
import { numberFor } from './names.ts';

/** The blocks that write their colours on an inner element. */
const without: ReadonlySet<string> = new Set(['core/button', 'core/search', 'core/separator', 'core/table']);

/** The class that the colour of the links in a block is written for; undefined for a block without such a colour. */
export function linkColourClass({ name, attributes }: Block): string | undefined {
  if (name === null || without.has(name)) return undefined;
  const colour = linkColour(attributes);
  return colour === undefined ? undefined : `wp-elements-${numberFor(colour).toString(16).padStart(8, '0')}`;
}

/** The colour of the links in a block as its attributes say it. */
export function linkColour(attributes: Block['attributes']): string | undefined {
  const link = recordAttribute(recordAttribute(recordAttribute(attributes, 'style'), 'elements'), 'link');
  return textAttribute(recordAttribute(link, 'color'), 'text');
}
