import { expect, it } from 'vitest';
import type { Block } from './block.ts';
import { parseBlocks } from './parse-blocks.ts';

/** A short spelling of a tree: `name{attributes}[pieces]`, HTML between blocks in quotes. */
const spelt = (blocks: readonly Block[]): string => blocks.map(spell).join(' ');

function spell({ name, attributes, innerBlocks, innerContent }: Block): string {
  let next = 0;
  const pieces = innerContent.map((piece) => (piece === null ? spell(innerBlocks[next++]!) : JSON.stringify(piece)));
  if (name === null) return pieces.join(' ');
  const written = Object.keys(attributes).length === 0 ? '' : JSON.stringify(attributes);
  return `${name}${written}[${pieces.join(' ')}]`;
}

it.each([
  ['no text', '', ''],
  ['text without blocks', 'a <b>c</b>', '"a <b>c</b>"'],
  ['a block with its HTML', '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->', 'core/paragraph["<p>a</p>"]'],
  ['a namespace', '<!-- wp:my_shop/big-cart /-->', 'my_shop/big-cart[]'],
  ['attributes', '<!-- wp:a {"x":[1,{"b":null}]} /-->y', 'core/a{"x":[1,{"b":null}]}[] "y"'],
  ['attributes that hold the end of a comment', '<!-- wp:a {"x":"-->"} -->y<!-- /wp:a -->', 'core/a{"x":"-->"}["y"]'],
  ['attributes over lines', '<!--\nwp:a\t{"x":\n1}\n/-->', 'core/a{"x":1}[]'],
  ['attributes that are no JSON', '<!-- wp:a {"x":1,} -->y<!-- /wp:a -->', 'core/a["y"]'],
  ['attributes that end too early', '<!-- wp:a {"x":"} /-->"} /-->', 'core/a[] "\\"} /-->"'],
  [
    'blocks in blocks',
    'A<!-- wp:b -->B<!-- wp:c -->C<!-- wp:d /-->D<!-- /wp:c -->E<!-- /wp:b -->F',
    '"A" core/b["B" core/c["C" core/d[] "D"] "E"] "F"',
  ],
  ['an end of another name', '<!-- wp:a -->x<!-- /wp:b -->y', 'core/a["x"] "y"'],
  ['an end that is also a whole block', '<!-- wp:a -->x<!-- /wp:b /-->y<!-- /wp:a -->', 'core/a["x" core/b[] "y"]'],
  ['an end with attributes', '<!-- wp:a -->x<!-- /wp:a {"x":1} -->y', 'core/a["x"] "y"'],
  ['an end without a beginning', 'x<!-- /wp:a -->y<!-- wp:b /-->', '"x" "y" core/b[]'],
  ['blocks without an end', '<!-- wp:a -->x<!-- wp:b -->y', 'core/a["x" core/b["y"]]'],
])('parses %s', (_, text, tree) => {
  expect(spelt(parseBlocks(text))).toBe(tree);
});

it.each(['<!--wp:a -->', '<!-- wp:a-->', '<!-- wp:A -->', '<!-- wp:a/b/c -->', '<!-- wp:1 -->', '<!-- wp:a{} -->'])(
  'takes %s for HTML',
  (text) => expect(parseBlocks(text)).toMatchObject([{ name: null, innerHtml: text }]),
);

it('takes comments without an end for HTML', () => {
  for (const text of ['<!--', '<!-- wp:', '<!-- wp:a', '<!-- wp:a ', '<!-- wp:a {', '<!-- wp:a {}', '<!-- wp:a {} --'])
    expect(parseBlocks(text)).toMatchObject([{ name: null, innerHtml: text }]);
});

it('knows the text of each block', () => {
  const [html, block] = parseBlocks('a<!-- wp:b -->c<!-- wp:d /-->e<!-- /wp:b -->f');
  expect(html?.source).toBe('a');
  expect(block?.source).toBe('<!-- wp:b -->c<!-- wp:d /-->e<!-- /wp:b -->');
  expect(block?.innerBlocks[0]?.source).toBe('<!-- wp:d /-->');
  expect(parseBlocks('<!-- wp:b -->c')[0]?.source).toBe('<!-- wp:b -->c');
});

it('gives attributes no inherited names', () => {
  const [block] = parseBlocks('<!-- wp:a {"__proto__":{"x":1},"b":{"constructor":2}} /-->');
  expect(Object.keys(block!.attributes)).toEqual(['__proto__', 'b']);
  expect(block!.attributes['toString']).toBeUndefined();
  expect(Object.getPrototypeOf(block!.attributes['b'])).toBeNull();
  expect(Reflect.get({}, 'x')).toBeUndefined();
});

it('does not read attributes of senseless depth', () => {
  const deep = (levels: number) => `<!-- wp:a {"x":${'['.repeat(levels)}${']'.repeat(levels)}} /-->`;
  expect(Object.keys(parseBlocks(deep(90))[0]!.attributes)).toEqual(['x']);
  for (const levels of [110, 100_000]) expect(Object.keys(parseBlocks(deep(levels))[0]!.attributes)).toEqual([]);
});

it('parses ten thousand blocks in one another', () => {
  let [block] = parseBlocks('<!-- wp:a {"b":1} -->x'.repeat(10_000) + '<!-- /wp:a -->'.repeat(10_000));
  let depth = 0;
  for (; block; block = block.innerBlocks[0]) depth++;
  expect(depth).toBe(10_000);
});

const shapes = [
  '<!-- wp:a -->',
  '<!-- wp:a {"b":"c"} -->x<!-- wp:b /-->',
  '<!-- wp:a {',
  '<!-- wp:a {"x":"} --',
  '<!-- /wp:a -->',
  '<!-- ',
  '<!-- wp:a   ',
  '} -->',
  '}    -->{',
  '<!-- wp:paragraph -->\n<p>Some words.</p>\n<!-- /wp:paragraph -->\n\n',
];

/** CPU time instead of wall time, since test machines are busy. */
function cpuMilliseconds(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1000;
}

it.each(shapes)('takes more than a megabyte of %j in its stride', (shape) => {
  const ofSize = (size: number) => shape.repeat(Math.ceil(size / shape.length));
  parseBlocks(ofSize(100_000));
  const small = Math.max(
    10,
    cpuMilliseconds(() => parseBlocks(ofSize(100_000))),
  );
  // Sixteen times the text: a quadratic parser would need 256 times the time.
  expect(cpuMilliseconds(() => parseBlocks(ofSize(1_600_000))) / small).toBeLessThan(100);
});
