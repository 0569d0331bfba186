import type { BlockRenderer } from '../../render-context.ts';

/**
 * Blocks that speak of the page they are on: its archive, its neighbours, the pages of its comments. A text is the same
 * wherever it is shown, so inside one they show nothing, as in every text that the interface answers with.
 */
export const silentBlocks: readonly BlockRenderer[] = [
  'query-title',
  'term-description',
  'post-navigation-link',
  'comments-pagination',
  'comments-pagination-next',
  'comments-pagination-numbers',
  'comments-pagination-previous',
].map((name) => ({ name: `core/${name}`, render: () => '' }));
