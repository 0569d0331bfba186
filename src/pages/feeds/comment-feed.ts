import type { Post } from '../../storage/rows.ts';
import { isRecord } from '../../text/formats/json-record.ts';
import { filled } from '../../theme/words/words-in.ts';
import { feedLink } from '../address/page-link.ts';
import { plainOf } from '../models/plain.ts';
import type { PageWork } from '../page-context.ts';
import { type FeedItem, type FeedModel, newest } from './feed-model.ts';

/** Of which comments a feed is: those of a post, or of the whole site. */
export interface CommentedTarget {
  readonly link: string;
  readonly post: Post | null;
}

/** The newest comments, as the interface shows them to visitors: of posts that everybody may read. */
export async function commentFeed(work: PageWork, { link, post }: CommentedTarget, format: string): Promise<FeedModel> {
  const { site, ask, store } = work.call;
  const limit = Math.min(50, Math.max(1, Number(await store.options.get('posts_per_rss')) || 10));
  const query = { per_page: String(limit), _embed: 'up', ...(post ? { post: String(post.id) } : {}) };
  const { status, body } = await ask('/wp/v2/comments', query);
  const items = status === 200 && Array.isArray(body) ? body.filter(isRecord).map(itemOf) : [];
  const subject = plainOf(post ? post.title : site.title);
  return {
    title: filled(work.words.commentsOn, { title: subject || link }),
    link,
    feedUrl: post ? feedLink(site, link, format) : feedLink(site, `${site.url}/comments`, format),
    description: plainOf(site.tagline),
    language: site.language,
    updated: newest(items.map(({ updated }) => updated)),
    icon: null,
    items,
  };
}

function itemOf(comment: Readonly<Record<string, unknown>>): FeedItem {
  const html = textAt(comment, 'content', 'rendered');
  const author = plainOf(textAt(comment, 'author_name')) || 'Anonymous';
  const title = plainOf(textAt(comment, '_embedded', 'up', '0', 'title', 'rendered'));
  const date = `${textAt(comment, 'date_gmt')}Z`;
  const url = textAt(comment, 'link');
  return {
    guid: url,
    title: title ? `Comment on ${title} by ${author}` : `By ${author}`,
    url,
    published: date,
    updated: date,
    author,
    categories: [],
    summary: plainOf(html),
    html,
    comments: null,
  };
}

/** The text at a path of members; empty where there is none. */
function textAt(value: unknown, ...path: readonly string[]): string {
  let at = value;
  for (const name of path) at = Array.isArray(at) ? at[Number(name)] : isRecord(at) ? at[name] : undefined;
  return typeof at === 'string' ? at : '';
}
