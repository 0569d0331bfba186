import type { APIRoute } from 'astro';
import { plainText } from 'platen/content';
import { loadCollections } from '../lib/collections';
import { xml } from '../lib/xml';

/** The newest posts. */
export const GET: APIRoute = async ({ site: address }) => {
  const { site, posts } = await loadCollections();
  const at = (path: string): string => new URL(path, address).href;
  const items = posts.slice(0, 20).map(
    ({ title, path, date, excerpt, author }) => xml`<item>
<title>${plainText(title)}</title>
<link>${at(path)}</link>
<guid>${at(path)}</guid>
<pubDate>${new Date(date).toUTCString()}</pubDate>
<dc:creator>${author?.name ?? ''}</dc:creator>
<description>${excerpt}</description>
</item>
`,
  );
  const text = xml`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${site.title}</title>
<link>${at('/')}</link>
<atom:link href="${at('/feed.xml')}" rel="self" type="application/rss+xml"/>
<description>${site.tagline}</description>
<language>${site.language}</language>
${items}</channel></rss>
`;
  return new Response(text.markup, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
};
