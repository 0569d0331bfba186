import { randomBytes } from 'node:crypto';
import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import type { Site } from '../rules/site.ts';
import { type BuiltFiles, readBuiltFiles } from './built-files.ts';

/** What the page knows when it starts; everything else it asks the interface. */
export interface AdminStart {
  readonly site: Site;
  readonly userId: number;
  readonly nonce: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

/** The admin page: one document for all its addresses, and the files it loads. */
export interface AdminPage {
  /** The document, for somebody with a session; null where the page was not built. */
  document(start: AdminStart): Promise<SiteAnswer | null>;
  /** A file of the page, for anybody; null where there is none. */
  asset(name: string, request: SiteRequest): Promise<SiteAnswer | null>;
}

const yearSeconds = 31_536_000;

/** `extensions`: those of the site; `folder`: where the page was built, if not beside the program. */
export function createAdminPage(extensions: readonly string[], folder?: string): AdminPage {
  let files: Promise<BuiltFiles | null> | undefined;
  const built = () => {
    files ??= readBuiltFiles(folder);
    return files;
  };
  return {
    async document(start) {
      const found = await built();
      return found && documentAnswer(found.document, start, extensions);
    },
    async asset(name, request) {
      const file = await (await built())?.asset(name);
      if (!file) return null;
      const { payload, encoding } = await file.body(request.headers['accept-encoding']);
      return {
        status: 200,
        type: file.type,
        payload,
        headers: {
          'Cache-Control': `public, max-age=${yearSeconds}, immutable`,
          'X-Content-Type-Options': 'nosniff',
          Vary: 'Accept-Encoding',
          ...(encoding ? { 'Content-Encoding': encoding } : {}),
        },
      };
    },
  };
}

function documentAnswer(document: string, start: AdminStart, extensions: readonly string[]): SiteAnswer {
  const { site, language, direction } = start;
  const styleNonce = randomBytes(16).toString('base64');
  const values: Readonly<Record<string, string>> = {
    base: escapeAttribute(`${pathOf(site.serverUrl)}/admin/`),
    styleNonce,
    start: escapeAttribute(JSON.stringify({ ...startValues(start), extensions })),
  };
  return {
    status: 200,
    type: 'text/html; charset=UTF-8',
    payload: document
      .replace('lang="en" dir="ltr"', `lang="${language}" dir="${direction}"`)
      .replace(/%(\w+)%/g, (whole, name: string) => values[name] ?? whole),
    headers: {
      'Cache-Control': 'no-store, no-transform',
      'Content-Security-Policy': policy(site, styleNonce),
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'same-origin',
    },
  };
}

function startValues({ site, userId, nonce }: AdminStart) {
  return {
    siteUrl: site.url,
    // Without a host: the page may be open under another name of the same server.
    serverPath: pathOf(site.serverUrl),
    apiPath: pathOf(site.apiUrl),
    siteTitle: site.title,
    startOfWeek: site.startOfWeek,
    userId,
    nonce,
  };
}

/** Scripts come from this server only; styles are files, or elements that carry the nonce of this response. */
function policy(site: Site, styleNonce: string): string {
  const shown = `'self' ${[...new Set([site.serverUrl, site.url].map((url) => new URL(url).origin))].join(' ')}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    // Texts in the editor may carry styles of their own.
    "style-src-attr 'unsafe-inline'",
    `img-src ${shown} data: blob:`,
    `media-src ${shown} blob:`,
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${shown} blob:`,
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const pathOf = (url: string): string => new URL(url).pathname.replace(/\/+$/, '');
const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
