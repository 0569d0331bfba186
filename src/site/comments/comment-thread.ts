import type { Comment } from '../../storage/rows.ts';

/** A comment and the replies below it. */
export interface CommentNode {
  readonly comment: Comment;
  readonly replies: readonly CommentNode[];
  /** 1 for a comment on the post itself. */
  readonly level: number;
}

/** Arranges comments, oldest first, as a thread; replies below the deepest level follow there one after the other. */
export function threadOf(comments: readonly Comment[], depth: number): CommentNode[] {
  const known = new Map(comments.map((comment) => [comment.id, comment]));
  const tops: Comment[] = [];
  const below = new Map<number, Comment[]>();
  for (const comment of comments) {
    const parent = parentAt(comment, known, depth);
    const siblings = parent === null ? tops : (below.get(parent) ?? []);
    siblings.push(comment);
    if (parent !== null) below.set(parent, siblings);
  }
  const build = (comment: Comment, level: number): CommentNode => ({
    comment,
    level,
    replies: (below.get(comment.id) ?? []).map((reply) => build(reply, level + 1)),
  });
  return tops.map((comment) => build(comment, 1));
}

/** The comment that this one is shown below; null at the top, as for replies to what is gone and for cycles. */
function parentAt(comment: Comment, known: ReadonlyMap<number, Comment>, depth: number): number | null {
  const path: number[] = [];
  const seen = new Set([comment.id]);
  for (let at = known.get(comment.parentId); at; at = known.get(at.parentId)) {
    if (seen.has(at.id)) return null;
    seen.add(at.id);
    path.unshift(at.id);
  }
  if (path.length === 0 || depth <= 1) return null;
  return path[Math.min(path.length, depth - 1) - 1] ?? null;
}

/** The page of top comments that is shown. Pages are counted from the oldest comments on. */
export function threadPage<Node>(
  tops: readonly Node[],
  { perPage, firstPage, order }: { perPage: number; firstPage: 'newest' | 'oldest'; order: 'asc' | 'desc' },
  wanted: number,
): { readonly shown: readonly Node[]; readonly page: number; readonly pages: number } {
  const pages = perPage > 0 ? Math.max(1, Math.ceil(tops.length / perPage)) : 1;
  const page = wanted > 0 ? wanted : firstPage === 'oldest' ? 1 : pages;
  const shown = perPage > 0 ? tops.slice((page - 1) * perPage, page * perPage) : tops;
  return { shown: order === 'desc' ? shown.toReversed() : shown, page, pages };
}
