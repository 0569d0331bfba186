import type { BlockRegistry } from '../render-context.ts';
import { dynamicBlocks } from './dynamic/all.ts';
import { createBlockRegistry } from './registry.ts';
import { coverBlock } from './static/cover.ts';
import { galleryBlock } from './static/gallery.ts';
import { imageBlock } from './static/image.ts';
import { shortcodeBlock } from './static/shortcode.ts';

/** The blocks that are rendered by rules of their own. All others show their HTML. */
export const coreBlocks: BlockRegistry = createBlockRegistry([
  coverBlock,
  galleryBlock,
  imageBlock,
  shortcodeBlock,
  ...dynamicBlocks,
]);
