import type { Call } from '../../../api/call.ts';
import { type CursorInput, type CursorStart, cursorStart } from '../../../api/resource/list-cursor.ts';
import type { Post } from '../../../storage/rows.ts';
import type { Beyond, PostFilter, PostOrder } from '../../../storage/store.ts';

/** A list of content that is walked with a cursor. */
export interface CursorWalk {
  readonly start: CursorStart;
  /** The member of the filter that begins after a row. */
  from(beyond: Beyond | null): Pick<PostFilter, 'beyond'>;
  /** The value of a row that the list is ordered by; empty for the id. */
  orderedBy(row: Post, call: Call): string | Promise<string>;
}

/** How a list is walked in its order; null where the request asks for a page by its number. */
export function cursorWalk(input: CursorInput, order: PostOrder): CursorWalk | null {
  if (order.by === 'meta') {
    const start = cursorStart(input, [input.orderby]);
    const { key } = order;
    return (
      start && {
        start,
        from: (beyond) => (beyond ? { beyond: { ...beyond, by: 'meta', key } } : {}),
        orderedBy: async ({ id }, { store }) => String((await store.posts.metaValues([id], key)).get(id) ?? ''),
      }
    );
  }
  const start = cursorStart(input, ['id', 'date', 'modified']);
  if (!start) return null;
  const by = order.by === 'date' || order.by === 'modified' ? order.by : 'id';
  return {
    start,
    from: (beyond) => (beyond ? { beyond: { ...beyond, by } } : {}),
    orderedBy: (row) => (by === 'id' ? '' : row[by]),
  };
}
