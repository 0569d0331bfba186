import { describe, expect, it } from 'vitest';
import { compilePath } from './path.ts';

describe('a path', () => {
  it('shows the pattern that discovery lists', () => {
    expect(compilePath('/wp/v2/posts/{parent:int}/revisions/{id:int}').pattern).toBe(
      '/wp/v2/posts/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)',
    );
    expect(compilePath('/forms/v1/contact-forms/{id:digits}').pattern).toBe('/forms/v1/contact-forms/(?P<id>\\d+)');
    expect(compilePath('/wp/v2/types/{type:word}').pattern).toBe('/wp/v2/types/(?P<type>[\\w-]+)');
  });

  it('matches in any letter case, whole paths only', () => {
    const { match } = compilePath('/wp/v2/posts/{id:int}');
    expect(match('/WP/v2/Posts/12')).toEqual({ id: '12' });
    expect(match('/wp/v2/posts/12/more')).toBeNull();
    expect(match('/wp/v2/posts/-1')).toBeNull();
    expect(match('/wp/v2/posts/')).toBeNull();
  });

  it('refuses a kind it does not know', () => {
    expect(() => compilePath('/x/{id:uuid}')).toThrow(/kind/);
  });

  it('refuses two parameters of one name', () => {
    expect(() => compilePath('/x/{id:int}/y/{id:int}')).toThrow(/one name/);
  });
});
