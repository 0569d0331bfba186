import { describe, expect, it } from 'vitest';
import { parseBlocks } from '../../text/blocks/parse-blocks.ts';
import { readAttributes } from './block-attributes.ts';
import { blockTypes } from './block-types.ts';

/** The attributes of the first block of a text, read from its own markup. */
function attributesOf(text: string) {
  const [block] = parseBlocks(text);
  const type = blockTypes.get(block?.name ?? '');
  if (!block || !type) throw new Error('There is no block that is known.');
  return readAttributes(block, type, block.innerHtml);
}

describe('the attributes of a block', () => {
  it.each([
    [
      'a heading',
      '<!-- wp:heading {"level":3} --><h3 id="top">A <em>b</em></h3><!-- /wp:heading -->',
      { content: 'A <em>b</em>', level: 3, anchor: 'top' },
    ],
    ['a heading without a level', '<!-- wp:heading --><h2>A</h2><!-- /wp:heading -->', { content: 'A', level: 2 }],
    [
      'a picture',
      '<!-- wp:image {"id":7} --><figure class="wp-block-image"><a href="/x" rel="me"><img src="/a.jpg" alt="A &amp; b" title="T"/></a><figcaption>C</figcaption></figure><!-- /wp:image -->',
      { id: 7, url: '/a.jpg', alt: 'A & b', title: 'T', caption: 'C', href: '/x', rel: 'me', isDecorative: false },
    ],
    [
      'a picture without a caption',
      '<!-- wp:image --><figure><img src="/a.jpg"/></figure><!-- /wp:image -->',
      { url: '/a.jpg', alt: '', isDecorative: false },
    ],
    [
      'an item of a list',
      '<!-- wp:list-item --><li>One<!-- wp:list --><ul></ul><!-- /wp:list --></li><!-- /wp:list-item -->',
      { content: 'One' },
    ],
    [
      'a button',
      '<!-- wp:button --><div><a class="wp-block-button__link" href="/go" target="_blank">Go</a></div><!-- /wp:button -->',
      { tagName: 'a', type: 'button', url: '/go', linkTarget: '_blank', text: 'Go' },
    ],
    [
      'a video',
      '<!-- wp:video --><figure><video controls autoplay src="/v.mp4"></video></figure><!-- /wp:video -->',
      {
        autoplay: true,
        controls: true,
        loop: false,
        muted: false,
        playsInline: false,
        preload: 'metadata',
        src: '/v.mp4',
        tracks: [],
      },
    ],
    ['an older text', '<!-- wp:freeform --><b>x</b><!-- /wp:freeform -->', { content: '<b>x</b>' }],
    [
      'a table',
      '<!-- wp:table --><figure><table><thead><tr><th scope="col">H</th></tr></thead><tbody><tr><td data-align="right">1</td><td colspan="2">2</td></tr></tbody></table></figure><!-- /wp:table -->',
      {
        hasFixedLayout: true,
        head: [{ cells: [{ content: 'H', tag: 'th', scope: 'col' }] }],
        body: [
          {
            cells: [
              { content: '1', tag: 'td', align: 'right' },
              { content: '2', tag: 'td', colspan: '2' },
            ],
          },
        ],
        foot: [],
      },
    ],
  ])('of %s stand in its markup too', (_what, text, expected) => {
    expect(attributesOf(text)).toEqual(expected);
  });

  it('keep unknown names, and drop values that are not of their type', () => {
    const written = '{"level":"9","mine":[1],"textColor":5,"__proto__":"x","placeholder":"p"}';
    const read = attributesOf(`<!-- wp:heading ${written} --><h2>A</h2><!-- /wp:heading -->`);
    expect(Object.entries(read).sort()).toEqual([
      ['__proto__', 'x'],
      ['content', 'A'],
      ['level', 2],
      ['mine', [1]],
      ['placeholder', 'p'],
    ]);
  });

  it.each(['<div>', '<div></p>', '<span><div></span></div>', '<b><i></b>', '<svg><wbr>'])(
    'of markup that is too deep are those of the comment: %s',
    (tags) => {
      const deep = `<!-- wp:heading {"level":4} -->${tags.repeat(50_000)}<!-- /wp:heading -->`;
      expect(attributesOf(deep)).toEqual({ level: 4 });
    },
  );

  it('of markup whose tree is much larger than its text are those of the comment', () => {
    const open = Array.from({ length: 150 }, (_, i) => `<b title="${i}">`).join('');
    const grown = `<!-- wp:heading {"level":4} --><p>${open}</p>${'<p>x</p>'.repeat(20_000)}<!-- /wp:heading -->`;
    expect(attributesOf(grown)).toEqual({ level: 4 });
  });

  it('of a table in a table are once in those of the outer one', () => {
    const table = `${'<table><tbody><tr><td>'.repeat(20)}zz${'</td></tr></tbody></table>'.repeat(20)}`;
    const { body } = attributesOf(`<!-- wp:table --><figure>${table}</figure><!-- /wp:table -->`);
    expect(body).toHaveLength(1);
    expect(JSON.stringify(body).match(/zz/g)).toHaveLength(1);
  });

  it('have no numbers that JSON cannot write, and anchors as they are meant', () => {
    const heading = '<!-- wp:heading {"level":1e999} --><h2 id="a&quot;b">A</h2><!-- /wp:heading -->';
    expect(attributesOf(heading)).toEqual({ level: 2, content: 'A', anchor: 'a"b' });
  });

  it('can be read for every block that is known', () => {
    for (const { name } of blockTypes.values())
      expect(attributesOf(`<!-- wp:${name} --><p>x</p><!-- /wp:${name} -->`)).toBeTypeOf('object');
  });
});
