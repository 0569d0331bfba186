import type { Call } from '../../api/call.ts';
import { attachmentMetaKeys } from '../../media/attachment-metadata.ts';
import { everything } from '../../rules/visibility.ts';
import type { PostExpression, PostFilter, PostOrder } from '../../storage/store.ts';
import { isTooBroad } from '../posts/content-list.ts';

const path = { name: attachmentMetaKeys.file, type: 'text', isIndexed: false } as const;

/**
 * A search for words that may also be in the names of files. The texts alone are searched in the order of relevance,
 * which only texts have, and where too many files would have to be looked at.
 */
export async function withFileNames(filter: PostFilter, order: PostOrder, call: Call): Promise<PostFilter> {
  const { search, ...others } = filter;
  if (!search || order.by === 'relevance') return filter;
  const found = search.map(
    (word): PostExpression => ({
      kind: 'or',
      of: [
        // Which rows are searched at all is said by the rest of the filter.
        { kind: 'text', words: [word], open: everything },
        { kind: 'meta', key: path, compared: { is: 'contains', text: word } },
      ],
    }),
  );
  const where: PostExpression = { kind: 'and', of: filter.where ? [filter.where, ...found] : found };
  const planned = await call.store.posts.plan({ ...others, where }, order);
  return isTooBroad(planned) ? filter : planned;
}
