import { describe, expect, it } from 'vitest';
import { fold } from '../rules/fold.ts';
import { highlight } from './highlight.ts';

const marked = (text: string, words: string[], most = 200) => highlight(text, words.map(fold), { most, fold }).html;

describe('highlight', () => {
  it.each([
    ['The silver lake', ['lake'], 'The silver <mark>lake</mark>'],
    ['Ein Café, ein cafe', ['café'], 'Ein <mark>Café</mark>, ein <mark>cafe</mark>'],
    ['Cafe\u0301 noir', ['cafe'], '<mark>Cafe\u0301</mark> noir'],
    ['Große Straße', ['strasse'], 'Große <mark>Straße</mark>'],
    ['<b>bold</b> & "x"', ['bold'], '&lt;b&gt;<mark>bold</mark>&lt;/b&gt; &amp; &quot;x&quot;'],
    ['silver lake', ['silver lake', 'lake'], '<mark>silver lake</mark>'],
    ['nothing here', ['absent'], 'nothing here'],
    ['a😀b', ['😀'], 'a<mark>😀</mark>b'],
    ['', ['x'], ''],
  ])('marks the words in %j', (text, words, html) => {
    expect(marked(text, words)).toBe(html);
  });

  it('shows the part around the first occurrence', () => {
    const text = `${'before '.repeat(100)}needle ${'after '.repeat(100)}`.trim();
    const html = marked(text, ['needle'], 60);
    expect(html).toMatch(/^…before before needle? ?|^…before/);
    expect(html).toContain('<mark>needle</mark>');
    expect(html.endsWith('…')).toBe(true);
    expect(html.length).toBeLessThan(60 + '<mark></mark>……'.length + 10);
  });

  it('never cuts an occurrence', () => {
    const word = 'x'.repeat(100);
    expect(marked(`start ${word} end`, [word], 20)).toContain(`<mark>${word}</mark>`);
  });
});
