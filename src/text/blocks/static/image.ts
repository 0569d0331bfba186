import type { BlockRenderer } from '../../render-context.ts';
import { numberAttribute } from '../block-attributes.ts';

/** An image. One of a gallery tells scripts which it is. */
export const imageBlock: BlockRenderer = {
  name: 'core/image',
  opening: (html, { attributes }, { provided }) => {
    const id = numberAttribute(attributes, 'id');
    if (id === undefined || provided['gallery'] !== true || html.includes('data-id=')) return html;
    return html.replace('<img', `<img data-id="${id}"`);
  },
};
