import { plainText } from 'platen/content';
import { content, siteUrl } from './content.ts';
import { html } from './html.ts';

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';
const absolute = (path: string): string => new URL(path, siteUrl).href;

/** The latest posts as RSS. */
export async function feed(): Promise<string> {
  const [site, { entries }] = await Promise.all([content.site(), content.entries('posts', { per_page: 20 })]);
  return `${xml}${html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${site.title}</title><link>${absolute('/')}</link><description>${site.tagline}</description>
<atom:link href="${absolute('/feed/')}" rel="self" type="application/rss+xml"/>
${entries.map(
  (
    entry,
  ) => html`<item><title>${plainText(entry.title)}</title><link>${absolute(entry.path)}</link><guid>${absolute(entry.path)}</guid>
<pubDate>${new Date(entry.date).toUTCString()}</pubDate><description>${entry.excerpt}</description></item>
`,
)}</channel></rss>`}`;
}

/** Every public address, for search engines. */
export async function sitemap(): Promise<string> {
  const lists = await Promise.all(['pages', 'posts', 'categories'].map((base) => content.addresses(base)));
  return `${xml}${html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${[{ path: '/', modified: '' }, ...lists.flat()].map(
  ({
    path,
    modified,
  }) => html`<url><loc>${absolute(path)}</loc>${modified !== '' && html`<lastmod>${modified}</lastmod>`}</url>
`,
)}</urlset>`}`;
}

export const robots = (): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /preview/\nDisallow: /search/\nSitemap: ${absolute('/sitemap.xml')}\n`;
