import { describe, expect, it } from 'vitest';
import { fileAt, isDynamicPath, pathWithin, staticPath } from './static-address.ts';

const addresses = { home: 'https://www.example.org/blog', server: 'https://cms.example.org' };

describe('the path of an address within the site', () => {
  it.each([
    ['https://www.example.org/blog/a/?x=1#top', '/a/?x=1'],
    ['https://www.example.org/blog', '/'],
    ['https://cms.example.org/wp-content/uploads/a.png', '/wp-content/uploads/a.png'],
    ['/blog/b/', '/b/'],
    ['../c/', '/c/'],
  ])('%s', (href, path) => expect(pathWithin(href, '/d/', addresses)).toBe(path));

  it.each(['https://www.example.org/blogger/', 'https://other.example/', 'mailto:a@b.c', '/elsewhere', 'http://['])(
    'is none for %s',
    (href) => expect(pathWithin(href, '/d/', addresses)).toBeNull(),
  );
});

describe('the file of a path', () => {
  it.each([
    ['/', 'text/html; charset=UTF-8', 'index.html'],
    ['/a/b/', 'text/html', 'a/b/index.html'],
    ['/a/b', 'text/html', 'a/b/index.html'],
    ['/feed/', 'application/rss+xml', 'feed/index.xml'],
    ['/feed/json/', 'application/feed+json', 'feed/json/index.json'],
    ['/wp-sitemap.xml', 'application/xml', 'wp-sitemap.xml'],
    ['/caf%C3%A9/', 'text/html', 'café/index.html'],
    ['/a%20b.png', 'image/png', 'a b.png'],
    ['/robots.txt', 'text/plain', 'robots.txt'],
  ])('%s of %s', (path, type, file) => expect(fileAt(path, type)).toBe(file));

  it.each([
    '/../etc/passwd',
    '/a/%2e%2e/b/',
    '/a%2Fb/',
    '/a%00/',
    '/a//b/',
    '/.htaccess',
    '/%E0%A4%A/',
    `/${'x'.repeat(256)}/`,
  ])('is none for %s', (path) => expect(fileAt(path, 'text/html')).toBeNull());
});

it('names feeds in full, and leaves other paths alone', () => {
  expect(['/feed/', '/a/feed/atom/', '/feed/json', '/feeding/', '/a/'].map(staticPath)).toEqual([
    '/feed/index.xml',
    '/a/feed/atom/index.xml',
    '/feed/json/index.json',
    '/feeding/',
    '/a/',
  ]);
});

it('knows what only a server answers', () => {
  const paths = ['/wp-json/wp/v2/posts', '/wp-login.php', '/search/tea/', '/admin', '/administration/', '/searching/'];
  expect(paths.filter(isDynamicPath)).toEqual(['/wp-json/wp/v2/posts', '/wp-login.php', '/search/tea/', '/admin']);
});
