import { wrapper } from '../block-supports/wrapper.ts';
import { textAttribute } from '../blocks/block.ts';
import { askForPage, shownPageOf } from '../blocks/block-scope.ts';
import type { BlockContext, BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { isNothing, safeMarkup } from './block-values.ts';
import { foundPosts, pageParameterOf, queryOf } from './query.ts';

const askForPosts: NonNullable<BlockRenderer['needs']> = (_block, ask, scope) => {
  const asked = queryOf(scope);
  if (asked) ask('posts', asked);
};

/** The links between the pages of a list. */
export const queryPagination: BlockRenderer = {
  name: 'core/query-pagination',
  isDynamic: true,
  provides: ({ attributes }) => ({ paginationArrow: textAttribute(attributes, 'paginationArrow') ?? 'none' }),
  render: (block, inner) => (isNothing(inner) ? '' : `<nav ${wrapper(block)} aria-label="Pagination">${inner}</nav>`),
};

export const queryPaginationPrevious = pageLink('previous', -1);
export const queryPaginationNext = pageLink('next', 1);

function pageLink(name: 'previous' | 'next', step: -1 | 1): BlockRenderer {
  return {
    name: `core/query-pagination-${name}`,
    isDynamic: true,
    needs: askForPosts,
    render: (block, _inner, context) => {
      const found = foundPosts(context);
      const page = (found?.page ?? 1) + step;
      if (!found || page < 1 || page > found.pages) return '';
      const label = safeMarkup(
        textAttribute(block.attributes, 'label') || (step === 1 ? 'Next Page' : 'Previous Page'),
      );
      const arrow = pageArrow(textAttribute(context.provided, 'paginationArrow'), 'query-pagination', name);
      return `<a href="${addressOf(page, context)}" ${wrapper(block)}>${step === -1 ? arrow + label : label + arrow}</a>`;
    },
  };
}

/** The address of a page of the list, relative to the page it is on. */
const addressOf = (page: number, { provided }: BlockContext): string =>
  attributeUrl(`?${pageParameterOf(provided)}=${page}`);

/** The numbers of the pages of a list. */
export const queryPaginationNumbers: BlockRenderer = {
  name: 'core/query-pagination-numbers',
  isDynamic: true,
  needs: askForPosts,
  render: (block, _inner, context) => {
    const found = foundPosts(context);
    if (!found || found.pages < 2) return '';
    return `<div ${wrapper(block)}>${pageNumbers(found.page, found.pages, (page) => addressOf(page, context))}</div>`;
  },
};

/** The links between the pages of comments. */
export const commentsPagination: BlockRenderer = {
  name: 'core/comments-pagination',
  isDynamic: true,
  provides: ({ attributes }) => ({ commentsArrow: textAttribute(attributes, 'paginationArrow') ?? 'none' }),
  render: (block, inner) => (isNothing(inner) ? '' : `<div ${wrapper(block)}>${inner}</div>`),
};

export const commentsPaginationPrevious = commentPageLink('previous', -1, 'Older Comments');
export const commentsPaginationNext = commentPageLink('next', 1, 'Newer Comments');

function commentPageLink(side: 'previous' | 'next', step: -1 | 1, word: string): BlockRenderer {
  return {
    name: `core/comments-pagination-${side}`,
    isDynamic: true,
    needs: askForPage,
    render: (block, _inner, context) => {
      const comments = shownPageOf(context)?.comments;
      const url = comments?.urls[comments.page - 1 + step];
      if (!comments || comments.pages < 2 || url === undefined) return '';
      const label = safeMarkup(textAttribute(block.attributes, 'label') || word);
      const arrow = pageArrow(textAttribute(context.provided, 'commentsArrow'), 'comments-pagination', side);
      return `<a href="${attributeUrl(url)}" ${wrapper(block)}>${step === -1 ? arrow + label : label + arrow}</a>`;
    },
  };
}

/** The numbers of the pages of comments. */
export const commentsPaginationNumbers: BlockRenderer = {
  name: 'core/comments-pagination-numbers',
  isDynamic: true,
  needs: askForPage,
  render: (block, _inner, context) => {
    const comments = shownPageOf(context)?.comments;
    if (!comments || comments.pages < 2) return '';
    const addressOf = (page: number) => attributeUrl(comments.urls[page - 1] ?? '');
    return `<div ${wrapper(block)}>${pageNumbers(comments.page, comments.urls.length, addressOf)}</div>`;
  },
};

/** How many pages are named on each side of the shown one, and at both ends. */
const nearby = 2;
const atEnds = 1;

/** The numbers of the pages of a list, each a link but the shown one. The address of a page can be put in an attribute. */
export function pageNumbers(shown: number, pages: number, addressOf: (page: number) => string): string {
  const parts: string[] = [];
  let skipped = false;
  for (let page = 1; page <= pages; page++) {
    const isNamed = Math.abs(page - shown) <= nearby || page <= atEnds || page > pages - atEnds;
    if (page === shown) parts.push(`<span aria-current="page" class="page-numbers current">${page}</span>`);
    else if (isNamed) parts.push(`<a class="page-numbers" href="${addressOf(page)}">${page}</a>`);
    else if (!skipped) parts.push('<span class="page-numbers dots">&hellip;</span>');
    skipped = !isNamed;
  }
  return parts.join('\n');
}

const arrows: Readonly<Record<string, readonly [previous: string, next: string]>> = {
  arrow: ['←', '→'],
  chevron: ['«', '»'],
};

/** The arrow beside a link to another page, for readers who see it; `block` is the name of the links around it. */
export function pageArrow(kind: string | undefined, block: string, side: 'previous' | 'next'): string {
  const pair = kind !== undefined && Object.hasOwn(arrows, kind) ? arrows[kind] : undefined;
  if (!pair) return '';
  return `<span class='wp-block-${block}-${side}-arrow is-arrow-${kind}' aria-hidden='true'>${pair[side === 'previous' ? 0 : 1]}</span>`;
}
