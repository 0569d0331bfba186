import { delimiters, hasBlocks } from './blocks/delimiters.ts';

/** The part of a post's content that searches look at: everything but the comments of blocks. */
export function searchedContent(content: string): string {
  if (!hasBlocks(content)) return content;
  let kept = '';
  let from = 0;
  for (const { start, end } of delimiters(content)) {
    kept += content.slice(from, start);
    from = end;
  }
  return kept + content.slice(from);
}
