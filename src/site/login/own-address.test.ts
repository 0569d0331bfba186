import { describe, expect, it } from 'vitest';
import { siteFrom } from '../../rules/site.ts';
import { isForeignForm, ownTarget } from './login-view.ts';

const siteAt = (url: string, homeUrl: string | null = null) =>
  siteFrom(() => null, { url, homeUrl, fallbackUrl: '', permalinks: null, now: () => 0 });

describe('where a log-in leads', () => {
  const site = siteAt('https://site.test/blog', 'https://www.test');
  const inside = 'https://site.test/blog/admin/';

  it.each([
    [null, inside],
    ['', inside],
    ['https://site.test/blog/2024/?x=1#y', 'https://site.test/blog/2024/?x=1#y'],
    ['https://www.test/page/', 'https://www.test/page/'],
    ['sub/page', 'https://site.test/blog/sub/page'],
    ['/blog/page', 'https://site.test/blog/page'],
    ['/page', inside],
    ['https://site.test/blogger', inside],
    ['https://evil.test/', inside],
    ['//evil.test/', inside],
    ['///evil.test/', inside],
    ['\\\\evil.test', inside],
    ['/\\evil.test', inside],
    ['https:evil.test', 'https://site.test/blog/evil.test'],
    ['http://site.test/blog/', inside],
    ['https://site.test:444/blog/', inside],
    ['https://site.test@evil.test/blog/', inside],
    ['https://a:b@site.test/blog/', inside],
    ['javascript:alert(1)', inside],
    ['data:text/html,x', inside],
    ['/blog/../evil', inside],
    ['/blog/\r\nSet-Cookie: a=b', inside],
  ])('%s is %s', (asked, target) => {
    expect(ownTarget(asked, site, inside)).toBe(target);
  });
});

describe('a form of another site', () => {
  const site = siteAt('https://site.test');
  it.each([
    [{}, false],
    [{ origin: 'https://site.test' }, false],
    [{ origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }, false],
    [{ origin: 'https://evil.test', host: 'site.test' }, true],
    [{ origin: 'null', host: 'site.test' }, true],
    [{ origin: 'https://site.test.evil.test', host: 'site.test' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://site.test' }, false],
  ])('%o: %s', (headers, foreign) => {
    expect(isForeignForm({ headers }, site)).toBe(foreign);
  });
});
