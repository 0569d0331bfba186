import { wrapper } from '../block-supports/wrapper.ts';
import { flagAttribute, listAttribute, numberAttribute, textAttribute } from '../blocks/block.ts';
import type { ShownPost } from '../blocks/block-data.ts';
import type { PostQuery } from '../blocks/block-needs.ts';
import { loadedFor } from '../blocks/block-needs.ts';
import { hasBlocks } from '../blocks/parse-blocks.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { JsonRecord } from '../json.ts';
import { localDate } from '../local-date.ts';
import { postImage } from '../render/image-tag.ts';
import { renderTitle } from '../render/render.ts';
import type { BlockContext, BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { listedIds, positive, safeMarkup, wholeAttribute, withoutShortcodes, wordOf } from './block-values.ts';
import { shownExcerpt, shownText } from './text-blocks.ts';

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
      ...(textAttribute(attributes, 'postLayout') === 'grid'
        ? ['is-grid', `columns-${positive(numberAttribute(attributes, 'columns'), 3)}`]
        : []),
      ...(flagAttribute(attributes, 'displayPostDate') ? ['has-dates'] : []),
      ...(flagAttribute(attributes, 'displayAuthor') ? ['has-author'] : []),
    ];
    const items = posts.map((post) => `<li>${item(attributes, post, context)}</li>\n`);
    return `<ul ${wrapper(block, { classes })}>${items.join('')}</ul>`;
  },
};

const mostPosts = 100;

function queryOf(attributes: JsonRecord): PostQuery {
  // Older blocks name one category by its number.
  const older = wholeAttribute(attributes, 'categories');
  const categories = older > 0 ? [older] : listAttribute(attributes, 'categories');
  const author = numberAttribute(attributes, 'selectedAuthor');
  return {
    type: 'post',
    perPage: Math.min(positive(numberAttribute(attributes, 'postsToShow'), 5), mostPosts),
    orderBy: wordOf(textAttribute(attributes, 'orderBy'), ['date', 'title', 'modified'], 'date'),
    order: wordOf(textAttribute(attributes, 'order'), ['desc', 'asc'], 'desc'),
    ...(categories.length > 0 ? { terms: [{ taxonomy: 'category', ids: listedIds(categories) }] } : {}),
    ...(author === undefined ? {} : { authors: [author] }),
    ...(textAttribute(attributes, 'displayPostContentRadio') === 'full_post' ? { withContent: true } : {}),
  };
}

function item(attributes: JsonRecord, post: ShownPost, context: BlockContext): string {
  const title = renderTitle(post.title, context) || '(no title)';
  const link = attributeUrl(post.url);
  const site = loadedFor(context.blockData, 'site', null);
  const author = flagAttribute(attributes, 'displayAuthor')
    ? `<div class="wp-block-latest-posts__post-author">by ${escapeKeepingReferences(post.author?.name ?? '')}</div>`
    : '';
  const date =
    flagAttribute(attributes, 'displayPostDate') && site
      ? `<time datetime="${post.date.iso}" class="wp-block-latest-posts__post-date">${localDate(post.date.local, site.dateFormat, site.language)}</time>`
      : '';
  return `${image(attributes, post, { link, title })}<a class="wp-block-latest-posts__post-title" href="${link}">${title}</a>${author}${date}${text(attributes, post, context)}`;
}

function image(attributes: JsonRecord, post: ShownPost, { link, title }: { link: string; title: string }): string {
  if (!flagAttribute(attributes, 'displayFeaturedImage') || !post.image) return '';
  const [width, height] = [
    numberAttribute(attributes, 'featuredImageSizeWidth'),
    numberAttribute(attributes, 'featuredImageSizeHeight'),
  ];
  const style = `${width ? `max-width:${width}px;` : ''}${height ? `max-height:${height}px;` : ''}`;
  const picture = postImage(post.image, textAttribute(attributes, 'featuredImageSizeSlug') ?? 'thumbnail', { style });
  const shown = flagAttribute(attributes, 'addLinkToFeaturedImage')
    ? `<a href="${link}" aria-label="${escapeKeepingReferences(title)}">${picture}</a>`
    : picture;
  const align = textAttribute(attributes, 'featuredImageAlign');
  const name = `wp-block-latest-posts__featured-image${align ? ` align${escapeKeepingReferences(align)}` : ''}`;
  return `<div class="${name}">${shown}</div>`;
}

function text(attributes: JsonRecord, post: ShownPost, context: BlockContext): string {
  if (!flagAttribute(attributes, 'displayPostContent')) return '';
  const kind = wordOf(textAttribute(attributes, 'displayPostContentRadio'), ['excerpt', 'full_post'], 'excerpt');
  const name = kind === 'excerpt' ? 'wp-block-latest-posts__post-excerpt' : 'wp-block-latest-posts__post-full-content';
  const shown = !post.isUnlocked
    ? 'This content is password protected.'
    : kind === 'full_post'
      ? shownContent(post, context)
      : shownExcerpt(post, context, positive(numberAttribute(attributes, 'excerptLength'), 55));
  return `<div class="${name}">${shown}</div>`;
}

/** Today a text without blocks is shown as it is stored. */
const shownContent = (post: ShownPost, context: BlockContext): string =>
  context.rules.blocks === 'today' && !hasBlocks(post.content)
    ? withoutShortcodes(safeMarkup(post.content))
    : shownText(post, context);
