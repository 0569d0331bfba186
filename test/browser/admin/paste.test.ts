import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { bundleForBrowser } from './bundle.ts';
import { googleDocs, markdown, word } from './pasted-fixtures.ts';

interface Pasted {
  pastedSource(html: string): string;
  pastedMarkdown(text: string): string | null;
}

declare global {
  /** In the page, where the bundle puts it. */
  var pasted: Pasted;
}

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.setContent('<meta name="start" content=\'{"siteUrl":"http://site.test"}\'>');
  await page.addScriptTag({ content: await bundleForBrowser('editor/paste/pasted-source.ts', 'pasted') });
});
afterAll(async () => {
  await browser?.close();
});

const source = (html: string) => page.evaluate((sent) => globalThis.pasted.pastedSource(sent), html);
const fromMarkdown = (text: string) => page.evaluate((sent) => globalThis.pasted.pastedMarkdown(sent), text);

describe('what is pasted from a word processor', () => {
  it('keeps its structure and nothing else: Word', async () => {
    expect(await source(word)).toBe(
      [
        '<h1>The title</h1>',
        '<p>A <strong>bold</strong>, <em>slanted</em> and <u>underlined</u> word.</p>',
        '<h2>Part one</h2>',
        '<ul>\n<li>First</li>\n<li>Second\n<ul>\n<li>Inside</li>\n</ul></li>\n<li>Third</li>\n</ul>',
        '<ol>\n<li>One</li>\n<li>Two</li>\n</ol>',
        '<p>A <a href="https://example.org/">link</a>.</p>',
        '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
        '<p>The end.</p>',
      ].join('\n\n'),
    );
  });

  it('keeps its structure and nothing else: Google Docs', async () => {
    expect(await source(googleDocs)).toBe(
      [
        '<h1>A heading</h1>',
        '<p>Plain, <strong>bold</strong>, <em>slanted</em>, <s>struck</s> and <u>underlined</u>.</p>',
        '<ul>\n<li>One</li>\n<li>Two</li>\n</ul>',
        '<p>See <a href="https://example.org/page?a=1">this page</a>.</p>',
      ].join('\n\n'),
    );
  });

  it.each([
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<img src="x" onerror=alert(1)>text', 'text'],
    ['<img/onerror=alert(1)/src=x>text', 'text'],
    ['<svg/onload=alert(1)>text', ''],
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<style>p{color:red}</style><p>a</p>', '<p>a</p>'],
    ['<div data-island-source="<script>alert(1)</script>">a</div>', '<p>a</p>'],
    ['<div data-pm-slice="0 0 []"><div data-island-source="<script>1</script>">a</div></div>', 'a'],
    [
      '<table onclick="x()"><tr><td><script>1</script>a</td></tr></table>',
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
    ],
  ])('runs nothing and keeps no program: %s', async (html, expected) => {
    const text = await source(html);
    expect(text).not.toMatch(/script|onclick|onerror|onload|javascript/i);
    expect(text.replace(/<\/?p>/g, '')).toBe(expected.replace(/<\/?p>/g, ''));
  });
});

describe('Markdown that is pasted as plain text', () => {
  it('becomes what it means', async () => {
    expect(await fromMarkdown(markdown)).toBe(
      [
        '<h1>Title</h1>',
        '<p>Some <strong>bold</strong> and <em>slanted</em> text with <code>a &lt; b</code> and a <a href="https://example.org/a_b_c">link</a>.</p>',
        '<ul>\n<li>One</li>\n<li>Two\n<ul>\n<li>Inside</li>\n</ul></li>\n</ul>',
        '<ol start="3">\n<li>Three</li>\n<li>Four</li>\n</ol>',
        '<blockquote>\n<p>Said by somebody.</p>\n</blockquote>',
        '<pre>if (a &lt; b) {\n  **no** mark\n}</pre>',
        '<hr />',
        '<p>The end &amp; no more.</p>',
      ].join('\n\n'),
    );
  });

  it.each(['Just a sentence.', 'A * star * and 2 * 3.', 'snake_case_word', '- one thing', 'https://example.org'])(
    'is left alone where it is none: %s',
    async (text) => {
      expect(await fromMarkdown(text)).toBeNull();
    },
  );

  it('with HTML in it shows the HTML as text', async () => {
    expect(await fromMarkdown('# T\n\n<img src=x onerror=alert(1)>')).toBe(
      '<h1>T</h1>\n\n<p>&lt;img src=x onerror=alert(1)&gt;</p>',
    );
  });
});
