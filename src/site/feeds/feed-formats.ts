import { xmlData, xmlElement, xmlHead, xmlLines, xmlText } from './xml.ts';

/** A feed, whatever its format. Dates are in ISO 8601; texts are plain unless they are called HTML. */
export interface FeedModel {
  readonly title: string;
  /** The page that it belongs to. */
  readonly link: string;
  readonly feedUrl: string;
  readonly description: string;
  readonly language: string;
  /** The newest change; empty for an empty feed. */
  readonly updated: string;
  readonly icon: { readonly url: string; readonly width: number; readonly height: number } | null;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  /** Never changes, whatever happens to the address. */
  readonly guid: string;
  readonly title: string;
  readonly url: string;
  readonly published: string;
  readonly updated: string;
  readonly author: string;
  readonly categories: readonly string[];
  /** Plain text. */
  readonly summary: string;
  /** Null where the feed has summaries only. */
  readonly html: string | null;
  readonly comments: { readonly url: string; readonly feedUrl: string; readonly count: number } | null;
}

/** The newest of some dates. */
export function newest(dates: readonly string[]): string {
  return dates.reduce((latest, date) => (Date.parse(date) > (Date.parse(latest) || 0) ? date : latest), '');
}

const names = [
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:wfw="http://wellformedweb.org/CommentAPI/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:slash="http://purl.org/rss/1.0/modules/slash/"',
].join(' ');

/** RSS 2.0. */
export function rssFeed(feed: FeedModel): string {
  return `${xmlHead}<rss version="2.0" ${names}>
<channel>
${xmlLines([
  xmlElement('title', feed.title || feed.link),
  `<atom:link href="${xmlText(feed.feedUrl)}" rel="self" type="application/rss+xml"/>`,
  xmlElement('link', feed.link),
  `<description>${xmlText(feed.description)}</description>`,
  xmlElement('lastBuildDate', rfc822(feed.updated)),
  xmlElement('language', feed.language),
  feed.icon ? iconOf(feed, feed.icon) : '',
  ...feed.items.map(rssItem),
])}
</channel>
</rss>
`;
}

/** The title and the link of the image repeat those of the channel, as the format demands. */
function iconOf({ title, link }: FeedModel, icon: NonNullable<FeedModel['icon']>): string {
  return xmlLines([
    '<image>',
    xmlElement('url', icon.url),
    xmlElement('title', title || link),
    xmlElement('link', link),
    xmlElement('width', String(Math.min(144, icon.width))),
    xmlElement('height', String(Math.min(400, icon.height))),
    '</image>',
  ]);
}

function rssItem(item: FeedItem): string {
  const { comments } = item;
  return xmlLines([
    '<item>',
    xmlElement('title', item.title),
    xmlElement('link', item.url),
    comments ? xmlElement('comments', comments.url) : '',
    xmlElement('dc:creator', item.author),
    xmlElement('pubDate', rfc822(item.published)),
    ...item.categories.map((name) => xmlElement('category', name)),
    `<guid isPermaLink="false">${xmlText(item.guid)}</guid>`,
    `<description>${xmlText(item.summary)}</description>`,
    item.html === null ? '' : `<content:encoded>${xmlData(item.html)}</content:encoded>`,
    comments ? xmlElement('wfw:commentRss', comments.feedUrl) : '',
    comments ? xmlElement('slash:comments', String(comments.count)) : '',
    '</item>',
  ]);
}

/** A date as mail has it; empty for none. */
function rfc822(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? '' : at.toUTCString().replace('GMT', '+0000');
}

/** Atom 1.0 (RFC 4287). */
export function atomFeed(feed: FeedModel): string {
  return `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0" xml:lang="${xmlText(feed.language)}">
${xmlLines([
  `<title>${xmlText(feed.title)}</title>`,
  xmlElement('subtitle', feed.description),
  `<updated>${feed.updated || beginning}</updated>`,
  link('alternate', feed.link, 'text/html'),
  link('self', feed.feedUrl, 'application/atom+xml'),
  xmlElement('id', feed.feedUrl),
  feed.icon ? xmlElement('icon', feed.icon.url) : '',
  ...feed.items.map(atomEntry),
])}
</feed>
`;
}

/** The format demands a date, also of a feed in which nothing has happened yet. */
const beginning = '1970-01-01T00:00:00Z';

function atomEntry(item: FeedItem): string {
  const { comments } = item;
  return xmlLines([
    '<entry>',
    `<author><name>${xmlText(item.author || 'Anonymous')}</name></author>`,
    `<title>${xmlText(item.title)}</title>`,
    link('alternate', item.url, 'text/html'),
    xmlElement('id', item.guid),
    `<updated>${item.updated || item.published || beginning}</updated>`,
    xmlElement('published', item.published),
    ...item.categories.map((name) => `<category term="${xmlText(name)}"/>`),
    xmlElement('summary', item.summary),
    item.html === null ? '' : `<content type="html">${xmlText(item.html)}</content>`,
    comments
      ? `<link rel="replies" type="text/html" href="${xmlText(comments.url)}" thr:count="${comments.count}"/>`
      : '',
    '</entry>',
  ]);
}

const link = (rel: string, href: string, type: string): string =>
  `<link rel="${rel}" type="${type}" href="${xmlText(href)}"/>`;

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
    items: feed.items.map(jsonItem),
  });
}

function jsonItem(item: FeedItem): Record<string, unknown> {
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
