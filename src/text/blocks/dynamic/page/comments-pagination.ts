import { attributeUrl } from '../../../clean-url.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { textAttribute } from '../../block-attributes.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { pageArrow, pageNumbers } from '../page-numbers.ts';
import { isNothing, safeMarkup } from '../values.ts';
import { askForPage, shownPageOf } from './page-scope.ts';

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
