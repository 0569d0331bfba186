import type { BlockRenderer } from '../../render-context.ts';
import type { Block } from '../block.ts';
import { numberFor } from '../supports/names.ts';
import { addClasses } from '../supports/opening.ts';

/** The class that the gaps of one gallery are written for. */
export const galleryClass = ({ attributes }: Block): string =>
  `wp-block-gallery-${numberFor(JSON.stringify(attributes))}`;

/** A gallery of image blocks. */
export const galleryBlock: BlockRenderer = {
  name: 'core/gallery',
  provides: () => ({ gallery: true }),
  opening: (html, block) => addClasses(html, [galleryClass(block)], 'where there are some'),
};
