import { languageTag, usualLocale } from './intl/locale.ts';
import { createZone } from './zone.ts';
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
};
/** Reads the site from its options. A `url` or `homeUrl` from the configuration overrides the stored one. */
export function siteFrom(option, facts) {
  const text = (name) => option(name) ?? siteOptions[name];
  const number = (name) => Number(text(name)) || 0;
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
export const serverPath = ({ serverUrl }) => new URL(serverUrl).pathname.replace(/\/+$/, '');
/**
 * What goes before a path of the server (`/embed/…`) in a text that pages elsewhere may show too: the path of the server
 * where it serves the site itself, its whole URL for a separate front end.
 */
export const serverBase = (site) => (site.url === site.serverUrl ? serverPath(site) : site.serverUrl);
/** The `Path` of cookies: other sites on the same host do not get them; the pages and the server of this one do. */
export function cookiePath({ url, serverUrl }) {
  const [home, server] = [new URL(url), new URL(serverUrl)];
  const of = ({ pathname }) => pathname.replace(/\/+$/, '') || '/';
  if (home.origin !== server.origin || of(home) === of(server)) return of(server);
  const [shorter = '/', longer = '/'] = [of(home), of(server)].toSorted((a, b) => a.length - b.length);
  return longer.startsWith(`${shorter}/`) ? shorter : '/';
}
