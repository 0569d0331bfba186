import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomOf } from '../../fuzz/core/random.ts';
import { markupText } from '../../fuzz/parts/markup-text.ts';
import { launchBrowser } from './browser.ts';
import { bundleForBrowser } from './bundle.ts';

interface Made {
  readonly type: string;
  readonly text?: string;
  readonly attrs?: object;
  readonly marks?: readonly { type: string; attrs?: object }[];
  readonly content?: readonly Made[];
}

interface EditorSource {
  makeBelow(
    text: string,
    made: readonly Made[],
  ): { written: string; made: string[]; again: string[]; rewritten: string };
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
  'a list in a list':
    '<ul>\n<li>a\n<ul>\n<li>b\n<ol>\n<li>c</li>\n</ol></li>\n</ul></li>\n<li>d</li>\n</ul>\n\n<ul><li>a<ol><li>b</li></ol></li></ul>',
  'a list in a list of another editor': '<ul>\n \t<li>a\n<ul>\n \t<li>b</li>\n</ul>\n</li>\n \t<li>c</li>\n</ul>',
  'list blocks in a list block':
    '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>a<!-- wp:list {"ordered":true} -->\n<ol class="wp-block-list"><!-- wp:list-item -->\n<li>b</li>\n<!-- /wp:list-item --></ol>\n<!-- /wp:list --></li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
  'a list in a quotation':
    '<blockquote>\n<p>One.</p>\n<ul>\n<li>a</li>\n</ul>\n<h3>Two</h3>\n</blockquote>\n\n<blockquote>Said.</blockquote>',
  'paragraphs in a list': '<ul>\n<li><p>a</p></li>\n<li>b\n<p>c</p></li>\n</ul>',
  'an embed block':
    '<!-- wp:embed {"url":"https://video.test/?a=1\\u0026b=2","type":"video"} -->\n<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\nhttps://video.test/?a=1&amp;b=2\n</div><figcaption class="wp-element-caption">A <em>film</em></figcaption></figure>\n<!-- /wp:embed -->',
  'an address in a paragraph': '<p>https://video.test/watch?v=1</p>\n<p>Text</p>',
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

describe('what is made in the editor', () => {
  const word = fc.constantFrom(
    'one',
    'two & three',
    'a < b',
    'x > y',
    '"quoted"',
    'é',
    '&amp;',
    '[gallery]',
    '--',
    '1.',
  );
  const mark = fc.constantFrom('bold', 'italic', 'strike', 'underline', 'link', 'code');
  const marks = fc
    .oneof(fc.constant([]), fc.tuple(mark), fc.constant(['bold', 'italic']), fc.constant(['link', 'bold']))
    .map((types) => types.map((type) => (type === 'link' ? { type, attrs: { href: '/x?a=1&b="2"' } } : { type })));
  const text: fc.Arbitrary<Made> = fc.record({ type: fc.constant('text'), text: word, marks });
  const lineBreak = fc.constant<Made>({ type: 'hardBreak' });
  const picture = fc.constant<Made>({ type: 'image', attrs: { src: '/a.png', alt: 'A "b"' } });
  /** Two texts with the same marks would be one. */
  const line = fc
    .array(fc.oneof({ weight: 4, arbitrary: text }, lineBreak, picture), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.filter((part, i) => part.type !== 'text' || parts[i - 1]?.type !== 'text'));
  const paragraph = line.map((content): Made => ({ type: 'paragraph', content }));
  const heading = fc
    .tuple(fc.integer({ min: 1, max: 6 }), line)
    .map(([level, content]): Made => ({ type: 'heading', attrs: { level }, content }));
  const code = fc
    .constantFrom('if (a < b) {}', '\n first\n\n  second\n', '<p>&amp;</p>')
    .map((source): Made => ({ type: 'codeBlock', content: [{ type: 'text', text: source }] }));
  const rule = fc.constant<Made>({ type: 'horizontalRule' });
  const { block } = fc.letrec<{ block: Made; item: Made }>((tie) => ({
    item: fc
      .tuple(
        fc.oneof({ weight: 5, arbitrary: paragraph }, fc.constant<Made>({ type: 'paragraph' })),
        fc.array(tie('block'), { maxLength: 2 }),
      )
      .map(([first, others]): Made => ({ type: 'listItem', content: [first, ...others] })),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      paragraph,
      heading,
      code,
      rule,
      fc
        .tuple(
          fc.constantFrom<Pick<Made, 'type' | 'attrs'>>(
            { type: 'bulletList' },
            { type: 'orderedList' },
            { type: 'orderedList', attrs: { start: 4 } },
          ),
          fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
        )
        .map(([list, content]): Made => ({ ...list, content })),
      fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((content): Made => ({ type: 'blockquote', content })),
    ),
  }));
  const embed = fc
    .constantFrom('https://video.test/watch?v=1&t=2', 'https://example.org/a--b')
    .map((source): Made => ({ type: 'embed', attrs: { source } }));

  it.each([
    ['lines', ''],
    ['lines', 'A line.'],
    ['elements', '<p>An element.</p>'],
    ['blocks', '<!-- wp:paragraph -->\n<p>A block.</p>\n<!-- /wp:paragraph -->'],
  ])('is the same when the text is opened again, in a text of %s: %s', async (_style, below) => {
    const top = fc.array(fc.oneof({ weight: 6, arbitrary: block }, embed), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(top, async (made) => {
        const result = await page.evaluate(([start, nodes]) => globalThis.editorSource.makeBelow(start, nodes), [
          below,
          made,
        ] as const);
        expect(result.made).toHaveLength(made.length);
        const shown = result.again.map((one) => one.replaceAll('&amp;t=2', '&t=2'));
        expect(shown, result.written).toEqual(result.made);
        expect(result.rewritten).toBe(result.written);
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it('is a block for an embed in a text with blocks', async () => {
    const start = '<!-- wp:paragraph -->\n<p>Look:</p>\n<!-- /wp:paragraph -->';
    const made = [{ type: 'embed', attrs: { source: 'https://video.test/a--b?c=1&d=2' } }];
    const { written } = await page.evaluate(([text, nodes]) => globalThis.editorSource.makeBelow(text, nodes), [
      start,
      made,
    ] as const);
    expect(written.slice(start.length)).toBe(
      '\n\n<!-- wp:embed {"url":"https://video.test/a\\u002d\\u002db?c=1\\u0026d=2"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://video.test/a--b?c=1&amp;d=2\n</div></figure>\n<!-- /wp:embed -->',
    );
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
