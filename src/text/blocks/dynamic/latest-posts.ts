import { attributeUrl } from '../../clean-url.ts';
import type { JsonRecord } from '../../formats/json-value.ts';
import { localDate } from '../../formats/local-date.ts';
import { renderTitle } from '../../render.ts';
import type { BlockContext, BlockRenderer } from '../../render-context.ts';
import { escapeKeepingReferences } from '../../scan/entities.ts';
import { flagOf, listOf, numberOf, textOf } from '../block-attributes.ts';
import { loadedFor } from '../block-needs.ts';
import { wrapper } from '../supports/wrapper.ts';
import { postImage } from './post-image.ts';
import type { PostQuery } from './post-query.ts';
import type { ShownPost } from './shown.ts';
import { shownExcerpt, shownText } from './shown-text.ts';
import { idsIn, oneOf, positive, wholeOf } from './values.ts';

/** The newest posts as a list or a grid. */
export const latestPosts: BlockRenderer = {
  name: 'core/latest-posts',
  isDynamic: true,
  needs: ({ attributes }, ask) => {
    ask('site', null);
    ask('posts', queryOf(attributes));
  },
  render: (block, _inner, context) => {
    const { attributes } = block;
    const found = loadedFor(context.blockData, 'posts', queryOf(attributes));
    const posts = found?.ids.flatMap((id) => loadedFor(context.blockData, 'post', id) ?? []) ?? [];
    const classes = [
      'wp-block-latest-posts__list',
      ...(textOf(attributes, 'postLayout') === 'grid'
        ? ['is-grid', `columns-${positive(numberOf(attributes, 'columns'), 3)}`]
        : []),
      ...(flagOf(attributes, 'displayPostDate') ? ['has-dates'] : []),
      ...(flagOf(attributes, 'displayAuthor') ? ['has-author'] : []),
    ];
    const items = posts.map((post) => `<li>${item(attributes, post, context)}</li>\n`);
    return `<ul ${wrapper(block, { classes })}>${items.join('')}</ul>`;
  },
};

const mostPosts = 100;

function queryOf(attributes: JsonRecord): PostQuery {
  // Older blocks name one category by its number.
  const older = wholeOf(attributes, 'categories');
  const categories = older > 0 ? [older] : listOf(attributes, 'categories');
  const author = numberOf(attributes, 'selectedAuthor');
  return {
    type: 'post',
    perPage: Math.min(positive(numberOf(attributes, 'postsToShow'), 5), mostPosts),
    orderBy: oneOf(textOf(attributes, 'orderBy'), ['date', 'title', 'modified'], 'date'),
    order: oneOf(textOf(attributes, 'order'), ['desc', 'asc'], 'desc'),
    ...(categories.length > 0 ? { terms: [{ taxonomy: 'category', ids: idsIn(categories) }] } : {}),
    ...(author === undefined ? {} : { authors: [author] }),
    ...(textOf(attributes, 'displayPostContentRadio') === 'full_post' ? { withContent: true } : {}),
  };
}

function item(attributes: JsonRecord, post: ShownPost, context: BlockContext): string {
  const title = renderTitle(post.title, context) || '(no title)';
  const link = attributeUrl(post.url);
  const site = loadedFor(context.blockData, 'site', null);
  const author = flagOf(attributes, 'displayAuthor')
    ? `<div class="wp-block-latest-posts__post-author">by ${escapeKeepingReferences(post.author?.name ?? '')}</div>`
    : '';
  const date =
    flagOf(attributes, 'displayPostDate') && site
      ? `<time datetime="${post.date.iso}" class="wp-block-latest-posts__post-date">${localDate(post.date.local, site.dateFormat, site.language)}</time>`
      : '';
  return `${image(attributes, post, { link, title })}<a class="wp-block-latest-posts__post-title" href="${link}">${title}</a>${author}${date}${text(attributes, post, context)}`;
}

function image(attributes: JsonRecord, post: ShownPost, { link, title }: { link: string; title: string }): string {
  if (!flagOf(attributes, 'displayFeaturedImage') || !post.image) return '';
  const [width, height] = [
    numberOf(attributes, 'featuredImageSizeWidth'),
    numberOf(attributes, 'featuredImageSizeHeight'),
  ];
  const style = `${width ? `max-width:${width}px;` : ''}${height ? `max-height:${height}px;` : ''}`;
  const picture = postImage(post.image, textOf(attributes, 'featuredImageSizeSlug') ?? 'thumbnail', { style });
  const shown = flagOf(attributes, 'addLinkToFeaturedImage')
    ? `<a href="${link}" aria-label="${escapeKeepingReferences(title)}">${picture}</a>`
    : picture;
  const align = textOf(attributes, 'featuredImageAlign');
  const name = `wp-block-latest-posts__featured-image${align ? ` align${escapeKeepingReferences(align)}` : ''}`;
  return `<div class="${name}">${shown}</div>`;
}

function text(attributes: JsonRecord, post: ShownPost, context: BlockContext): string {
  if (!flagOf(attributes, 'displayPostContent')) return '';
  const kind = oneOf(textOf(attributes, 'displayPostContentRadio'), ['excerpt', 'full_post'], 'excerpt');
  const name = kind === 'excerpt' ? 'wp-block-latest-posts__post-excerpt' : 'wp-block-latest-posts__post-full-content';
  const shown = !post.isUnlocked
    ? 'This content is password protected.'
    : kind === 'full_post'
      ? shownText(post, context)
      : shownExcerpt(post, context, positive(numberOf(attributes, 'excerptLength'), 55));
  return `<div class="${name}">${shown}</div>`;
}
