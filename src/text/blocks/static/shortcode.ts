import { paragraphs } from '../../paragraphs/paragraphs.ts';
import type { BlockRenderer } from '../../render-context.ts';

/** A shortcode on its own. Its text gets paragraphs, as it would without blocks. */
export const shortcodeBlock: BlockRenderer = {
  name: 'core/shortcode',
  opening: (html) => paragraphs(html),
};
