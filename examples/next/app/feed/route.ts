import { plainText } from 'platen/content';
import { content, siteUrl } from '../../lib/content';

export const dynamic = 'force-static';

const letters: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => letters[letter] ?? letter);

/** The latest posts as RSS. */
export async function GET(): Promise<Response> {
  const [site, { entries }] = await Promise.all([content.site(), content.entries('posts', { per_page: 20 })]);
  const items = entries.map((entry) => {
    const link = escaped(new URL(entry.path, siteUrl).href);
    return `<item><title>${escaped(plainText(entry.title))}</title><link>${link}</link><guid>${link}</guid>
<pubDate>${new Date(entry.date).toUTCString()}</pubDate><description>${escaped(entry.excerpt)}</description></item>`;
  });
  const self = escaped(new URL('/feed/', siteUrl).href);
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escaped(site.title)}</title><link>${escaped(siteUrl)}/</link><description>${escaped(site.tagline)}</description>
<atom:link href="${self}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>
`;
  return new Response(text, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
}
