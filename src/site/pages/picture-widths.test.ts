import { expect, it } from 'vitest';
import { withPictureWidths } from './picture-widths.ts';

const widths = { text: 672, wide: 1056 };
const picture = (sizes: string) => `<img src="/a.jpg" srcset="/a-300.jpg 300w, /a.jpg 2400w" sizes="${sizes}" />`;
const own = (width: number) => `(max-width: ${width}px) 100vw, ${width}px`;
const shown = (html: string) => withPictureWidths(html, widths);

it('a picture that is wider than the text says the width of the text', () => {
  expect(shown(`<p>${picture(own(2400))}</p>`)).toBe(`<p>${picture(own(672))}</p>`);
});

it('a smaller picture keeps its width', () => {
  expect(shown(picture(own(300)))).toBe(picture(own(300)));
});

it('a wide or full picture says the width of its box, and the next one that of the text', () => {
  const figure = (align: string, sizes: string) => `<figure class="wp-block-image ${align}">${picture(sizes)}</figure>`;
  const all = (...sizes: string[]) =>
    ['alignwide', 'alignfull', 'alignnone'].map((align, i) => figure(align, sizes[i] ?? '')).join('\n');
  expect(shown(all(own(2400), own(2400), own(2400)))).toBe(all(own(1056), '100vw', own(672)));
});

it('a picture inside a box is as wide as the box may be', () => {
  const cover = (sizes: string, after: string) =>
    `<div class="wp-block-cover alignfull"><div class="inner"><figure>${picture(sizes)}</figure></div></div>${picture(after)}`;
  expect(shown(cover(own(2400), own(2400)))).toBe(cover('100vw', own(672)));
});

it('what an author wrote stays, and so does everything of a theme that says nothing', () => {
  expect(shown(picture('50vw'))).toBe(picture('50vw'));
  expect(withPictureWidths(picture(own(2400)), null)).toBe(picture(own(2400)));
});

it.each([
  ['tags that never end', '<div '.repeat(200_000)],
  ['one tag that never ends', `<img ${' sizes="(max-width: 9px) 100vw, 9px"'.repeat(50_000)}`],
  ['boxes in boxes', '<div>'.repeat(200_000)],
])('a long text is looked through once: %s', (_, long) => {
  expect(shown(`${long}\n${picture(own(2400))}`)).toContain(own(672));
});
