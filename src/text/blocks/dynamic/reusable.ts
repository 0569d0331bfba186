import type { BlockRenderer } from '../../render-context.ts';
import { listAttribute, numberAttribute } from '../block-attributes.ts';
import { loadedFor } from '../block-needs.ts';
import { parseBlocks } from '../parse-blocks.ts';

/** A text that several posts share. It is not shown inside itself. */
export const reusable: BlockRenderer = {
  name: 'core/block',
  isDynamic: true,
  needs: ({ attributes }, ask) => {
    const id = numberAttribute(attributes, 'ref');
    if (id !== undefined) ask('reusable', id);
  },
  render: ({ attributes }, _inner, context) => {
    const id = numberAttribute(attributes, 'ref');
    const around = listAttribute(context.provided, 'reusableAround');
    const text = id === undefined ? undefined : loadedFor(context.blockData, 'reusable', id);
    if (id === undefined || text === undefined || around.includes(id)) return '';
    return context.renderInner(parseBlocks(text), {
      provided: { ...context.provided, reusableAround: [...around, id] },
    });
  },
};
