import { languageTag, usualLocale } from './intl/locale.ts';
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

/** Option names in the public table layout, with their defaults. */
export const siteOptions = {
  siteurl: '',
  home: '',
  blogname: 'Platen',
  blogdescription: '',
  admin_email: '',
  timezone_string: '',
  gmt_offset: '0',
  date_format: 'F j, Y',
  time_format: 'g:i a',
  start_of_week: '1',
  WPLANG: '',
  use_smilies: '1',
  default_category: '1',
  default_post_format: '0',
  posts_per_page: '10',
  default_ping_status: 'open',
  default_comment_status: 'open',
  permalink_structure: '/%year%/%monthnum%/%day%/%postname%/',
  category_base: '',
  tag_base: '',
  show_on_front: 'posts',
  page_on_front: '0',
} as const satisfies Record<string, string>;

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
  const text = (name: keyof typeof siteOptions): string => option(name) ?? siteOptions[name];
  const number = (name: keyof typeof siteOptions): number => Number(text(name)) || 0;
  const serverUrl = (facts.url ?? (text('home') || text('siteurl') || facts.fallbackUrl)).replace(/\/+$/, '');
  const format = text('default_post_format');
  const locale = text('WPLANG') || usualLocale;
  return {
    url: facts.homeUrl?.replace(/\/+$/, '') ?? serverUrl,
    serverUrl,
    apiUrl: `${serverUrl}/wp-json`,
    title: text('blogname'),
    tagline: text('blogdescription'),
    adminEmail: text('admin_email'),
    zone: createZone({ city: text('timezone_string'), offsetHours: number('gmt_offset'), now: facts.now }),
    dateFormat: text('date_format'),
    timeFormat: text('time_format'),
    startOfWeek: number('start_of_week'),
    locale,
    language: languageTag(locale),
    smilies: text('use_smilies') !== '' && text('use_smilies') !== '0',
    defaultCategoryId: number('default_category'),
    defaultPostFormat: format === '0' ? '' : format,
    postsPerPage: number('posts_per_page'),
    defaultPingStatus: text('default_ping_status'),
    defaultCommentStatus: text('default_comment_status'),
    permalinks: facts.permalinks ?? text('permalink_structure'),
    categoryBase: text('category_base') || 'category',
    tagBase: text('tag_base') || 'tag',
    frontPageId: text('show_on_front') === 'page' ? number('page_on_front') : 0,
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
