import type { SiteAnswer } from '../../http/write-response.ts';
import { xmlElement, xmlHead, xmlText } from '../feeds/xml.ts';
import { loadIcon } from '../models/site-icon.ts';
import { redirectAnswer } from '../page-answer.ts';
import type { PageWork } from '../page-context.ts';
import { isSiteIndexed } from '../show-list.ts';
import { defaultIcon } from './default-icon.ts';
import { showSitemap } from './sitemap.ts';

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
