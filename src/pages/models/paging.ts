import type { Site } from '../../rules/site.ts';
import type { PagingModel } from '../../theme/basic-models.ts';
import { type NumberedPage, numberedLink } from '../address/page-link.ts';

/** The pages of a list, a text or a thread: the first and the last ones, and those around the current one. */
export function pagingModel(
  site: Site,
  link: string,
  { page, pages, kind }: { page: number; pages: number; kind: NumberedPage },
): PagingModel {
  const url = (n: number) => numberedLink(site, link, kind, n);
  const offered = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages);
  const links = offered.flatMap((n, i) => {
    const isGap = i > 0 && n - (offered[i - 1] ?? 0) > 1;
    return [...(isGap ? [null] : []), { page: n, url: url(n) }];
  });
  return {
    page,
    pages,
    newer: page > 1 ? url(page - 1) : null,
    older: page < pages ? url(page + 1) : null,
    links: pages > 1 ? links : [],
  };
}
