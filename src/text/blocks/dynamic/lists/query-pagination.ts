import { attributeUrl } from '../../../clean-url.ts';
import type { BlockContext, BlockRenderer } from '../../../render-context.ts';
import { textAttribute } from '../../block-attributes.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { isNothing, safeMarkup } from '../values.ts';
import { foundPosts, pageParameterOf, queryOf } from './query.ts';

const arrows: Readonly<Record<string, readonly [previous: string, next: string]>> = {
  arrow: ['←', '→'],
  chevron: ['«', '»'],
};

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
      const arrow = arrowOf(name, context);
      return `<a href="${addressOf(page, context)}" ${wrapper(block)}>${step === -1 ? arrow + label : label + arrow}</a>`;
    },
  };
}

function arrowOf(name: 'previous' | 'next', { provided }: BlockContext): string {
  const kind = textAttribute(provided, 'paginationArrow') ?? 'none';
  const pair = Object.hasOwn(arrows, kind) ? arrows[kind] : undefined;
  if (!pair) return '';
  return `<span class='wp-block-query-pagination-${name}-arrow is-arrow-${kind}' aria-hidden='true'>${pair[name === 'previous' ? 0 : 1]}</span>`;
}

/** The address of a page of the list, relative to the page it is on. */
const addressOf = (page: number, { provided }: BlockContext): string =>
  attributeUrl(`?${pageParameterOf(provided)}=${page}`);

/** How many pages are named on each side of the shown one, and at both ends. */
const nearby = 2;
const atEnds = 1;

/** The numbers of the pages of a list. */
export const queryPaginationNumbers: BlockRenderer = {
  name: 'core/query-pagination-numbers',
  isDynamic: true,
  needs: askForPosts,
  render: (block, _inner, context) => {
    const found = foundPosts(context);
    if (!found || found.pages < 2) return '';
    return `<div ${wrapper(block)}>${numbers(found.page, found.pages, context).join('\n')}</div>`;
  },
};

function numbers(shown: number, pages: number, context: BlockContext): string[] {
  const parts: string[] = [];
  let skipped = false;
  for (let page = 1; page <= pages; page++) {
    const isNamed = Math.abs(page - shown) <= nearby || page <= atEnds || page > pages - atEnds;
    if (page === shown) parts.push(`<span aria-current="page" class="page-numbers current">${page}</span>`);
    else if (isNamed) parts.push(`<a class="page-numbers" href="${addressOf(page, context)}">${page}</a>`);
    else if (!skipped) parts.push('<span class="page-numbers dots">&hellip;</span>');
    skipped = !isNamed;
  }
  return parts;
}
