import { mutateText } from '../core/mutate.ts';
import type { Random } from '../core/random.ts';
import { type FuzzRole, fuzzRoles } from '../world/secrets.ts';
import { formOf } from './request-case.ts';

/** A request outside the interface, with words such as `{hidden-posts}` for rows of the site. */
export interface PageCase {
  readonly as: FuzzRole;
  readonly method: string;
  readonly target: string;
  /** Fields of a posted form. */
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const rows = [
  '{posts}',
  '{pages}',
  '{media}',
  '{users}',
  '{hidden-posts}',
  '{hidden-pages}',
  '{hidden-media}',
  '1',
  '0',
];

const paths: readonly string[] = [
  '/',
  '/index.php',
  '/page/2/',
  '/feed/',
  '/feed/atom/',
  '/feed/json/',
  '/comments/feed/',
  '/slug-{secret}/',
  '/slug-{secret}/feed/',
  '/file-{secret}/',
  '/author/{secret}/',
  '/author/the-author/',
  '/author/the-author/feed/',
  '/category/uncategorized/',
  '/tag/x/',
  '/2020/05/05/',
  '/hello-world/',
  '/hello-world/feed/',
  '/sample-page/',
  '/wp-sitemap.xml',
  '/wp-sitemap-posts-post-1.xml',
  '/wp-sitemap-posts-page-1.xml',
  '/wp-sitemap-users-1.xml',
  '/wp-sitemap-taxonomies-category-1.xml',
  '/robots.txt',
  '/favicon.ico',
  '/xmlrpc.php',
  '/wp-cron.php',
  '/wp-admin/',
  '/admin/',
  '/wp-admin/admin-ajax.php',
  '/wp-content/uploads/../../secret',
  '/wp-content/uploads/%2e%2e%2f%2e%2e%2fdata.db',
  '/platen-theme/../../package.json',
  '/platen-theme/%2e%2e/%2e%2e/etc/passwd',
  '/embed/forms/{form}',
  '/embed/forms.js',
  '//evil.example/',
  '///evil.example/%2e%2e',
  '/%2F%2Fevil.example/',
  '/\\evil.example',
  '/metrics',
];

const parameters: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['p', rows],
  ['page_id', rows],
  ['attachment_id', rows],
  ['author', ['{users}', '{hidden-users}', '1', '2', '3']],
  ['author_name', ['{secret}', 'the-author', 'admin']],
  ['name', ['slug-{secret}', 'hello-world']],
  ['pagename', ['slug-{secret}', 'sample-page']],
  ['s', ['{secret}', 'Title', 'Body', '%', '"', '<script>zqrun()</script>']],
  ['m', ['2020', '202005', '99999999', 'x']],
  ['cat', ['1', '-1', 'x']],
  ['tag', ['x', '{secret}']],
  ['paged', ['2', '-1', '99999999999']],
  ['cpage', ['1', '2', 'x']],
  ['feed', ['rss2', 'atom', 'json', 'comments-rss2', '__proto__']],
  ['withcomments', ['1']],
  ['preview', ['true', '1', 'x']],
  ['preview_id', rows],
  ['preview_nonce', ['x', 'abcdef1234']],
  ['preview_token', ['1.9999999999.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'x']],
  ['unapproved', ['{hidden-comments}', '1']],
  ['moderation-hash', ['9999999999.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'x']],
  ['replytocom', ['{hidden-comments}', '1', 'x']],
  ['post_type', ['post', 'page', 'attachment', 'revision', 'nav_menu_item', '__proto__']],
  ['rest_route', ['/wp/v2/posts/{hidden-posts}', '/', '//wp/v2/users']],
  [
    'action',
    ['login', 'logout', 'lostpassword', 'rp', 'resetpass', 'postpass', 'rest-nonce', 'constructor', 'register'],
  ],
  [
    'redirect_to',
    ['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:zqrun()', '{site}/x', '\r\nX: y'],
  ],
  ['embed', ['true']],
];

const forms: readonly (readonly [path: string, fields: readonly (readonly [string, readonly string[]])[]])[] = [
  [
    '/wp-login.php',
    [
      ['log', ['admin', 'the-editor', '{secret}', '<b>x</b>', '']],
      ['pwd', ['guess', '', 'x'.repeat(5000)]],
      ['redirect_to', ['//evil.example/', 'https://evil.example/x', '{site}/wp-admin/', 'javascript:zqrun()']],
      ['rememberme', ['forever']],
    ],
  ],
  ['/wp-login.php?action=lostpassword', [['user_login', ['nobody', '{secret}', 'a@example.org', '<b>', '']]]],
  ['/wp-login.php?action=logout', []],
  [
    '/wp-login.php?action=resetpass',
    [
      ['key', ['', 'x', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA']],
      ['login', ['admin', 'the-editor', 'nobody', '{secret}']],
      ['pass1', ['a new password', 'x']],
      ['pass2', ['a new password', 'y']],
    ],
  ],
  [
    '/wp-login.php?action=postpass',
    [
      ['post_password', ['sesame', '', 'x'.repeat(300), 'wrong']],
      ['redirect_to', ['//evil.example/', '{site}/?p=1', 'https://evil.example/', '/\\evil.example']],
    ],
  ],
  [
    '/wp-comments-post.php',
    [
      ['comment_post_ID', rows],
      ['comment_parent', ['{hidden-comments}', '0', '1', 'x']],
      ['author', ['Somebody', '<b>x</b>', '']],
      ['email', ['a@example.org', 'none', '']],
      ['url', ['https://example.org', 'javascript:zqrun()']],
      ['comment', ['Words', '<script>zqrun()</script>', '', 'x'.repeat(70_000)]],
      ['redirect_to', ['//evil.example/', 'https://evil.example/']],
      ['token', ['1.x', '1700000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA']],
    ],
  ],
];

const headers: readonly Record<string, string>[] = [
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
  { host: 'evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { 'accept-encoding': 'br;q=0, gzip, *;q=0.1' },
  { range: 'bytes=0-10' },
  { 'if-none-match': '*' },
  { referer: 'https://evil.example/' },
  { 'x-original-url': '/wp-admin/', 'x-rewrite-url': '/admin/' },
  { cookie: `wp-postpass_x=${encodeURIComponent('$P$Babcdefghijklmnopqrstuvwxyz01234')}` },
  { 'user-agent': '<script>zqrun()</script>' },
];

export function pageCase(random: Random): PageCase {
  const as = random.pick(fuzzRoles);
  const extra = random.oneIn(4) ? { headers: random.pick(headers) } : {};
  if (random.oneIn(4)) {
    const [target, fields] = random.pick(forms);
    const chosen = random.some(fields, 0.8).map(([name, values]) => [name, random.pick(values)] as const);
    return { as, method: 'POST', target: target + random.pick(['', '', '&x=1']), form: formOf(chosen), ...extra };
  }
  const path = random.oneIn(3) ? '/' : random.pick(paths);
  const pairs = random
    .some(parameters, random.oneIn(3) ? 0.15 : 0.05)
    .map(([name, all]) => [name, random.pick(all)] as const);
  const target = `${path}${pairs.length > 0 ? `?${formOf(pairs)}` : ''}`;
  const method = random.oneIn(10) ? random.pick(['HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE']) : 'GET';
  return { as, method, target: random.oneIn(8) ? changed(target, random) : target, ...extra };
}

const pieces = ['%00', '%2f', '..', '/', '//', '?', '&', '%ff', '%', '[]', '=', 'feed/', '%E2%80%AE'];

/** A request line takes printable signs only. */
const changed = (target: string, random: Random) =>
  `/${mutateText(target, random, pieces).replaceAll(/[^\x21-\x7e]/g, '')}`;
