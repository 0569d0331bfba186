import type { FeedItem, FeedModel } from './feed-model.ts';
import { xmlElement, xmlHead, xmlLines, xmlText } from './xml.ts';

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
  ...feed.items.map(itemOf),
])}
</feed>
`;
}

/** The format demands a date, also of a feed in which nothing has happened yet. */
const beginning = '1970-01-01T00:00:00Z';

function itemOf(item: FeedItem): string {
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
