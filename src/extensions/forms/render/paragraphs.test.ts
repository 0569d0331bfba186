import { describe, expect, it } from 'vitest';
import { markParagraphs } from './paragraphs.ts';

const marked = (html: string) => markParagraphs([{ html }]);

describe('paragraphs of a form', () => {
  it.each([
    ['blank lines', 'a\n\nb \n\n c\nd', '<p>a</p>\n<p>b</p>\n<p>c<br />\nd</p>\n'],
    ['a comment', '<!-- <div>\n\n -->a', '<!-- <div>\n\n --><p>a</p>\n'],
    ['a comment without an end', '<!-- a\n\nb', '<p><!-- a</p>\n<p>b</p>\n'],
    ['the shortest comment', '<!-->a-->b', '<!-->a--><p>b</p>\n'],
    ['a tag without an end', 'a <b c\n\nd', '<p>a <b c</p>\n<p>d</p>\n'],
    ['an end of no element', '<div>a</section>\n\nb</div>', '<div><p>a</p>\n</section><p>b</p>\n</div>'],
    ['text after the last tag', '<b>a</b> < b <c', '<p><b>a</b> < b <c</p>\n'],
  ])('are made with %s', (_, html, expected) => expect(marked(html)).toBe(expected));

  it.each([
    '<p ',
    '<!--',
    'a\n\n',
    'a\n',
    '<',
    '</',
    ' ',
    '\n',
    ' \n',
    '<div>',
    '<b>',
    '<div></p>',
    '<!---->',
    '<pre>',
  ])('take little processor time with many of %j', (piece) => {
    const hostile = piece.repeat(200_000 / piece.length);
    const started = process.cpuUsage();
    for (const html of [hostile, `${hostile}>`, `<div>${hostile}${'</section>'.repeat(10_000)}`]) marked(html);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_500);
  });
});
