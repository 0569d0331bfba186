import { millisecondsOf } from '../../rules/zone.ts';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

/** The settings of discussions, with the defaults of a new site. */
export interface CommentSettings {
  /** How deeply replies are nested; 1 for none. */
  readonly depth: number;
  /** Top comments per page; 0 shows all on one. */
  readonly perPage: number;
  readonly firstPage: 'newest' | 'oldest';
  readonly order: 'asc' | 'desc';
  readonly requiresName: boolean;
  readonly requiresLogin: boolean;
  /** After how many days comments are closed; 0 for never. */
  readonly closedAfterDays: number;
}

export async function commentSettings(store: Store): Promise<CommentSettings> {
  const text = async (name: string, fallback: string) => (await store.options.get(name)) ?? fallback;
  const isOn = async (name: string, fallback: string) => !['', '0'].includes(await text(name, fallback));
  const number = async (name: string, fallback: string) =>
    Math.max(0, Math.trunc(Number(await text(name, fallback))) || 0);
  return {
    depth: (await isOn('thread_comments', '1'))
      ? Math.min(10, Math.max(1, await number('thread_comments_depth', '5')))
      : 1,
    perPage: (await isOn('page_comments', '0')) ? await number('comments_per_page', '50') : 0,
    firstPage: (await text('default_comments_page', 'newest')) === 'oldest' ? 'oldest' : 'newest',
    order: (await text('comment_order', 'asc')) === 'desc' ? 'desc' : 'asc',
    requiresName: await isOn('require_name_email', '1'),
    requiresLogin: await isOn('comment_registration', '0'),
    closedAfterDays: (await isOn('close_comments_for_old_posts', '0'))
      ? await number('close_comments_days_old', '14')
      : 0,
  };
}

/** Whether new comments are accepted: the post allows them and is not too old. */
export function acceptsComments(
  post: Pick<Post, 'commentStatus' | 'dateGmt'>,
  { closedAfterDays }: CommentSettings,
  nowMs: number,
): boolean {
  if (post.commentStatus !== 'open') return false;
  const published = millisecondsOf(post.dateGmt);
  return closedAfterDays === 0 || Number.isNaN(published) || nowMs - published < closedAfterDays * 86_400_000;
}
