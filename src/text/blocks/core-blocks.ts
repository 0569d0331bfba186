import type { BlockRegistry } from '../render-context.ts';
import { dynamicBlocks } from './dynamic/all.ts';
import { createBlockRegistry } from './registry.ts';
import { gallery } from './static/gallery.ts';
import { image } from './static/image.ts';
import { shortcode } from './static/shortcode.ts';

/** The blocks that are rendered by rules of their own. All others show their HTML. */
export const coreBlocks: BlockRegistry = createBlockRegistry([gallery, image, shortcode, ...dynamicBlocks]);
