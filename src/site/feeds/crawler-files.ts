import type { SiteAnswer } from '../../http/write-response.ts';
import { isSiteIndexed } from '../head/page-heads.ts';
import { redirectAnswer } from '../pages/page-answer.ts';
import type { PageWork } from '../pages/page-context.ts';
import { loadIcon } from '../pages/pictures.ts';
import { showSitemap } from './sitemap.ts';
import { xmlElement, xmlHead, xmlText } from './xml.ts';

type Show = (work: PageWork) => Promise<SiteAnswer | null>;

/** Files that programs look for at fixed addresses. */
const files: Readonly<Record<string, Show>> = {
  '/robots.txt': robots,
  '/favicon.ico': async (work) => {
    const icon = await loadIcon(work);
    return icon ? redirectAnswer(icon.url, 302) : defaultIcon;
  },
  '/sitemap.xml': async ({ call }) => redirectAnswer(`${call.site.url}/wp-sitemap.xml`, 301),
  '/xmlrpc.php': rsd,
};

/** The file at a path; null where there is none. */
export async function crawlerFile(work: PageWork, path: string): Promise<SiteAnswer | null> {
  const show = Object.hasOwn(files, path) ? files[path] : undefined;
  return show ? show(work) : showSitemap(work, path);
}

async function robots(work: PageWork): Promise<SiteAnswer> {
  const { site } = work.call;
  const base = new URL(site.url).pathname.replace(/\/$/, '');
  const rules = (await isSiteIndexed(work))
    ? [
        `Disallow: ${base}/wp-admin/`,
        `Disallow: ${base}/admin/`,
        `Allow: ${base}/wp-admin/admin-ajax.php`,
        '',
        `Sitemap: ${site.url}/wp-sitemap.xml`,
      ]
    : ['Disallow: /'];
  return file('text/plain; charset=UTF-8', `${['User-agent: *', ...rules].join('\n')}\n`);
}

/** Really Simple Discovery: names the interface and nothing else. */
async function rsd({ call: { site }, request }: PageWork): Promise<SiteAnswer | null> {
  if (!/[?&]rsd(?:[&=]|$)/.test(request.url)) return null;
  return file(
    'text/xml; charset=UTF-8',
    `${xmlHead}<rsd version="1.0" xmlns="http://archipelago.phrasewise.com/rsd">
<service>
${xmlElement('engineName', 'Platen')}
${xmlElement('engineLink', site.serverUrl)}
${xmlElement('homePageLink', site.url)}
<apis><api name="WP-API" blogID="1" preferred="true" apiLink="${xmlText(`${site.apiUrl}/`)}"/></apis>
</service>
</rsd>
`,
  );
}

const file = (type: string, payload: string): SiteAnswer => ({
  status: 200,
  type,
  payload,
  headers: { 'X-Content-Type-Options': 'nosniff' },
});

/** A plain square with a stripe, for sites that have no icon of their own. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5fa8"/><rect x="8" y="14" width="16" height="4" rx="2" fill="#fff"/></svg>';

export const defaultIcon: SiteAnswer = {
  status: 200,
  type: 'image/svg+xml',
  payload: svg,
  headers: { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'public, max-age=86400' },
};
