import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { acceptedEncoding, compress, type Encoding, isCompressible } from '../http/compression.ts';
import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import { errorCode } from '../lib/error-code.ts';
import type { Site } from '../rules/site.ts';

/** What the page knows when it starts; everything else it asks the interface. */
export interface AdminStart {
  readonly site: Site;
  readonly userId: number;
  readonly nonce: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Whether a mail server is set up; without one, mail waits. */
  readonly canSendMail: boolean;
}

/** The admin page: one document for all its addresses, and the files it loads. */
export interface AdminPage {
  /** The document, for somebody with a session; null while the page is not built. */
  document(start: AdminStart): Promise<SiteAnswer | null>;
  /** A file of the page, for anybody; null where there is none. */
  asset(name: string, request: SiteRequest): Promise<SiteAnswer | null>;
}

const yearSeconds = 31_536_000;

export interface AdminPageOptions {
  /** Those of the site. */
  readonly extensions: readonly string[];
  /** Origins that the page may show in a frame, besides that of the site. */
  readonly frames?: readonly string[];
  /** Where the page was built, if not beside the program. */
  readonly folder?: string;
}

export function createAdminPage({ extensions, frames = [], folder }: AdminPageOptions): AdminPage {
  let files: Promise<BuiltFiles | null> | undefined;
  const built = async () => {
    files ??= readBuiltFiles(folder);
    const found = await files;
    // It may be built while the server runs.
    if (found === null) files = undefined;
    return found;
  };
  return {
    async document(start) {
      const found = await built();
      return found && documentAnswer(found.document, start, { extensions, frames });
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

function documentAnswer(
  document: string,
  start: AdminStart,
  { extensions, frames }: Required<Pick<AdminPageOptions, 'extensions' | 'frames'>>,
): SiteAnswer {
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
      'Content-Security-Policy': policy(site, styleNonce, frames),
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'same-origin',
    },
  };
}

function startValues({ site, userId, nonce, canSendMail }: AdminStart) {
  return {
    siteUrl: site.url,
    // Without a host: the page may be open under another name of the same server.
    serverPath: pathOf(site.serverUrl),
    apiPath: pathOf(site.apiUrl),
    siteTitle: site.title,
    startOfWeek: site.startOfWeek,
    userId,
    nonce,
    canSendMail,
  };
}

/** Scripts come from this server only; styles are files, or elements that carry the nonce of this response. */
function policy(site: Site, styleNonce: string, frames: readonly string[]): string {
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
    `frame-src ${[shown, ...frames].join(' ')} blob:`,
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const pathOf = (url: string): string => new URL(url).pathname.replace(/\/+$/, '');
const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Beside the source and beside the build. */
const builtFolder = fileURLToPath(new URL('../../admin/dist/', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface BuiltFile {
  readonly type: string;
  /** The body in the best encoding that the client accepts. */
  body(acceptEncoding: string | undefined): Promise<{ payload: Uint8Array; encoding: Encoding | null }>;
}

/** The files of the built admin page: the document, and what it loads, whose names change with their content. */
export interface BuiltFiles {
  readonly document: string;
  /** Null where there is no such file. */
  asset(name: string): Promise<BuiltFile | null>;
}

/** Reads what was built; null where nothing was. */
export async function readBuiltFiles(folder: string = builtFolder): Promise<BuiltFiles | null> {
  try {
    const document = await readFile(join(folder, 'index.html'), 'utf8');
    const names = new Set(await readdir(join(folder, 'assets')));
    const opened = new Map<string, Promise<BuiltFile>>();
    const open = (name: string): Promise<BuiltFile> => {
      const file = opened.get(name) ?? readFile(join(folder, 'assets', name)).then((bytes) => fileOf(name, bytes));
      opened.set(name, file);
      return file;
    };
    return { document, asset: async (name) => (names.has(name) ? open(name) : null) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Each encoding is made once, when it is first asked for. */
function fileOf(name: string, bytes: Uint8Array): BuiltFile {
  const type = types[extname(name)] ?? 'application/octet-stream';
  const encoded = new Map<Encoding, Promise<Uint8Array>>();
  return {
    type,
    async body(acceptEncoding) {
      const encoding = isCompressible(type, bytes.byteLength) ? acceptedEncoding(acceptEncoding) : null;
      if (!encoding) return { payload: bytes, encoding };
      const made = encoded.get(encoding) ?? compress(bytes, encoding);
      encoded.set(encoding, made);
      return { payload: await made, encoding };
    },
  };
}
