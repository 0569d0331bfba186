import { excerptText, renderContent, withEmbeds } from '../../../render.ts';
import type { BlockContext } from '../../../render-context.ts';
import { listAttribute } from '../../block-attributes.ts';
import { hasBlocks } from '../../delimiters.ts';
import { parseBlocks } from '../../parse-blocks.ts';
import type { ShownPost } from '../shown.ts';

/** The content of a post inside another text; empty inside itself. */
export function shownText(post: ShownPost, context: BlockContext): string {
  const within = listAttribute(context.provided, 'textsAround');
  if (within.includes(post.id)) return '';
  if (!hasBlocks(post.content)) return renderContent(post.content, { ...context, postId: post.id });
  const provided = { ...context.provided, textsAround: [...within, post.id] };
  return context.renderInner(parseBlocks(withEmbeds(post.content, context)), { postId: post.id, provided });
}

/** The excerpt of a post as one line: the stored one, else the first words of its content. */
export function shownExcerpt(post: ShownPost, context: BlockContext, words?: number): string {
  return post.excerpt === '' ? excerptText(post.content, { ...context, postId: post.id }, words) : post.excerpt;
}
