import type { BlockContext, BlockRenderer, BlockScope } from '../render/render-context.ts';
import { type Block, numberAttribute } from './block.ts';
import type { ShownComment, ShownPage, ShownPost, ShownSite } from './block-data.ts';
import { loadedFor } from './block-needs.ts';

/** The scope of the blocks in a block. */
export function scopeWithin(block: Block, renderer: BlockRenderer | undefined, around: BlockScope): BlockScope {
  if (renderer?.provides === undefined) return around;
  return { ...around, provided: { ...around.provided, ...renderer.provides(block) } };
}

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

/** The comment that a block is shown for; undefined outside a list of comments. */
export function commentOf(context: BlockContext): ShownComment | undefined {
  const id = numberAttribute(context.provided, 'commentId');
  if (id === undefined) return undefined;
  return loadedFor(context.blockData, 'comments', context.postId)?.find((comment) => comment.id === id);
}

/** Asks for the page that a block is on. */
export const askForPage: NonNullable<BlockRenderer['needs']> = (_block, ask) => ask('page', null);

/** The page that a block is on, where it is about the post of that page; there is none in the interface. */
export function shownPageOf(context: BlockContext): ShownPage | undefined {
  const page = loadedFor(context.blockData, 'page', null);
  return page?.postId === context.postId ? page : undefined;
}
