import { expectedComments } from '../naive/others.ts';
import type { Rows, TermRow } from '../naive/rows.ts';
import {
  authorLink,
  type LinkStyle,
  type ListPage,
  postLink,
  publicList,
  publicPage,
  sitemap,
  sitemapIndex,
  sitemapPart,
  termLink,
} from '../naive/site-pages.ts';
import type { Caller } from '../site/open-site.ts';
import { words } from '../site/words.ts';
import type { Asking } from './post-questions.ts';
import type { Question } from './question.ts';

export interface PageAsking extends Asking {
  readonly style: LinkStyle;
}

const visitorOf = ({ callers }: Asking): Caller => callers[0] as Caller;

/** The list of a term, as its address names it. */
export const listOfTerm = ({ taxonomy, id, slug }: TermRow, { isPretty }: LinkStyle): ListPage => ({
  kind: 'term',
  taxonomy,
  id,
  ...(isPretty || taxonomy === 'post_tag' ? { slug } : {}),
});

function someList({ random, rows, style }: PageAsking): ListPage {
  switch (random.below(6)) {
    case 0:
      return { kind: 'home' };
    case 1:
    case 2:
      return listOfTerm(random.pick(rows.terms.filter(isLinked)), style);
    case 3:
      return { kind: 'author', id: random.pick(rows.users).id };
    case 4:
      return { kind: 'date', period: random.pick(rows.posts).date.slice(0, random.pick([4, 7, 10])) };
    default:
      return { kind: 'search', search: random.pick(words.filter((word) => /^[\p{L}\p{N}]{2,}$/u.test(word))) };
  }
}

const isLinked = ({ taxonomy }: { taxonomy: string }): boolean => taxonomy === 'category' || taxonomy === 'post_tag';

/** The path of a list below the site's address; it is as the list was when the question was made. */
function pathOf(list: ListPage, rows: Rows, style: LinkStyle): string {
  const linkOf = (): string => {
    switch (list.kind) {
      case 'home':
        return `${style.url}/`;
      case 'term': {
        const term = rows.terms.find(({ taxonomy, id }) => taxonomy === list.taxonomy && id === list.id);
        return term ? termLink(rows, term, style) : '';
      }
      case 'author': {
        const user = rows.users.find(({ id }) => id === list.id);
        return user ? authorLink(user, style) : '';
      }
      case 'date':
        return style.isPretty
          ? `${style.url}/${list.period.replaceAll('-', '/')}/`
          : `${style.url}/?m=${list.period.replaceAll('-', '')}`;
      case 'search':
        return `${style.url}/?s=${encodeURIComponent(list.search)}`;
    }
  };
  return linkOf().slice(style.url.length);
}

const withParameter = (path: string, name: string, value: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`;

/** A page of a list, followed to where its address leads. */
export function archivePage(asking: PageAsking): Question {
  const { random, rows } = asking;
  const list = someList(asking);
  const pages = Math.max(1, Math.ceil((publicList(rows, list)?.length ?? 0) / 10));
  return archiveOf(asking, list, random.pick([1, 1, Math.ceil(pages / 2), pages, pages + 1]));
}

export function archiveOf(asking: PageAsking, list: ListPage, page: number): Question {
  const { rows, style } = asking;
  const path = pathOf(list, rows, style);
  const isPath = !path.includes('?');
  const numbered =
    page === 1 ? path : isPath && style.isPretty ? `${path}page/${page}/` : withParameter(path, 'paged', String(page));
  return {
    labels: ['archive page'],
    path: numbered,
    caller: visitorOf(asking),
    reads: 'links',
    expected: (now) => {
      const posts = publicPage(now, list, page);
      return posts ? { status: 200, links: posts.map((post) => postLink(now, post, style)) } : { status: 404 };
    },
  };
}

const formats = ['rss2', 'atom', 'json'] as const;

export function feed(asking: PageAsking): Question {
  const { random, rows } = asking;
  const format = random.pick(formats);
  if (random.chance(0.7)) return feedOf(asking, someList(asking), format);
  return commentFeed(asking, random.chance(0.6) ? random.pick(rows.comments).postId : null, format);
}

export function feedOf(asking: PageAsking, list: ListPage, format: string): Question {
  const { rows, style } = asking;
  const path = pathOf(list, rows, style);
  return {
    labels: ['feed'],
    path: feedPath(path, format, style),
    caller: visitorOf(asking),
    reads: 'links',
    expected: (now) => {
      const target = feedTarget(now, list);
      return target
        ? { status: 200, links: target.slice(0, 10).map((post) => postLink(now, post, style)) }
        : { status: 404 };
    },
  };
}

/** A feed is of the newest posts, also that of a search; a time without posts has an empty one. */
function feedTarget(rows: Rows, list: ListPage) {
  const found = publicList(rows, list);
  if (list.kind === 'date') return found ?? [];
  return found && list.kind === 'search'
    ? found.toSorted((a, b) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1))
    : found;
}

const feedPath = (path: string, format: string, { isPretty }: LinkStyle): string =>
  isPretty && !path.includes('?')
    ? `${path}feed/${format === 'rss2' ? '' : `${format}/`}`
    : withParameter(path, 'feed', format);

/** The newest comments on a post, or of the site. */
export function commentFeed(asking: PageAsking, post: number | null, format: string): Question {
  const { rows, style } = asking;
  const visitor = visitorOf(asking);
  const path =
    post === null
      ? style.isPretty
        ? `/comments/feed/${format === 'rss2' ? '' : `${format}/`}`
        : `/?feed=comments-${format}`
      : `/?${rows.postsById.get(post)?.type === 'page' ? 'page_id' : 'p'}=${post}&feed=${format}`;
  return {
    labels: ['feed of comments'],
    path,
    caller: visitor,
    reads: 'links',
    expected: (now) => {
      const on = post === null ? null : now.postsById.get(post);
      if (post !== null && on?.status !== 'publish') return { status: 404 };
      const query = {
        orderby: 'date_gmt',
        order: 'desc',
        perPage: 10,
        ...(post === null ? {} : { post: [post] }),
      } as const;
      return { status: 200, links: expectedComments(now, query, visitor).ids?.map((id) => `#comment-${id}`) ?? [] };
    },
  };
}

export const sitemapIndexQuestion = (asking: PageAsking): Question => ({
  labels: ['sitemap index'],
  path: '/wp-sitemap.xml',
  caller: visitorOf(asking),
  reads: 'links',
  expected: (now) => ({ status: 200, links: sitemapIndex(now, asking.style) }),
});

export function sitemapQuestion(asking: PageAsking): Question {
  const { random, rows, style } = asking;
  const sections = sitemap(rows, style);
  const caller = visitorOf(asking);
  const name = random.pick([...sections.keys()]);
  const part = 1 + random.below(Math.ceil((sections.get(name)?.length ?? 0) / 2_000) + 1);
  return {
    labels: ['part of the sitemap'],
    path: `/wp-sitemap-${name}-${part}.xml`,
    caller,
    reads: 'links',
    expected: (now) => {
      const found = sitemapPart(now, style, name, part);
      return found
        ? { status: 200, links: found.map(({ url, changed }) => `${url} ${changed}`.trim()) }
        : { status: 404 };
    },
  };
}
