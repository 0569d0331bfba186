import { archives, calendar } from '../dynamic-blocks/archives.ts';
import { avatar } from '../dynamic-blocks/avatar.ts';
import {
  commentAuthorName,
  commentContent,
  commentDate,
  commentEditLink,
  commentReplyLink,
  commentsTitle,
  commentTemplate,
  latestComments,
  postCommentsForm,
} from '../dynamic-blocks/comment-blocks.ts';
import { latestPosts } from '../dynamic-blocks/latest-posts.ts';
import { navigation } from '../dynamic-blocks/navigation.ts';
import { homeLink, navigationLink, navigationSubmenu } from '../dynamic-blocks/navigation-items.ts';
import { pageList } from '../dynamic-blocks/page-list.ts';
import {
  commentsPagination,
  commentsPaginationNext,
  commentsPaginationNumbers,
  commentsPaginationPrevious,
  queryPagination,
  queryPaginationNext,
  queryPaginationNumbers,
  queryPaginationPrevious,
} from '../dynamic-blocks/pagination.ts';
import {
  postAuthor,
  postAuthorBiography,
  postAuthorName,
  postDate,
  postNavigationLink,
  postTerms,
  postTitle,
  readMore,
} from '../dynamic-blocks/post-blocks.ts';
import { postFeaturedImage } from '../dynamic-blocks/post-featured-image.ts';
import { postTemplate, query, queryNoResults } from '../dynamic-blocks/query.ts';
import { rss } from '../dynamic-blocks/rss.ts';
import { searchBlock } from '../dynamic-blocks/search.ts';
import { loginout, siteLogo, siteTagline, siteTitle } from '../dynamic-blocks/site-blocks.ts';
import { socialLink, socialLinks } from '../dynamic-blocks/social-links.ts';
import { categories, tagCloud } from '../dynamic-blocks/term-lists.ts';
import { footnotes, postContent, postExcerpt, reusable } from '../dynamic-blocks/text-blocks.ts';
import type { BlockRegistry, BlockRenderer } from '../render/render-context.ts';
import { buttonBlock, coverBlock, galleryBlock, groupBlock, imageBlock, shortcodeBlock } from './static-blocks.ts';

/** Creates a registry; throws for a name that no block can have. The last renderer of a name counts. */
export function createBlockRegistry(renderers: readonly BlockRenderer[]): BlockRegistry {
  for (const { name } of renderers) {
    if (!/^[a-z][a-z0-9_-]*\/[a-z][a-z0-9_-]*$/.test(name)) throw new TypeError(`Not a block name: ${name}`);
  }
  const known = new Map(renderers.map((renderer) => [renderer.name, renderer]));
  return {
    get: (name) => known.get(name),
    with: (more) => createBlockRegistry([...renderers, ...more]),
  };
}

/** Blocks that speak of the list that a page shows. A text is never that list, so inside one they show nothing. */
export const silentBlocks: readonly BlockRenderer[] = ['query-title', 'term-description'].map((name) => ({
  name: `core/${name}`,
  render: () => '',
}));

/** The blocks whose HTML is made when they are shown. */
export const dynamicBlocks: readonly BlockRenderer[] = [
  archives,
  avatar,
  calendar,
  categories,
  commentAuthorName,
  commentContent,
  commentDate,
  commentEditLink,
  commentReplyLink,
  commentTemplate,
  commentsPagination,
  commentsPaginationNext,
  commentsPaginationNumbers,
  commentsPaginationPrevious,
  commentsTitle,
  footnotes,
  homeLink,
  latestComments,
  latestPosts,
  loginout,
  navigation,
  navigationLink,
  navigationSubmenu,
  pageList,
  postAuthor,
  postAuthorBiography,
  postAuthorName,
  postCommentsForm,
  postContent,
  postDate,
  postExcerpt,
  postFeaturedImage,
  postNavigationLink,
  postTemplate,
  postTerms,
  postTitle,
  query,
  queryNoResults,
  queryPagination,
  queryPaginationNext,
  queryPaginationNumbers,
  queryPaginationPrevious,
  readMore,
  reusable,
  rss,
  searchBlock,
  siteLogo,
  siteTagline,
  siteTitle,
  socialLink,
  socialLinks,
  tagCloud,
  ...silentBlocks,
];

/** The blocks that are rendered by rules of their own. All others show their HTML. */
export const coreBlocks: BlockRegistry = createBlockRegistry([
  buttonBlock,
  coverBlock,
  galleryBlock,
  groupBlock,
  imageBlock,
  shortcodeBlock,
  ...dynamicBlocks,
]);
