import type { FeedItem, FeedModel } from './feed-model.ts';

/** JSON Feed 1.1. */
export function jsonFeed(feed: FeedModel): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.link,
    feed_url: feed.feedUrl,
    ...(feed.description ? { description: feed.description } : {}),
    language: feed.language,
    ...(feed.icon ? { icon: feed.icon.url } : {}),
    items: feed.items.map(itemOf),
  });
}

function itemOf(item: FeedItem): Record<string, unknown> {
  return {
    id: item.guid,
    url: item.url,
    title: item.title,
    ...(item.html === null ? { content_text: item.summary } : { content_html: item.html, summary: item.summary }),
    ...(item.published ? { date_published: item.published } : {}),
    ...(item.updated ? { date_modified: item.updated } : {}),
    ...(item.author ? { authors: [{ name: item.author }] } : {}),
    ...(item.categories.length > 0 ? { tags: item.categories } : {}),
  };
}
