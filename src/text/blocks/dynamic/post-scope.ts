import type { BlockContext, BlockRenderer } from '../../render-context.ts';
import { loadedFor } from '../block-needs.ts';
import type { ShownPost, ShownSite } from './shown.ts';

/** Asks for the post that a block is shown for. */
export const askForPost: NonNullable<BlockRenderer['needs']> = (_block, ask, { postId }) => ask('post', postId);

/** Asks for the post that a block is shown for, and for the site. */
export const askForPostAndSite: NonNullable<BlockRenderer['needs']> = (_block, ask, { postId }) => {
  ask('site', null);
  ask('post', postId);
};

/** The post that a block is shown for; undefined where the reader may not see it. */
export const postOf = (context: BlockContext): ShownPost | undefined =>
  loadedFor(context.blockData, 'post', context.postId);

export const siteOf = (context: BlockContext): ShownSite | undefined => loadedFor(context.blockData, 'site', null);
