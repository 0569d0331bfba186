import type { SiteAnswer } from '../../http/write-response.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Post } from '../../storage/rows.ts';
import { isRecord } from '../../text/json.ts';
import { type LoadedEntry, loadEntries } from '../pages/entries.ts';
import { entryContent } from '../pages/entry-content.ts';
import { plainOf } from '../pages/html-to-text.ts';
import { headingOf, type ListTarget, pageFilter } from '../pages/list-model.ts';
import type { PageAddress } from '../pages/page-address.ts';
import type { PageWork } from '../pages/page-context.ts';
import { feedLink } from '../pages/page-link.ts';
import { findTarget, type PageTarget } from '../pages/page-target.ts';
import { loadIcon } from '../pages/pictures.ts';
import { filled } from '../theme/words.ts';
import { atomFeed, type FeedItem, type FeedModel, jsonFeed, newest, rssFeed } from './feed-formats.ts';

const formats: Readonly<Record<string, { readonly type: string; readonly write: (feed: FeedModel) => string }>> = {
  rss2: { type: 'application/rss+xml; charset=UTF-8', write: rssFeed },
  atom: { type: 'application/atom+xml; charset=UTF-8', write: atomFeed },
  json: { type: 'application/feed+json; charset=UTF-8', write: jsonFeed },
};

/** Other names of the formats; the ones before RSS 2.0 are answered in it. */
const aliases: Readonly<Record<string, string>> = { feed: 'rss2', rss: 'rss2', rdf: 'rss2' };

/** The feed at an address; null where there is none, or the reader sees nothing there. */
export async function showFeed(work: PageWork, address: PageAddress): Promise<SiteAnswer | null> {
  if (typeof address.view !== 'object') return null;
  const { isOfComments, name } = readName(address.view);
  const format = formats[name];
  const target = format && (await firstTarget(work, address));
  if (!format || !target) return null;
  const model = await feedOf(work, target, { isOfComments, name });
  if (!model) return null;
  const feed = { ...model, icon: await loadIcon(work) };
  const changed = new Date(feed.updated);
  return {
    status: 200,
    type: format.type,
    payload: format.write(feed),
    headers: {
      'X-Content-Type-Options': 'nosniff',
      Link: `<${work.call.site.apiUrl}/>; rel="https://api.w.org/"`,
      ...(Number.isNaN(changed.getTime()) ? {} : { 'Last-Modified': changed.toUTCString() }),
    },
  };
}

function readName({ feed, comments }: { feed: string; comments: boolean }): { isOfComments: boolean; name: string } {
  const bare = feed.replace(/^comments-/, '');
  const name = Object.hasOwn(aliases, bare) ? (aliases[bare] ?? '') : bare;
  return { isOfComments: comments || bare !== feed, name: Object.hasOwn(formats, name) ? name : '' };
}

async function firstTarget(work: PageWork, { candidates }: PageAddress): Promise<PageTarget | null> {
  for (const { reading } of candidates) {
    const target = await findTarget(work, reading);
    if (target) return target;
  }
  return null;
}

/** The feed of a post is that of its comments; that of a front page is the site's. */
async function feedOf(
  work: PageWork,
  target: PageTarget,
  { isOfComments, name }: { isOfComments: boolean; name: string },
): Promise<FeedModel | null> {
  const { site } = work.call;
  const home = { kind: 'home', link: `${site.url}/`, page: null } as const;
  const isFront = target.link === home.link;
  if (isOfComments && isFront) return commentFeed(work, { link: home.link, post: null }, name);
  if (target.kind !== 'entry') return isOfComments ? null : postFeed(work, target, name);
  if (isFront) return postFeed(work, home, name);
  const isOpen = target.post.status === 'publish' || target.post.status === 'inherit';
  return isOpen ? commentFeed(work, { link: target.link, post: target.post }, name) : null;
}

/** The newest posts of a list, with their texts unless the site's settings say summaries only. */
export async function postFeed(work: PageWork, target: ListTarget, format: string): Promise<FeedModel> {
  const { store, site } = work.call;
  const limit = await readOption(store, 'posts_per_rss');
  const order = { by: 'date', direction: 'desc' } as const;
  const posts = await store.posts.find(await pageFilter(work, target), order, { limit, offset: 0 });
  const entries = await loadEntries(work, posts);
  const isWhole = !(await readOption(store, 'rss_use_excerpt'));
  const items = await Promise.all(entries.map((entry) => postItem(work, entry, isWhole)));
  const title = plainOf(site.title);
  const { heading } = await headingOf(work, target, title);
  return {
    title: target.kind === 'home' ? title : `${heading} – ${title}`,
    link: target.link,
    feedUrl: feedLink(site, target.link, format),
    description: plainOf(site.tagline),
    language: site.language,
    updated: newest(items.map(({ updated }) => updated)),
    icon: null,
    items,
  };
}

async function postItem(work: PageWork, entry: LoadedEntry, isWhole: boolean): Promise<FeedItem> {
  const { summary, subject } = entry;
  const { post, isUnlocked } = subject;
  const { site } = work.call;
  return {
    guid: post.guid || `${site.url}/?p=${post.id}`,
    title: summary.plainTitle,
    url: summary.url,
    published: summary.date.iso,
    updated: summary.modified.iso || summary.date.iso,
    author: summary.author?.label ?? '',
    categories: [...summary.categories, ...summary.tags].map(({ label }) => label),
    summary: plainOf(String(summary.excerpt)),
    html:
      isWhole && isUnlocked ? await entryContent(work, entry, post.content.replaceAll('<!--nextpage-->', '')) : null,
    comments:
      post.commentStatus === 'open' || summary.commentCount > 0
        ? {
            url: `${summary.url}#${summary.commentCount > 0 ? 'comments' : 'respond'}`,
            feedUrl: feedLink(site, summary.url),
            count: summary.commentCount,
          }
        : null,
  };
}

/** Of which comments a feed is: those of a post, or of the whole site. */
export interface CommentedTarget {
  readonly link: string;
  readonly post: Post | null;
}

/** The newest comments, as the interface shows them to visitors: of posts that everybody may read. */
export async function commentFeed(work: PageWork, { link, post }: CommentedTarget, format: string): Promise<FeedModel> {
  const { site, ask, store } = work.call;
  const limit = await readOption(store, 'posts_per_rss');
  const query = { per_page: String(limit), _embed: 'up', ...(post ? { post: String(post.id) } : {}) };
  const { status, body } = await ask('/wp/v2/comments', query);
  const items = status === 200 && Array.isArray(body) ? body.filter(isRecord).map(commentItem) : [];
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

function commentItem(comment: Readonly<Record<string, unknown>>): FeedItem {
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
