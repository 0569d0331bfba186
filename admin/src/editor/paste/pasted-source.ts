import { writeDocument } from '../source/document.ts';
import type { TextNode } from '../source/text-node.ts';
import { visualSchema } from '../visual/extensions.ts';
import { sliceOf } from '../visual/pasting.ts';
import { cleanPasted } from './clean-pasted.ts';
import { isMarkdown, markdownHtml } from './markdown.ts';

/** The source of a text that consists of what was pasted. */
export function pastedSource(html: string): string {
  return written(cleanPasted(html));
}

/** The same for plain text; null where it is pasted as it is. */
export function pastedMarkdown(text: string): string | null {
  return isMarkdown(text) ? written(markdownHtml(text)) : null;
}

function written(html: string): string {
  const { content: pieces } = sliceOf(html, visualSchema);
  const nodes: TextNode[] = pieces.toJSON() ?? [];
  // A piece of a paragraph is pasted into the one where the cursor is.
  const content: TextNode[] = pieces.firstChild?.isInline ? [{ type: 'paragraph', content: nodes }] : nodes;
  return writeDocument({ type: 'doc', content, tail: '', style: 'elements' });
}
