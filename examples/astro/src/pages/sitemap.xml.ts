import type { APIRoute } from 'astro';
import { allPages } from '../lib/pages';
import { xml } from '../lib/xml';

/** Every page that search engines may show. */
export const GET: APIRoute = async ({ site }) => {
  const pages = await allPages(import.meta.env.SITE);
  const urls = pages
    .filter(
      ({ head }) =>
        !head.some(({ attributes }) => attributes.name === 'robots' && /noindex/.test(attributes.content ?? '')),
    )
    .map((page) => {
      const modified = page.kind === 'entry' ? page.entry.modified : '';
      return xml`<url><loc>${new URL(page.address, site).href}</loc>${modified ? xml`<lastmod>${modified}</lastmod>` : ''}</url>
`;
    });
  const text = xml`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`;
  return new Response(text.markup, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};
