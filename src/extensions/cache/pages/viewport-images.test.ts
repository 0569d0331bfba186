import { describe, expect, it } from 'vitest';
import { parsePage } from './page-tree.ts';
import { pageImages, viewportImages } from './viewport-images.ts';

const picture = (name: string, width = 600, height = 400) =>
  `<p><img src="https://site.test/up/${name}?x=1" width="${width}" height="${height}"></p>`;
const page = (...content: string[]) => parsePage(`<!doctype html><body><main>${content.join('')}</main></body>`);
const text = (letters: number) => `<p>${'abcde '.repeat(letters / 6)}</p>`;

describe('the pictures on the first screen', () => {
  it('are those that begin above its end', () => {
    const document = page(picture('one.jpg'), text(1800), picture('two.jpg'), text(1800), picture('three.jpg'));
    expect(viewportImages(document, 'desktop')).toEqual(['one.jpg']);
  });

  it('differ by device: a narrow column makes text long and pictures small', () => {
    const document = page(text(1200), picture('one.jpg', 300, 200), text(600), picture('two.jpg', 300, 200));
    expect(viewportImages(document, 'desktop')).toEqual(['one.jpg']);
    expect(viewportImages(document, 'mobile')).toEqual([]);
  });

  it('are counted once, and not where nobody sees them', () => {
    const document = page(picture('a.jpg', 100, 50), '<noscript>x</noscript>', picture('a.jpg', 100, 50));
    expect(viewportImages(document, 'mobile')).toEqual(['a.jpg']);
    expect(viewportImages(parsePage(''), 'mobile')).toEqual([]);
  });

  it('are known by their decoded names', () => {
    expect([...pageImages(page(picture('sch%C3%B6n.jpg')))]).toEqual(['schön.jpg']);
  });
});
