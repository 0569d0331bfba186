import { everything } from '../rules/visibility.ts';
import { gmtAt } from '../rules/zone.ts';
import { type BulkRow, contentBulkTables } from '../storage/bulk/bulk-table.ts';
import type { Post } from '../storage/rows.ts';
import type { GenerateContext } from './generate-posts.ts';
import { inventComment } from './invented-posts.ts';

const batchComments = 1000;
const dayMs = 86_400_000;

/**
 * Adds generated approved comments, one to each published post from the newest on, then another one to each, until there
 * are enough. Returns how many were added: none where there is no published post.
 */
export async function generateComments(count: number, context: GenerateContext): Promise<number> {
  let before: number | null = null;
  let done = 0;
  while (done < count) {
    const posts = await publishedPosts(context, before, Math.min(batchComments, count - done));
    if (posts.length === 0 && before === null) break;
    before = posts.at(-1)?.id ?? null;
    const rows = posts.map((post, at) => commentRow(post, done + at + 1, context));
    const ids = posts.map(({ id }) => id);
    await context.bulk.transaction(async (tables) => {
      await tables.insert(contentBulkTables.comments, rows);
      await tables.change(contentBulkTables.posts, ids, (row) => ({ comment_count: Number(row['comment_count']) + 1 }));
    });
    done += posts.length;
    context.progress?.(done);
  }
  return done;
}

type Commented = Pick<Post, 'id' | 'dateGmt'>;

function publishedPosts({ store }: GenerateContext, before: number | null, limit: number): Promise<Commented[]> {
  const beyond = before === null ? {} : { beyond: { by: 'id', id: before, direction: 'desc' } as const };
  return store.posts.find(
    { types: ['post'], statuses: ['publish'], visibility: everything, ...beyond },
    { by: 'id', direction: 'desc' },
    { limit, offset: 0 },
    ['id', 'dateGmt'],
  );
}

/** Comment number `n`, within a day of its post and not in the future. */
function commentRow({ id, dateGmt }: Commented, n: number, { site, nowMs }: GenerateContext): BulkRow {
  const { author, email, content } = inventComment(n);
  const atMs = Math.min(nowMs, Date.parse(`${dateGmt.replace(' ', 'T')}Z`) + ((n * 7_919_000) % dayMs));
  return {
    comment_post_ID: id,
    comment_author: author,
    comment_author_email: email,
    comment_author_url: '',
    comment_author_IP: '192.0.2.1',
    comment_date: site.zone.localAt(atMs),
    comment_date_gmt: gmtAt(atMs),
    comment_content: content,
    comment_karma: 0,
    comment_approved: '1',
    comment_agent: '',
    comment_type: 'comment',
    comment_parent: 0,
    user_id: 0,
  };
}
