import { escapeKeepingReferences } from '../../scan/entities.ts';
import type { Block } from '../block.ts';
import { recordAttribute, textAttribute } from '../block-attributes.ts';
import { borderClasses, borderStyle } from './border.ts';
import { colourClasses, colourStyle } from './colours.ts';
import { duotoneClass } from './duotone.ts';
import { layoutClasses } from './layout.ts';
import { linkColourClass } from './link-colour.ts';
import { spacingStyle } from './spacing.ts';
import { supportsOf } from './support-table.ts';
import { fontClasses, fontStyle } from './typography.ts';

/** What the element around a block has besides what can be set for the block. */
export interface OwnAttributes {
  readonly classes?: readonly string[];
  /** Declarations, each with a semicolon. */
  readonly style?: string;
}

/** The `style` and `class` attributes of the element around a dynamic block. */
export function wrapper(block: Block, own: OwnAttributes = {}): string {
  const { name, attributes } = block;
  const has = supportsOf(name);
  const colours = [duotoneClass(block), linkColourClass(block)].filter((name) => name !== undefined);
  const align = has('align') ? (textAttribute(attributes, 'align') ?? '') : '';
  const classes = [
    ...layoutClasses(block),
    ...colours,
    ...(own.classes ?? []),
    ...(align === '' ? [] : [`align${align}`]),
    ...(has('border') ? borderClasses(attributes) : []),
    ...colourClasses(attributes, has),
    ...(textAttribute(attributes, 'className') ?? '').split(' ').filter((part) => part !== ''),
    blockClass(name),
    ...(has('typography') ? fontClasses(attributes) : []),
  ];
  const style = recordAttribute(attributes, 'style');
  const styles = [
    own.style ?? '',
    has('border') ? borderStyle(recordAttribute(style, 'border')) : '',
    colourStyle(attributes, has),
    spacingStyle(recordAttribute(style, 'spacing'), has),
    has('typography') ? fontStyle(recordAttribute(style, 'typography')) : '',
  ].filter((part) => part !== '');
  return [...(styles.length === 0 ? [] : [attribute('style', styles)]), attribute('class', classes)].join(' ');
}

/** The class of every block of a name. */
export const blockClass = (name: string | null): string =>
  `wp-block-${(name ?? '').replace(/^core\//, '').replace('/', '-')}`;

const attribute = (name: string, values: readonly string[]): string =>
  `${name}="${escapeKeepingReferences(values.join(' '))}"`;
