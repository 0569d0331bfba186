import type { Site } from '../../rules/site.ts';
import type { PagingModel } from '../theme/page-model.ts';

/** What a page number counts: pages of a list, parts of a text, or pages of comments. */
export type NumberedPage = 'list' | 'part' | 'comments';

const words: Readonly<Record<NumberedPage, { path: (n: number) => string; parameter: string }>> = {
  list: { path: (n) => `page/${n}`, parameter: 'paged' },
  part: { path: (n) => String(n), parameter: 'page' },
  comments: { path: (n) => `comment-page-${n}`, parameter: 'cpage' },
};

/** The address of a numbered page below a link. The first page of a list or text is the link itself. */
export function numberedLink(site: Site, link: string, kind: NumberedPage, n: number): string {
  if (n <= 1 && kind !== 'comments') return link;
  const { path, parameter } = words[kind];
  if (site.permalinks === '' || link.includes('?')) {
    return `${link}${link.includes('?') ? '&' : '?'}${parameter}=${n}`;
  }
  // The parts of a front page would look like the pages named after years, so they are numbered like lists.
  const isFront = kind === 'part' && link === `${site.url}/`;
  return closedLink(site, `${link.replace(/\/$/, '')}/${isFront ? words.list.path(n) : path(n)}`);
}

/** A link with the trailing slash that the site's structure has. */
export function closedLink(site: Site, link: string): string {
  return site.permalinks.endsWith('/') ? `${link}/` : link;
}

/** The address of a search. Words that a path cannot hold, or that mean something else there, stay a parameter. */
export function searchLink(site: Site, text: string): string {
  const isPath = site.permalinks !== '' && !/^[.\s]*$|^(?:feed|page|embed)$|[/\\\p{Cc}\p{Cs}]/iu.test(text);
  const encoded = encodeURIComponent(text.toWellFormed());
  return isPath ? closedLink(site, `${site.url}/search/${encoded}`) : `${site.url}/?s=${encoded}`;
}

/** The address of a feed below a link. */
export function feedLink(site: Site, link: string, format = 'rss2'): string {
  if (site.permalinks === '' || link.includes('?')) return `${link}${link.includes('?') ? '&' : '?'}feed=${format}`;
  return closedLink(site, `${link.replace(/\/$/, '')}/feed${format === 'rss2' ? '' : `/${format}`}`);
}

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
