import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomOf } from '../../fuzz/core/random.ts';
import { markupText } from '../../fuzz/parts/markup-text.ts';
import { launchBrowser } from './browser.ts';
import { bundleForBrowser } from './bundle.ts';

interface EditorSource {
  reopen(text: string): { written: string; types: string[] };
  replaceWord(text: string, word: string, by: string): string;
}

declare global {
  /** In the page, where the bundle puts it. */
  var editorSource: EditorSource;
}

let browser: Browser;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  await page.setContent('<meta name="start" content=\'{"siteUrl":"http://site.test"}\'>');
  await page.addScriptTag({ content: await bundleForBrowser('editor/source/reopen.ts', 'editorSource') });
});
afterAll(async () => {
  await browser?.close();
});

const reopen = (text: string) => page.evaluate((sent) => globalThis.editorSource.reopen(sent), text);

/** Texts as people write them: lines, elements, blocks, and what lies between. */
const written: Readonly<Record<string, string>> = {
  'lines with marks': 'One <strong>bold</strong> word.\nA second line.\n\nAnother <em>one</em> & more.\n',
  'paragraph elements':
    '<p>One.</p>\n<p class="lead" style="color:red">Two &amp; <a href="/x?a=1&amp;b=2" target="_blank">three</a>.</p>',
  headings: '<h2 id="top">Top</h2>\n\nText\n\n<h3>Below</h3>',
  lists: '<ul>\n<li>a</li>\n<li>b <b>c</b></li>\n</ul>\n\n<ol start="3"><li>x</li></ol>',
  'nested marks': 'A <a href="/x"><strong>bold</strong> link</a> and <strong>a <a href="/y">linked</a> one</strong>.',
  quotation: '<blockquote>\n<p>Said.</p>\n</blockquote>',
  code: '<pre><code class="language-ts">if (a &lt; b) {}\n</code></pre>\n<pre>plain\n  text</pre>',
  breaks: 'One<br>two<br>three\n\nOne<br />\ntwo',
  picture: '<img src="/a.png" alt="" width="10">\n\n<hr />',
  'a paragraph block':
    '<!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center">One.</p>\n<!-- /wp:paragraph -->',
  'a list block':
    '<!-- wp:list -->\n<ul><!-- wp:list-item -->\n<li>a</li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>b</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
  'an address alone': 'Look:\n\nhttps://video.test/watch?v=1&t=2\n\nhttps://example.org/',
  'white space around': '\n\n  Text  \n\n\n\nMore\t\n\n',
  'ends of lines of another system': 'One\r\n\r\nTwo',
};

const odd: Readonly<Record<string, string>> = {
  'a shortcode': '[gallery ids="1,2"]\n\nText',
  columns:
    '<!-- wp:columns -->\n<div class="wp-block-columns"><!-- wp:column -->\n<div class="wp-block-column"><!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->',
  'a block without content': '<!-- wp:latest-posts {"postsToShow":3} /-->\n\nText',
  'more and next page': 'One\n\n<!--more-->\n\nTwo\n\n<!--nextpage-->\n\nThree',
  'a script': '<script>if (1 < 2) alert("<p>")</script>\n\nText',
  'a table': '<table><tr><td>a</td></tr></table>',
  'what is never closed': '<p>One\n\n<div>Two',
  'what was never opened': '</div>One</p>',
  'a comment that never ends': 'One <!-- two',
  'a block that never ends': '<!-- wp:group -->\n<div>One',
  'an attribute without quotes': '<p class=a>One</p>',
  'an element inside out': '<b><p>One</b></p>',
};

describe('a text that is opened and written again', () => {
  it.each(Object.entries(written))('is the same: %s', async (_name, text) => {
    const { written: again, types } = await reopen(text);
    expect(again).toBe(text);
    expect(types).not.toContain('island');
  });

  it.each(Object.entries(odd))('is the same, kept in part as it is: %s', async (_name, text) => {
    expect((await reopen(text)).written).toBe(text);
  });

  it('is the same for hundreds of hostile texts', async () => {
    const texts = Array.from({ length: 600 }, (_, number) => markupText(randomOf('editor', number)));
    const changed = await page.evaluate(
      (all) => all.filter((text) => globalThis.editorSource.reopen(text).written !== text),
      texts,
    );
    expect(changed).toEqual([]);
    expect(faults).toEqual([]);
  });
});

describe('a text in which one word is changed', () => {
  it.each(Object.entries({ ...written, ...odd }))('has nothing else changed: %s', async (_name, text) => {
    const marked = `${text}\n\nA zebra <em>walks</em> by.`;
    const changed = await page.evaluate((sent) => globalThis.editorSource.replaceWord(sent, 'zebra', 'horse'), marked);
    expect(changed === marked || changed === marked.replace('zebra', 'horse')).toBe(true);
  });

  it('is changed where the editor can represent it', async () => {
    const text = '<p>A zebra.</p>\n[gallery]\n\n<!-- wp:html -->\n<b>x\n<!-- /wp:html -->';
    const changed = await page.evaluate((sent) => globalThis.editorSource.replaceWord(sent, 'zebra', 'horse'), text);
    expect(changed).toBe(text.replace('zebra', 'horse'));
  });
});
