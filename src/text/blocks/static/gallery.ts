import type { BlockRenderer } from '../../render-context.ts';
import { numberFor } from '../supports/names.ts';
import { addClasses } from '../supports/opening.ts';

/** A gallery of image blocks. Its class is the one that its gaps are styled by. */
export const gallery: BlockRenderer = {
  name: 'core/gallery',
  provides: () => ({ gallery: true }),
  opening: (html, { attributes }) =>
    addClasses(html, [`wp-block-gallery-${numberFor(JSON.stringify(attributes))}`], 'where there are some'),
};
