import type { SiteAnswer } from '../../http/write-response.ts';
import { authorLink } from '../../rules/permalinks.ts';
import { seoMetaKeys } from '../../rules/seo.ts';
import { isPublicTaxonomy } from '../../rules/taxonomies.ts';
import { lightPostColumns, type Post } from '../../storage/rows.ts';
import { loadSeoDefaults, loadTermSeo, seoOf } from '../../wp/seo/load-seo.ts';
import { isSiteIndexed } from '../head/page-heads.ts';
import type { PageWork } from '../pages/page-context.ts';
import { pageLinks, pageTypes, pageVisibility, termAddresses } from '../pages/visible-posts.ts';
import { xmlElement, xmlHead } from './xml.ts';

const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The sitemap's index or one of its parts; null for any other path, and for a site that is not to be found. */
export async function showSitemap(work: PageWork, path: string): Promise<SiteAnswer | null> {
  const isIndex = path === '/wp-sitemap.xml';
  const [, name = '', number = ''] = /^\/wp-sitemap-([a-z0-9_-]+)-([1-9]\d{0,4})\.xml$/.exec(path) ?? [];
  if ((!isIndex && name === '') || !(await isSiteIndexed(work))) return null;
  return isIndex ? showIndex(work) : showPart(work, name, Number(number));
}

async function showIndex(work: PageWork): Promise<SiteAnswer> {
  const sections = sitemapSections(work);
  const counts = await Promise.all(sections.map((section) => section.count(work)));
  const parts = sections.flatMap(({ name }, i) =>
    Array.from({ length: Math.ceil((counts[i] ?? 0) / perPart) }, (_, n) => `wp-sitemap-${name}-${n + 1}.xml`),
  );
  const rows = parts.map((part) => `<sitemap>${xmlElement('loc', `${work.call.site.url}/${part}`)}</sitemap>`);
  return answer(`${xmlHead}<sitemapindex ${names}>\n${rows.join('\n')}\n</sitemapindex>\n`);
}

async function showPart(work: PageWork, name: string, number: number): Promise<SiteAnswer | null> {
  const section = sitemapSections(work).find((each) => each.name === name);
  const entries = (await section?.part(work, { limit: perPart, offset: (number - 1) * perPart })) ?? [];
  const front: SitemapEntry[] =
    name === 'posts-page' && number === 1 && work.call.site.frontPageId === 0
      ? [{ url: `${work.call.site.url}/`, changed: '' }]
      : [];
  if (entries.length === 0 && front.length === 0) return null;
  const rows = [...front, ...entries].map(
    ({ url, changed }) => `<url>${xmlElement('loc', url)}${xmlElement('lastmod', changed)}</url>`,
  );
  return answer(`${xmlHead}<urlset ${names}>\n${rows.join('\n')}\n</urlset>\n`);
}

const answer = (payload: string): SiteAnswer => ({
  status: 200,
  type: 'application/xml; charset=UTF-8',
  payload,
  headers: { 'X-Content-Type-Options': 'nosniff', 'X-Robots-Tag': 'noindex, follow' },
});

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
  const taxonomies = work.core.taxonomies.filter(isPublicTaxonomy);
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
      const hidden = await notIndexed(work, type, rows);
      const shown = rows.filter(({ id }) => !hidden.has(id));
      const posts = shown.map((row): Post => ({ ...row, content: '', excerpt: '' }));
      const links = await pageLinks(work, posts);
      return posts.map(({ id, modifiedGmt }) => ({ url: links.get(id) ?? '', changed: isoOf(modifiedGmt) }));
    },
  };
}

/** The rows of a type that are not to be found by search engines. */
async function notIndexed(
  { call }: Work,
  type: string,
  rows: readonly Pick<Post, 'id'>[],
): Promise<ReadonlySet<number>> {
  const ids = rows.map(({ id }) => id);
  const meta = ids.length > 0 ? await call.store.meta.of('post', ids, seoMetaKeys) : new Map<number, never[]>();
  const usual = (await loadSeoDefaults(call)).isNoindex(type);
  return new Set(ids.filter((id) => seoOf(meta.get(id) ?? []).noindex ?? usual));
}

function termSection(taxonomy: string): SitemapSection {
  const filter = { taxonomy, hideEmpty: true };
  return {
    name: `taxonomies-${taxonomy}`,
    count: ({ call }) => call.store.terms.count(filter),
    async part(work, page) {
      const terms = await work.call.store.terms.find(filter, { by: 'id', direction: 'asc' }, page);
      const said = await loadTermSeo(terms, work.call);
      const usual = (await loadSeoDefaults(work.call)).isNoindex(`tax-${taxonomy}`);
      const shown = terms.filter((_term, i) => !(said[i]?.noindex ?? usual));
      return (await termAddresses(work, taxonomy, shown)).map((url) => ({ url, changed: '' }));
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
