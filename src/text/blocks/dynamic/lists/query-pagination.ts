import { attributeUrl } from '../../../clean-url.ts';
import type { BlockContext, BlockRenderer } from '../../../render-context.ts';
import { textAttribute } from '../../block-attributes.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { pageArrow, pageNumbers } from '../page-numbers.ts';
import { isNothing, safeMarkup } from '../values.ts';
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
