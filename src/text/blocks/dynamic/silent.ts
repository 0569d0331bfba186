import type { BlockRenderer } from '../../render-context.ts';

/** Blocks that speak of the list that a page shows. A text is never that list, so inside one they show nothing. */
export const silentBlocks: readonly BlockRenderer[] = ['query-title', 'term-description'].map((name) => ({
  name: `core/${name}`,
  render: () => '',
}));
