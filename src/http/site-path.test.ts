import { describe, expect, it } from 'vitest';
import { sitePath } from './request-handler.ts';

describe('the path within a site at the root of its host', () => {
  it.each([
    ['/', '/'],
    ['/wp-json/wp/v2/posts?page=2', '/wp-json/wp/v2/posts?page=2'],
    ['//wp-json/', '/wp-json/'],
    ['///wp-json//wp/v2', '/wp-json//wp/v2'],
    ['*', '*'],
  ])('%s is %s', (asked, path) => {
    expect(sitePath('')(asked)).toBe(path);
    expect(sitePath('/')(asked)).toBe(path);
  });
});

describe('the path within a site below a path', () => {
  it.each([
    ['/blog', '/'],
    ['/blog/', '/'],
    ['/blog?rest_route=/', '/?rest_route=/'],
    ['/blog/wp-json/', '/wp-json/'],
    ['/blog//wp-json/', '/wp-json/'],
    ['//blog/hello/', '/hello/'],
    ['/wp-json/', '/wp-json/'],
    ['/blogger/', '/blogger/'],
    ['/Blog/', '/Blog/'],
  ])('%s is %s', (asked, path) => {
    expect(sitePath('/blog/')(asked)).toBe(path);
  });
});
