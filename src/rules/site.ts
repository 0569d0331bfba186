import { type SiteOptionName, siteOptionValue } from './site-options.ts';
import { createZone, type Zone } from './zone.ts';

/** The site's settings as the rest of the program uses them: one frozen value per state of the options table. */
export interface Site {
  /** URL of the public site, no trailing slash; every link to content is built from it. */
  readonly url: string;
  /** URL where Platen answers, no trailing slash: the interface, files, scripts. Differs for a separate front end. */
  readonly serverUrl: string;
  /** URL of the interface's root, no trailing slash. */
  readonly apiUrl: string;
  readonly title: string;
  readonly tagline: string;
  readonly adminEmail: string;
  readonly zone: Zone;
  readonly dateFormat: string;
  readonly timeFormat: string;
  readonly startOfWeek: number;
  /** Code such as `de_DE`. */
  readonly locale: string;
  /** The language tag of the site's pages (BCP 47), `de-DE`. */
  readonly language: string;
  readonly smilies: boolean;
  readonly defaultCategoryId: number;
  readonly defaultPostFormat: string;
  readonly postsPerPage: number;
  readonly defaultPingStatus: string;
  readonly defaultCommentStatus: string;
  /** Permalink structure such as `/%year%/%monthnum%/%day%/%postname%/`; empty for plain `?p=7` links. */
  readonly permalinks: string;
  readonly categoryBase: string;
  readonly tagBase: string;
  readonly frontPageId: number;
}

/** Reads the site from its options. A `url` or `homeUrl` from the configuration overrides the stored one. */
export function siteFrom(
  option: (name: string) => string | null,
  facts: {
    url: string | null;
    homeUrl?: string | null;
    fallbackUrl: string;
    permalinks: string | null;
    now: () => number;
  },
): Site {
  const read = <Name extends SiteOptionName>(name: Name) => siteOptionValue(name, option);
  const serverUrl = (facts.url ?? (read('home') || read('siteurl') || facts.fallbackUrl)).replace(/\/+$/, '');
  const locale = read('WPLANG') || usualLocale;
  return {
    url: facts.homeUrl?.replace(/\/+$/, '') ?? serverUrl,
    serverUrl,
    apiUrl: `${serverUrl}/wp-json`,
    title: read('blogname'),
    tagline: read('blogdescription'),
    adminEmail: read('admin_email'),
    zone: createZone({ city: read('timezone_string'), offsetHours: read('gmt_offset'), now: facts.now }),
    dateFormat: read('date_format'),
    timeFormat: read('time_format'),
    startOfWeek: read('start_of_week'),
    locale,
    language: languageTag(locale),
    smilies: read('use_smilies'),
    defaultCategoryId: read('default_category'),
    defaultPostFormat: read('default_post_format'),
    postsPerPage: read('posts_per_page'),
    defaultPingStatus: read('default_ping_status'),
    defaultCommentStatus: read('default_comment_status'),
    permalinks: facts.permalinks ?? read('permalink_structure'),
    categoryBase: read('category_base') || 'category',
    tagBase: read('tag_base') || 'tag',
    frontPageId: read('show_on_front') === 'page' ? read('page_on_front') : 0,
  };
}

/** The path of the server below its host, for addresses on its own pages: empty, or like `/blog`. */
export const serverPath = ({ serverUrl }: Pick<Site, 'serverUrl'>): string =>
  new URL(serverUrl).pathname.replace(/\/+$/, '');

/**
 * What goes before a path of the server (`/embed/…`) in a text that pages elsewhere may show too: the path of the server
 * where it serves the site itself, its whole URL for a separate front end.
 */
export const serverBase = (site: Pick<Site, 'url' | 'serverUrl'>): string =>
  site.url === site.serverUrl ? serverPath(site) : site.serverUrl;

/** The `Path` of cookies: other sites on the same host do not get them; the pages and the server of this one do. */
export function cookiePath({ url, serverUrl }: Pick<Site, 'url' | 'serverUrl'>): string {
  const [home, server] = [new URL(url), new URL(serverUrl)];
  const of = ({ pathname }: URL) => pathname.replace(/\/+$/, '') || '/';
  if (home.origin !== server.origin || of(home) === of(server)) return of(server);
  const [shorter = '/', longer = '/'] = [of(home), of(server)].toSorted((a, b) => a.length - b.length);
  return longer.startsWith(`${shorter}/`) ? shorter : '/';
}

/** The default locale. */
export const usualLocale = 'en_US';

const pattern = /^[a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_(?:[A-Z]{2}|\d{3}))?(?=_|$)/;

/** Codes that name no particular language or country. */
const unspecific: ReadonlySet<string> = new Set(['und', 'mul', 'mis', 'zxx', 'ZZ']);

/** Made when it is first asked: it loads the names of all languages, which takes a good part of a start. */
const languages: { names?: Intl.DisplayNames } = {};

/** Whether the runtime knows the language, and the country if there is one, of a code such as `de_DE` or `pt_BR`. */
export function isLocale(code: string): boolean {
  if (pattern.exec(code)?.[0] !== code) return false;
  if (code.split('_').some((part) => unspecific.has(part))) return false;
  languages.names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return languages.names.of(code.replaceAll('_', '-')) !== undefined;
}

/** The language tag (BCP 47) of a locale: `de-DE` for `de_DE`. Suffixes such as `_formal` are dropped. */
export function languageTag(locale: string): string {
  const code = pattern.exec(locale)?.[0] ?? usualLocale;
  const [tag = 'en-US'] = Intl.getCanonicalLocales(code.replaceAll('_', '-'));
  return tag;
}
