import { expect, it } from 'vitest';
import { balanceBlocks } from '../blocks/balance-blocks.ts';
import { coreBlocks } from '../blocks/core-blocks.ts';
import { makeExcerpt, renderComment, renderContent, renderExcerpt, renderTitle } from '../render/render.ts';
import { createCounters, type RenderContext } from '../render/render-context.ts';
import { trimBlanks } from '../scan.ts';
import { coreShortcodes } from '../shortcodes/core-shortcodes.ts';
import { earlyTextRules, type TextRules, todayTextRules } from '../text-rules.ts';
import { findExecutable } from './find-executable.test-support.ts';
import { attacks, createHostileTexts } from './hostile-texts.test-support.ts';
import { sanitiseContent } from './sanitise.ts';
import { storeComment, storeDescription, storePersonName, storePostText, storeTitle } from './store-text.ts';

const seed = Number(process.env['PLATEN_FUZZ_SEED'] ?? 20_240_607);
const count = Number(process.env['PLATEN_FUZZ_COUNT'] ?? 1000);

const filtered = { unfiltered: false };

const context = (rules: TextRules): RenderContext => ({
  siteUrl: 'http://site.invalid',
  smilies: true,
  shortcodes: coreShortcodes,
  blocks: coreBlocks,
  rules,
  postId: 1,
  counters: createCounters(),
});

/** Every way to store and render a text of an author without `unfiltered_html`. */
const waysOf = (rules: TextRules): Readonly<Record<string, (raw: string) => string>> => {
  const stored = (raw: string) => storePostText(raw, filtered, rules);
  const comment = (raw: string) => storeComment(raw, filtered, 'http://site.invalid', rules);
  return {
    'large set': (raw) => sanitiseContent(raw, 'large', rules.markup),
    'small set': (raw) => sanitiseContent(raw, 'small', rules.markup),
    'description set': (raw) => storeDescription(raw, 'person', rules),
    'stored content': stored,
    'stored comment': comment,
    'stored name': storePersonName,
    'shown content': (raw) => renderContent(stored(raw), context(rules)),
    'shown excerpt': (raw) => renderExcerpt(stored(raw), context(rules)),
    'made excerpt': (raw) => makeExcerpt(stored(raw), context(rules)),
    'edited content': (raw) => balanceBlocks(stored(raw)),
    'shown title': (raw) => renderTitle(storeTitle(raw, filtered, rules), context(rules)),
    'shown comment': (raw) => renderComment(comment(raw), context(rules)),
  };
};

const settled: readonly string[] = ['large set', 'small set', 'description set', 'stored content', 'stored comment'];

function check(raw: string, rules: TextRules): void {
  for (const [name, make] of Object.entries(waysOf(rules))) {
    const made = make(raw);
    const found = findExecutable(made, rules.markup);
    if (found !== undefined)
      expect.unreachable(`${name}: ${found} in ${JSON.stringify(made)} from ${JSON.stringify(raw)}`);
    // The blanks around a comment go before it is cleaned, where they do.
    const kept = name === 'stored comment' && rules.trimsComments ? trimBlanks(made) : made;
    if (settled.includes(name)) expect(make(kept), `${name} twice, from ${JSON.stringify(raw)}`).toBe(kept);
  }
}

const rulesOf = { early: earlyTextRules, today: todayTextRules } as const;

it('the measure itself sees what it is looking for', () => {
  expect(findExecutable('<p>fine <a href="http://x/">x</a></p>')).toBeUndefined();
  expect(findExecutable('<b><script>x</script></b>')).toBe('<script>');
  expect(findExecutable('<img src=x ONERROR=y>')).toBe('img onerror');
  expect(findExecutable('<a href="&#x20;java\tscript:x">y</a>')).toContain('href=');
  expect(findExecutable('<p style="background:url(x)">y</p>')).toContain('style=');
});

it('the measure allows only what today keeps', () => {
  const harmless =
    '<math><mi>x</mi></math><object></object><p style="background-image:url(x.png);width:calc(1px + 2px)">';
  expect(findExecutable(harmless, 'today')).toBeUndefined();
  expect(findExecutable('<math><mi href="javascript:x">y</mi></math>', 'today')).toContain('href=');
  expect(findExecutable('<object data="x"></object>', 'today')).toBe('<object>');
  expect(findExecutable('<p style="background-image:url(javascript:x)">y</p>', 'today')).toContain('style=');
  expect(findExecutable('<svg></svg>', 'today')).toBe('<svg>');
});

for (const [name, rules] of Object.entries(rulesOf)) {
  it(`known attacks are harmless however they are stored and shown, by the ${name} rules`, () => {
    for (const attack of attacks) check(attack, rules);
  });

  it(`${count} mutated attacks are harmless, and cleaning twice changes nothing, by the ${name} rules`, () => {
    console.info(`seed ${seed}; set PLATEN_FUZZ_SEED and PLATEN_FUZZ_COUNT for another run`);
    const next = createHostileTexts(seed);
    for (let i = 0; i < count; i++) check(next(), rules);
  });
}
