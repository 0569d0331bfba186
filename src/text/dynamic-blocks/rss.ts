import { wrapper } from '../block-supports/wrapper.ts';
import { flagAttribute, numberAttribute, textAttribute } from '../blocks/block.ts';
import type { ShownFeedItem, ShownSite } from '../blocks/block-data.ts';
import { loadedFor } from '../blocks/block-needs.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { JsonRecord } from '../json.ts';
import { localDate } from '../local-date.ts';
import type { BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { firstWordsOf, positive } from './block-values.ts';

const mostItems = 50;

/** The newest items of a feed of another site. */
export const rss: BlockRenderer = {
  name: 'core/rss',
  isDynamic: true,
  needs: ({ attributes }, ask) => {
    ask('site', null);
    ask('feed', textAttribute(attributes, 'feedURL') ?? '');
  },
  render: (block, _inner, context) => {
    const { attributes } = block;
    const site = loadedFor(context.blockData, 'site', null);
    const feed = loadedFor(context.blockData, 'feed', textAttribute(attributes, 'feedURL') ?? '');
    if (!feed || !site) return '';
    if ('failure' in feed) return notice(`<strong>RSS Error:</strong> ${escapeKeepingReferences(feed.failure)}`);
    const items = feed.items.slice(0, Math.min(positive(numberAttribute(attributes, 'itemsToShow'), 5), mostItems));
    if (items.length === 0)
      return notice('An error has occurred, which probably means the feed is down. Try again later.');
    const classes = [
      ...(textAttribute(attributes, 'blockLayout') === 'grid'
        ? ['is-grid', `columns-${positive(numberAttribute(attributes, 'columns'), 2)}`]
        : []),
      ...(flagAttribute(attributes, 'displayDate') ? ['has-dates'] : []),
      ...(flagAttribute(attributes, 'displayAuthor') ? ['has-authors'] : []),
      ...(flagAttribute(attributes, 'displayExcerpt') ? ['has-excerpts'] : []),
    ];
    return `<ul ${wrapper(block, { classes })}>${items.map((item) => shown(item, attributes, site)).join('')}</ul>`;
  },
};

const notice = (text: string): string =>
  `<div class="components-placeholder"><div class="notice notice-error">${text}</div></div>`;

function shown(item: ShownFeedItem, attributes: JsonRecord, { dateFormat, language }: ShownSite): string {
  const name = escapeKeepingReferences(item.title.trim()) || '(no title)';
  const link = attributeUrl(item.link);
  const title = `<div class='wp-block-rss__item-title'>${link === '' ? name : `<a href='${link}'>${name}</a>`}</div>`;
  const date =
    flagAttribute(attributes, 'displayDate') && item.time !== null ? dateOf(item.time, dateFormat, language) : '';
  const author =
    flagAttribute(attributes, 'displayAuthor') && item.author !== ''
      ? `<span class="wp-block-rss__item-author">by ${escapeKeepingReferences(item.author)}</span> `
      : '';
  const words = positive(numberAttribute(attributes, 'excerptLength'), 55);
  const excerpt = flagAttribute(attributes, 'displayExcerpt')
    ? `<div class="wp-block-rss__item-excerpt">${escapeKeepingReferences(firstWordsOf(item.summary, words).replace(/&hellip;$/, ' [&hellip;]'))}</div>`
    : '';
  return `<li class='wp-block-rss__item'>${title}${date}${author}${excerpt}</li>`;
}

function dateOf(seconds: number, pattern: string, language: string): string {
  const iso = new Date(seconds * 1000).toISOString().slice(0, 19);
  return `<time datetime="${iso}+00:00" class="wp-block-rss__item-publish-date">${localDate(iso.replace('T', ' '), pattern, language)}</time> `;
}
