import { siteOptionValue } from '../../rules/site-options.ts';
import { millisecondsOf } from '../../rules/zone.ts';
import { readOptionTexts } from '../../storage/options/site-options.ts';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

/** The settings of discussions. */
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
  const stored = await readOptionTexts(store, settingNames);
  const read = <Name extends (typeof settingNames)[number]>(name: Name) => siteOptionValue(name, stored);
  return {
    depth: read('thread_comments') ? read('thread_comments_depth') : 1,
    perPage: read('page_comments') ? read('comments_per_page') : 0,
    firstPage: read('default_comments_page'),
    order: read('comment_order'),
    requiresName: read('require_name_email'),
    requiresLogin: read('comment_registration'),
    closedAfterDays: read('close_comments_for_old_posts') ? read('close_comments_days_old') : 0,
  };
}

const settingNames = [
  'thread_comments',
  'thread_comments_depth',
  'page_comments',
  'comments_per_page',
  'default_comments_page',
  'comment_order',
  'require_name_email',
  'comment_registration',
  'close_comments_for_old_posts',
  'close_comments_days_old',
] as const;

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
