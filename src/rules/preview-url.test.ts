import { describe, expect, it } from 'vitest';
import { fillPreviewUrl, isPreviewUrl, previewOrigins, previewUrlFor } from './preview-url.ts';

describe('a template of a preview address', () => {
  it.each([
    'https://www.example.org{path}?preview={token}',
    'http://127.0.0.1:3000/api/preview?id={id}&type={type}&token={token}',
    'https://www.example.org/preview/{token}',
    'https://www.example.org/#{token}',
  ])('may be %s', (text) => {
    expect(isPreviewUrl(text)).toBe(true);
  });

  it.each([
    ['nothing for the token', 'https://www.example.org{path}'],
    ['another placeholder', 'https://www.example.org/{slug}?preview={token}'],
    ['an empty placeholder', 'https://www.example.org/{}?preview={token}'],
    ['another scheme', 'javascript:alert({token})'],
    ['no scheme', 'www.example.org/{token}'],
    ['a placeholder in the host', 'https://{type}.example.org/{token}'],
    ['a placeholder that goes on with the host', 'https://www.example.org{token}'],
    ['a name and password', 'https://me:{token}@www.example.org/'],
    ['a space', 'https://www.example.org/ {token}'],
    ['a port that is none', 'https://www.example.org:x/{token}'],
  ])('is refused with %s', (_what, text) => {
    expect(isPreviewUrl(text)).toBe(false);
  });

  it('is filled with encoded values, but for the slashes of the path', () => {
    const facts = { path: '/2026/caf%C3%A9 & co/', id: 7, type: 'my type', token: '7.1.2.a-_' };
    expect(fillPreviewUrl('https://a.test{path}?id={id}&type={type}&preview={token}', facts)).toBe(
      'https://a.test/2026/caf%C3%A9%20%26%20co/?id=7&type=my%20type&preview=7.1.2.a-_',
    );
    expect(fillPreviewUrl('https://a.test{path}?p={token}', { ...facts, path: '/100%/' })).toBe(
      'https://a.test/100%25/?p=7.1.2.a-_',
    );
  });

  it('may be one for each type, or for the others', () => {
    const urls = { book: 'https://books.test/{token}', '*': 'https://a.test/{token}', hidden: '' };
    const shown = (name: string) => ({ name, public: true });
    expect(previewUrlFor(urls, shown('book'))).toBe('https://books.test/{token}');
    expect(previewUrlFor(urls, shown('post'))).toBe('https://a.test/{token}');
    expect(previewUrlFor(urls, shown('hidden'))).toBeNull();
    expect(previewUrlFor({ book: urls.book }, shown('toString'))).toBeNull();
    expect(previewUrlFor('', shown('post'))).toBeNull();
    expect(previewUrlFor(urls, { name: 'note', public: false })).toBeNull();
    expect(previewUrlFor(urls, { name: 'book', public: false })).toBe('https://books.test/{token}');
    expect(previewOrigins(urls)).toEqual(['https://books.test', 'https://a.test']);
    expect(previewOrigins('https://a.test{path}?preview={token}')).toEqual(['https://a.test']);
    expect(previewOrigins('')).toEqual([]);
  });
});
