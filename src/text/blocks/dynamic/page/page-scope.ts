import type { BlockContext, BlockRenderer } from '../../../render-context.ts';
import { loadedFor } from '../../block-needs.ts';
import type { ShownPage } from '../shown.ts';

/** Asks for the page that a block is on. */
export const askForPage: NonNullable<BlockRenderer['needs']> = (_block, ask) => ask('page', null);

/** The page that a block is on, where it is about the post of that page; there is none in the interface. */
export function shownPageOf(context: BlockContext): ShownPage | undefined {
  const page = loadedFor(context.blockData, 'page', null);
  return page?.postId === context.postId ? page : undefined;
}
