import type { BlockRenderer } from '../../render-context.ts';
import { listOf, numberOf } from '../block-attributes.ts';
import { loadedFor } from '../block-needs.ts';
import { parseBlocks } from '../parse-blocks.ts';

/** A text that several posts share. It is not shown inside itself. */
export const reusable: BlockRenderer = {
  name: 'core/block',
  isDynamic: true,
  needs: ({ attributes }, ask) => {
    const id = numberOf(attributes, 'ref');
    if (id !== undefined) ask('reusable', id);
  },
  render: ({ attributes }, _inner, context) => {
    const id = numberOf(attributes, 'ref');
    const around = listOf(context.provided, 'reusableAround');
    const text = id === undefined ? undefined : loadedFor(context.blockData, 'reusable', id);
    if (id === undefined || text === undefined || around.includes(id)) return '';
    return context.renderInner(parseBlocks(text), {
      provided: { ...context.provided, reusableAround: [...around, id] },
    });
  },
};
