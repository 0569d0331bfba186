import { authorLink } from '../../rules/permalinks.ts';
import { isShownTaxonomy } from '../../rules/taxonomies.ts';
import { lightPostColumns, type Post } from '../../storage/rows.ts';
import { termAddresses } from '../models/term-address.ts';
import type { PageWork } from '../page-context.ts';
import { pageLinks, pageTypes, pageVisibility } from '../targets/visible-posts.ts';

type Work = Pick<PageWork, 'call' | 'core'>;

/** An address that search engines may know, and when it was last changed. */
export interface SitemapEntry {
  readonly url: string;
  readonly changed: string;
}

/** Addresses of one kind, in parts of a fixed size. */
export interface SitemapSection {
  readonly name: string;
  count(work: Work): Promise<number>;
  part(work: Work, page: { limit: number; offset: number }): Promise<SitemapEntry[]>;
}

export const perPart = 2_000;

/** Every section of the site: its types of content, its taxonomies and its authors. */
export function sitemapSections(work: Work): SitemapSection[] {
  const types = pageTypes(work).filter((type) => type.linkStyle !== 'attached');
  const taxonomies = work.core.taxonomies.filter(isShownTaxonomy);
  return [
    ...types.map((type) => postSection(type.name)),
    ...taxonomies.map(({ name }) => termSection(name)),
    authorSection,
  ];
}

function postSection(type: string): SitemapSection {
  const filterOf = (work: Work) => ({
    types: [type],
    visibility: pageVisibility(work),
    statuses: ['publish'],
    withoutPassword: true,
  });
  return {
    name: `posts-${type}`,
    count: (work) => work.call.store.posts.count(filterOf(work)),
    async part(work, page) {
      const order = { by: 'id', direction: 'asc' } as const;
      const rows = await work.call.store.posts.find(filterOf(work), order, page, lightPostColumns);
      // Addresses do not depend on texts, which are not read here.
      const posts = rows.map((row): Post => ({ ...row, content: '', excerpt: '' }));
      const links = await pageLinks(work, posts);
      return posts.map(({ id, modifiedGmt }) => ({ url: links.get(id) ?? '', changed: isoOf(modifiedGmt) }));
    },
  };
}

function termSection(taxonomy: string): SitemapSection {
  const filter = { taxonomy, hideEmpty: true };
  return {
    name: `taxonomies-${taxonomy}`,
    count: ({ call }) => call.store.terms.count(filter),
    async part(work, page) {
      const terms = await work.call.store.terms.find(filter, { by: 'id', direction: 'asc' }, page);
      return (await termAddresses(work, taxonomy, terms)).map((url) => ({ url, changed: '' }));
    },
  };
}

const authorSection: SitemapSection = {
  name: 'users',
  count: ({ call }) => call.store.users.count({ withPublished: ['post'] }),
  async part({ call }, page) {
    const users = await call.store.users.find({ withPublished: ['post'] }, { by: 'id', direction: 'asc' }, page);
    return users.map((user) => ({ url: authorLink(call.site, user), changed: '' }));
  },
};

function isoOf(gmt: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(gmt) && !gmt.startsWith('0000')
    ? `${gmt.replace(' ', 'T')}+00:00`
    : '';
}
