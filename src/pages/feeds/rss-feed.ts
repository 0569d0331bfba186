import type { FeedItem, FeedModel } from './feed-model.ts';
import { xmlData, xmlElement, xmlHead, xmlLines, xmlText } from './xml.ts';

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
  ...feed.items.map(itemOf),
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

function itemOf(item: FeedItem): string {
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
