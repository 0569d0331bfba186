import type { SiteAnswer } from '../../http/write-response.ts';
import { xmlElement, xmlHead } from '../feeds/xml.ts';
import type { PageWork } from '../page-context.ts';
import { isSiteIndexed } from '../show-list.ts';
import { perPart, type SitemapEntry, sitemapSections } from './sitemap-parts.ts';

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
