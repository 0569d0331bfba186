import type { BlockRenderer } from '../../render-context.ts';
import { archives } from './archives.ts';
import { avatar } from './avatar.ts';
import { calendar } from './calendar.ts';
import { categories } from './categories.ts';
import {
  commentAuthorName,
  commentContent,
  commentDate,
  commentEditLink,
  commentReplyLink,
  commentsTitle,
} from './comment-blocks.ts';
import { commentTemplate } from './comment-template.ts';
import { postCommentsForm } from './comments-form.ts';
import { footnotes } from './footnotes.ts';
import { latestComments } from './latest-comments.ts';
import { latestPosts } from './latest-posts.ts';
import { loginout } from './loginout.ts';
import { navigation } from './navigation.ts';
import { homeLink, navigationLink, navigationSubmenu } from './navigation-items.ts';
import { pageList } from './page-list.ts';
import { postAuthor, postAuthorBiography } from './post-author.ts';
import { postContent } from './post-content.ts';
import { postDate } from './post-date.ts';
import { postExcerpt } from './post-excerpt.ts';
import { postFeaturedImage } from './post-featured-image.ts';
import { postTerms } from './post-terms.ts';
import { postTitle } from './post-title.ts';
import { postTemplate, query, queryNoResults } from './query.ts';
import {
  queryPagination,
  queryPaginationNext,
  queryPaginationNumbers,
  queryPaginationPrevious,
} from './query-pagination.ts';
import { readMore } from './read-more.ts';
import { reusable } from './reusable.ts';
import { rss } from './rss.ts';
import { search } from './search.ts';
import { silentBlocks } from './silent.ts';
import { siteLogo, siteTagline, siteTitle } from './site-blocks.ts';
import { socialLink, socialLinks } from './social-links.ts';
import { tagCloud } from './tag-cloud.ts';

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
  postCommentsForm,
  postContent,
  postDate,
  postExcerpt,
  postFeaturedImage,
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
  search,
  siteLogo,
  siteTagline,
  siteTitle,
  socialLink,
  socialLinks,
  tagCloud,
  ...silentBlocks,
];
