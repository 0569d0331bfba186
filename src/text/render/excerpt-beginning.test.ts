import { expect, it } from 'vitest';
import { attacks, createRandom } from '../sanitise/hostile-texts.test-support.ts';
import { coreShortcodes } from '../shortcodes/core-shortcodes.ts';
import { textKinds, textOfSize } from '../sized-texts.test-support.ts';
import { textContext } from '../text-context.test-support.ts';
import { excerptBeginning, excerptSource, firstWords, withoutBlocks } from './excerpt.ts';
import { makeExcerpt, renderContent, renderExcerpt } from './render.ts';

const context = (smilies = true) => textContext({ smilies });

/** The reference result: the whole text is rendered, then cut. */
function wholeExcerpt(raw: string, smilies: boolean): string {
  const rendered = renderContent(excerptText(raw, smilies), context(smilies));
  return renderExcerpt(firstWords(rendered), context(smilies));
}

const excerptText = (raw: string, smilies = true) =>
  withoutBlocks(excerptSource(raw, coreShortcodes), context(smilies));

const isShortened = (raw: string): boolean => excerptBeginning(excerptText(raw), coreShortcodes) !== undefined;

/** Fragments of ordinary texts. */
const ordinary = [
  ...['word ', 'some more words ', "it's ", "'tis ", 'a-b ', ' - ', ' -- ', '3x4 ', '... ', ':) ', '&amp; ', '& ', ';'],
  ...[
    '\n',
    '\n\n',
    '\r\n',
    ' ',
    '\u00a0',
    '[1] ',
    '\ud83d\ude42',
    'http://h.invalid/a?b=1&c ',
    'http://h.invalid/?b&amp;c ',
    '1999 ',
    '&nbsp;',
  ],
  ...['<p>', '</p>', '<p class="x">', '<b>', '</b>', '<br />', '<br>', '<li>', '</li>', '<ul>', '</ul>', '<div>'],
  ...['</div>', '<a href="http://h.invalid/?a=1&b">', '</a>', '<blockquote>', '</blockquote>', '<h2>', '</h2>'],
  ...['<!-- wp:paragraph -->', '<!-- /wp:paragraph -->\n\n', '<img src="a.png" alt="it\'s" />', '<hr>', 'Wordpress '],
];
/** Fragments whose rendering depends on later text, or that look as if it did. */
const rare = [
  ...['"', "'", '"quoted" ', "'quoted' ", "'99 ", '12" ', '&#8221;', '``', "''", '<', '>', ' < ', '<!--', '-->', '[/'],
  ...[
    '<pre>',
    '</pre>',
    '<code>',
    '</code>',
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<figcaption>',
    '[caption',
  ],
  ...[
    '</figcaption>',
    '<object>',
    '</object>',
    '<param>',
    '<option>',
    '<video>',
    '<source>',
    '[gallery]',
    '[/gallery]',
  ],
  ...['http://h.invalid/a.mp3\n', '<a title="', '<!--more-->', '<!--nextpage-->', '\udc00', ']]>', '<P>', '<b\n>', '['],
  ...[':mrgreen: ', '<select>', '<textarea>', '[[audio]]', '<td ', '<![CDATA['],
];

it('a long text has the excerpt that all of it would give', () => {
  const random = createRandom(Number(process.env['PLATEN_FUZZ_SEED'] ?? 20_260_101));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const runs = Number(process.env['PLATEN_FUZZ_COUNT'] ?? 500);
  let shortened = 0;
  for (let run = 0; run < runs; run++) {
    const odds = pick([0, 0.002, 0.02, 0.2]);
    const pieces = Array.from({ length: 700 }, () =>
      random() < odds ? pick(random() < 0.1 ? attacks : rare) : pick(random() < 0.6 ? ordinary.slice(0, 2) : ordinary),
    );
    const raw = pieces.join('');
    if (isShortened(raw)) shortened++;
    expect(makeExcerpt(raw, context(run % 2 === 0)), raw).toBe(wholeExcerpt(raw, run % 2 === 0));
  }
  expect(shortened / runs).toBeGreaterThan(0.3);
});

it.each(Object.keys(textKinds))('so has one of %s', (kind) => {
  const raw = textOfSize(kind, 20_000);
  expect(makeExcerpt(raw, context())).toBe(wholeExcerpt(raw, true));
  const later = textKinds['post']!.repeat(4) + raw;
  expect(makeExcerpt(later, context())).toBe(wholeExcerpt(later, true));
});

it.each([
  ['paragraphs', `<!-- wp:paragraph -->\n<p>${'One "quoted" word. '.repeat(8)}</p>\n<!-- /wp:paragraph -->\n\n`],
  ['plain lines', `${"It's a line of words & more.\n".repeat(5)}\n`],
  ['one line', 'words and words '],
  ['an ordinary post', textKinds['post']!],
])('of %s only the beginning is rendered', (_, unit) => {
  const text = unit.repeat(Math.ceil(100_000 / unit.length));
  expect(excerptBeginning(text, coreShortcodes)?.length).toBeLessThan(4_000);
});

it.each([
  ['a player', 'http://h.invalid/a.mp3\n'],
  ['a shortcode', '[gallery]'],
])('all of it is rendered where there is %s at the end, which counts', (_, end) => {
  expect(excerptBeginning(`${'words '.repeat(1_000)}\n${end}`, coreShortcodes)).toBeUndefined();
});
