import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { fromMarkdown, loadMarkdownTools, type MarkdownTools, toMarkdown } from './markdown.ts';

let tools: MarkdownTools;
beforeAll(async () => {
  tools = await loadMarkdownTools();
});

const read = (stored: string) => toMarkdown(stored, tools);
const write = (markdown: string, replaced = '') => fromMarkdown(markdown, replaced, tools);
const block = (name: string, html: string, attributes = '') =>
  `<!-- wp:${name}${attributes && ` ${attributes}`} -->\n${html}\n<!-- /wp:${name} -->`;

const blockText = [
  block(
    'paragraph',
    '<p>Hello <strong>bold</strong> and <em>soft</em>, see <a href="https://x.org/?a=1&amp;b=2">this</a>.</p>',
  ),
  block('heading', '<h3 class="wp-block-heading">A head</h3>', '{"level":3}'),
  block(
    'list',
    `<ul class="wp-block-list">${block('list-item', '<li>one</li>')}\n\n${block('list-item', '<li>two</li>')}</ul>`,
  ),
  block('quote', `<blockquote class="wp-block-quote">${block('paragraph', '<p>Said.</p>')}</blockquote>`),
  block('code', '<pre class="wp-block-code"><code>a &lt; b\n\nlist&#91;0]</code></pre>'),
  block('shortcode', '[gallery ids="1,2"]'),
  block('image', '<figure class="wp-block-image"><img src="https://x.org/a.jpg" alt="A dog"/></figure>'),
  block('separator', '<hr class="wp-block-separator has-alpha-channel-opacity"/>'),
];

const foreign = [
  block('gallery', '<figure class="wp-block-gallery"><ul><li>x</li></ul></figure>', '{"ids":[1,2]}'),
  block('paragraph', '<p class="has-large-font-size">Large</p>', '{"fontSize":"large"}'),
  '<!-- wp:latest-posts {"postsToShow":3} /-->',
  block(
    'columns',
    `<div class="wp-block-columns">${block('column', `<div>${block('paragraph', '<p>In</p>')}</div>`)}</div>`,
  ),
];

describe('a stored text as Markdown', () => {
  it('has the signs of Markdown for everything that it has signs for', () => {
    expect(read(blockText.join('\n\n'))).toBe(
      [
        'Hello **bold** and *soft*, see [this](https://x.org/?a=1&b=2).',
        '### A head',
        '-   one\n-   two',
        '> Said.',
        '```\na < b\n\nlist[0]\n```',
        '[gallery ids="1,2"]',
        '![A dog](https://x.org/a.jpg)',
        '---',
      ].join('\n\n'),
    );
  });

  it('keeps other blocks as raw HTML', () => {
    for (const one of foreign) expect(read(one)).toBe(`~~~~html raw\n${one}\n~~~~`);
    const between = [blockText[0], foreign[0], blockText[1]].join('\n\n');
    expect(read(between)).toContain(`~~~~html raw\n${foreign[0]}\n~~~~`);
    expect(read(between)).toContain('### A head');
  });

  it('of a text without blocks is Markdown too, line by line', () => {
    const stored =
      'First line\nsecond line with <strong>bold</strong>.\n\n<h2>Head</h2>\n\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n\n<pre><code>x\n\ny</code></pre>\n\n[contact-form-7 id="5"]';
    expect(read(stored)).toBe(
      'First line\nsecond line with **bold**.\n\n## Head\n\n-   a\n-   b\n\n```\nx\n\ny\n```\n\n[contact-form-7 id="5"]',
    );
    expect(write(read(stored), stored)).toBe(stored);
  });

  it.each([
    '',
    ' ',
    '\n\n',
    '~~~~html raw\nx\n~~~~',
    'a\r\n\r\nb',
    '# no heading in HTML',
    '1. no list',
    '- no list\n- either',
    '    indented',
    '[link]: https://x.org',
    '<!-- wp:paragraph -->\n<p>open',
    '<b>unclosed *',
    '&nbsp;&copy; &amp;amp; &',
    '<p>a</p><p>b</p>',
    `${blockText[2]}\n\n${blockText[2]}`,
    `${blockText[0]}\n${blockText[0]}`,
    `\n${blockText[0]}\n`,
    '\u0000\ud800 odd',
    'tab\tand  two spaces ',
    '\\*escaped\\*',
    '~~~~html raw',
    '```\nfence',
  ])('gives back %j', (stored) => {
    expect(write(read(stored), stored)).toBe(stored);
  });

  it('gives back elements in more levels than a stack has', () => {
    const deep = '<b>'.repeat(20_000);
    expect(write(read(deep), deep)).toBe(deep);
  });
});

/** Words, signs of Markdown and HTML, blocks and shortcodes, in any order. */
const piece = fc.oneof(
  fc.constantFrom(...blockText, ...foreign),
  fc.constantFrom(
    '<ul>\n<li>a</li>\n</ul>',
    '<h2>Head</h2>',
    '[gallery]',
    '<!--more-->',
    '<div class="x">y</div>',
    '&lt;',
    '* * *',
  ),
  fc
    .array(
      fc.constantFrom(
        'word',
        '**b**',
        '_i_',
        '<em>e</em>',
        '`c`',
        '<br />',
        '\n',
        '#',
        '1.',
        '&amp;',
        '"',
        '[x](y)',
        '~~~~',
      ),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    .map((words) => words.join(' ')),
  fc.string({ maxLength: 30 }),
);
const text = fc
  .array(fc.tuple(piece, fc.constantFrom('\n\n', '\n\n', '\n\n', '\n', '\n\n\n', '')), { maxLength: 8 })
  .map((pieces) => pieces.map(([one, gap]) => one + gap).join(''));

describe('whatever is stored', () => {
  it('is the same after reading and writing', () => {
    fc.assert(
      fc.property(text, (stored) => {
        expect(write(read(stored), stored)).toBe(stored);
      }),
      { numRuns: 500 },
    );
  });

  it('with one word changed differs in that word only', () => {
    const [old, fresh] = ['quokka', 'wombat'];
    const withWord = fc.tuple(text, fc.nat(), text).map(([before, at, after]) => {
      const paragraphs = [
        `A ${old} here`,
        block('paragraph', `<p>A <strong>${old}</strong> here</p>`),
        `<h2>${old}</h2>`,
      ];
      return [before, paragraphs[at % paragraphs.length], after].filter((one) => one !== '').join('\n\n');
    });
    fc.assert(
      fc.property(withWord, (stored) => {
        const changed = read(stored).replace(old, fresh);
        expect(write(changed, stored)).toBe(stored.replace(old, fresh));
      }),
      { numRuns: 500 },
    );
  });
});

describe('Markdown that is written', () => {
  it('becomes blocks in a new text, and stays without them in an old one', () => {
    const markdown = '# Title\n\nHi **there**\n\n1. a\n2. b\n   - n';
    expect(write(markdown)).toBe(
      [
        block('heading', '<h1 class="wp-block-heading">Title</h1>', '{"level":1}'),
        block('paragraph', '<p>Hi <strong>there</strong></p>'),
        block(
          'list',
          `<ol class="wp-block-list">${block('list-item', '<li>a</li>')}\n\n${block(
            'list-item',
            `<li>b${block('list', `<ul class="wp-block-list">${block('list-item', '<li>n</li>')}</ul>`)}</li>`,
          )}</ol>`,
          '{"ordered":true}',
        ),
      ].join('\n\n'),
    );
    expect(write(markdown, 'An old text.')).toBe(
      '<h1>Title</h1>\n\nHi <strong>there</strong>\n\n<ol>\n<li>a</li>\n<li>b\n<ul>\n<li>n</li>\n</ul>\n</li>\n</ol>',
    );
  });

  it('has its signs escaped, and code that no shortcode is found in', () => {
    expect(write('a < b & "c"', 'old')).toBe('a &lt; b &amp; "c"');
    expect(write('`[gallery] <b>`', 'old')).toBe('<code>&#91;gallery] &lt;b&gt;</code>');
    expect(write('```js\nx[1]\n```', 'old')).toBe('<pre><code class="language-js">x&#91;1]</code></pre>');
    expect(write('[x](javascript:"alert(1)")', 'old')).not.toContain('"alert');
  });

  it('may hold HTML, tables and raw fences', () => {
    expect(write('<div>raw</div>')).toBe(block('html', '<div>raw</div>'));
    expect(write('| a | b |\n|---|---|\n| 1 | 2 |', 'old')).toBe(
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    );
    expect(write('x\n\n~~~~html raw\n<i>\n\n~~~\n</i>\n~~~~\n\ny', 'old')).toBe('x\n\n<i>\n\n~~~\n</i>\n\ny');
  });
});
