import type { BlockRenderer } from '../../render-context.ts';
import {
  commentAuthorName,
  commentContent,
  commentDate,
  commentEditLink,
  commentReplyLink,
  commentsTitle,
} from './comments/comment-blocks.ts';
import { commentTemplate } from './comments/comment-template.ts';
import { postCommentsForm } from './comments/comments-form.ts';
import { latestComments } from './comments/latest-comments.ts';
import { footnotes } from './footnotes.ts';
import { archives } from './lists/archives.ts';
import { calendar } from './lists/calendar.ts';
import { categories } from './lists/categories.ts';
import { latestPosts } from './lists/latest-posts.ts';
import { postTemplate, query, queryNoResults } from './lists/query.ts';
import {
  queryPagination,
  queryPaginationNext,
  queryPaginationNumbers,
  queryPaginationPrevious,
} from './lists/query-pagination.ts';
import { rss } from './lists/rss.ts';
import { tagCloud } from './lists/tag-cloud.ts';
import { navigation } from './menus/navigation.ts';
import { homeLink, navigationLink, navigationSubmenu } from './menus/navigation-items.ts';
import { pageList } from './menus/page-list.ts';
import { socialLink, socialLinks } from './menus/social-links.ts';
import {
  commentsPagination,
  commentsPaginationNext,
  commentsPaginationNumbers,
  commentsPaginationPrevious,
} from './page/comments-pagination.ts';
import { postNavigationLink } from './page/post-navigation-link.ts';
import { postAuthor, postAuthorBiography } from './post/post-author.ts';
import { postContent } from './post/post-content.ts';
import { postDate } from './post/post-date.ts';
import { postExcerpt } from './post/post-excerpt.ts';
import { postFeaturedImage } from './post/post-featured-image.ts';
import { postTerms } from './post/post-terms.ts';
import { postTitle } from './post/post-title.ts';
import { readMore } from './post/read-more.ts';
import { reusable } from './reusable.ts';
import { silentBlocks } from './silent.ts';
import { avatar } from './site/avatar.ts';
import { loginout } from './site/loginout.ts';
import { searchBlock } from './site/search.ts';
import { siteLogo, siteTagline, siteTitle } from './site/site-blocks.ts';

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
