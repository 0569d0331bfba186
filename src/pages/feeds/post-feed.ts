import { feedLink } from '../address/page-link.ts';
import { type LoadedEntry, loadEntries } from '../models/entries.ts';
import { entryContent } from '../models/entry-content.ts';
import { headingOf } from '../models/list-heading.ts';
import { type ListTarget, pageFilter } from '../models/list-model.ts';
import { plainOf } from '../models/plain.ts';
import type { PageWork } from '../page-context.ts';
import { type FeedItem, type FeedModel, newest } from './feed-model.ts';

const mostItems = 50;

/** The newest posts of a list, with their texts unless the site's settings say summaries only. */
export async function postFeed(work: PageWork, target: ListTarget, format: string): Promise<FeedModel> {
  const { store, site } = work.call;
  const [count, excerptOnly] = await Promise.all([
    store.options.get('posts_per_rss'),
    store.options.get('rss_use_excerpt'),
  ]);
  const limit = Math.min(mostItems, Math.max(1, Number(count) || 10));
  const order = { by: 'date', direction: 'desc' } as const;
  const posts = await store.posts.find(await pageFilter(work, target), order, { limit, offset: 0 });
  const entries = await loadEntries(work, posts);
  const isWhole = excerptOnly !== '1';
  const items = await Promise.all(entries.map((entry) => itemOf(work, entry, isWhole)));
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

async function itemOf(work: PageWork, entry: LoadedEntry, isWhole: boolean): Promise<FeedItem> {
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
