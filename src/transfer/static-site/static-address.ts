/** The addresses of a site that is written as files. */
export interface StaticAddresses {
  /** Where the files will be read, such as `https://www.example.org/blog`, without a slash at the end. */
  readonly home: string;
  /** Where a running server answers; null where there is none. */
  readonly server: string | null;
}

/** The path of an address within the site, with its query; null for an address of another site, or none at all. */
export function pathWithin(href: string, from: string, { home, server }: StaticAddresses): string | null {
  const url = URL.parse(href.trim(), home + from);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  for (const base of [home, server]) {
    const own = base === null ? null : new URL(base);
    if (own?.origin !== url.origin) continue;
    const prefix = own.pathname.replace(/\/+$/, '');
    if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) continue;
    return (url.pathname.slice(prefix.length) || '/') + url.search;
  }
  return null;
}

/** Codes as slugs are stored with them: `%C3%A9` and `%c3%a9` are one address. */
export const oneSpelling = (path: string): string => path.replace(/%[0-9A-F]{2}/gi, (code) => code.toLowerCase());

/** Paths that only a running server answers. */
const dynamicPaths =
  /^\/(?:wp-json(?:\/|$)|index\.php\/wp-json|wp-admin(?:\/|$)|admin(?:\/|$)|search\/|wp-login\.php|wp-comments-post\.php|xmlrpc\.php|mcp$)/;

export const isDynamicPath = (path: string): boolean => dynamicPaths.test(path);

/** Whether a path names a file by its extension, as style sheets and pictures do. */
export const isFilePath = (path: string): boolean => /\.[a-z0-9]{1,8}$/i.test(path) && !path.endsWith('.php');

const feedPath = /(?:^|\/)feed(?:\/(rss2?|rdf|atom|json))?\/?$/;

/**
 * The path of the file that a web server sends for an address. Feeds are named in full: a server that looks for
 * `index.html` in a folder would not find them.
 */
export function staticPath(path: string): string {
  const feed = feedPath.exec(path);
  return feed ? `${path.replace(/\/$/, '')}/index.${feed[1] === 'json' ? 'json' : 'xml'}` : path;
}

const indexNames: readonly (readonly [RegExp, string])[] = [
  [/^text\/html\b/, 'index.html'],
  [/[/+]json\b/, 'index.json'],
  [/[/+]xml\b/, 'index.xml'],
];

/** The file for the answer at a path, relative to the folder of the site; null where no file can have that name. */
export function fileAt(path: string, type: string): string | null {
  const segments = decodedSegments(path);
  if (!segments) return null;
  const name = segments.at(-1) ?? '';
  if (name !== '' && (isFilePath(name) || !type.startsWith('text/html'))) return segments.join('/');
  const index = indexNames.find(([types]) => types.test(type))?.[1];
  return index === undefined ? null : [...segments.filter((segment) => segment !== ''), index].join('/');
}

/** The parts of a path below the site; the last one is empty for a path that ends with a slash. */
function decodedSegments(path: string): string[] | null {
  try {
    const segments = path.slice(1).split('/').map(decodeURIComponent);
    return segments.every(isFileName) ? segments : null;
  } catch {
    // Not percent-encoded properly.
    return null;
  }
}

const isFileName = (segment: string, at: number, all: readonly string[]): boolean =>
  segment === ''
    ? at === all.length - 1
    : !isHidden(segment) && !/[/\\\p{Cc}]/u.test(segment) && Buffer.byteLength(segment) <= 255;

/** Web servers read or hide files whose names begin with a dot. */
const isHidden = (segment: string): boolean => segment.startsWith('.') && segment !== '.well-known';
