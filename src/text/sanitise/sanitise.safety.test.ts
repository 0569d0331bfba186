import { expect, it } from 'vitest';
import { coreBlocks } from '../blocks/core-blocks.ts';
import { makeExcerpt, renderComment, renderContent, renderExcerpt, renderTitle } from '../render.ts';
import { createCounters, type RenderContext } from '../render-context.ts';
import { coreShortcodes } from '../shortcodes/core-shortcodes.ts';
import { storeComment, storeDescription, storePersonName, storePostText, storeTitle } from '../store-text.ts';
import { findExecutable } from './find-executable.test-support.ts';
import { attacks, createHostileTexts } from './hostile-texts.test-support.ts';
import { sanitiseContent } from './sanitise.ts';

const seed = Number(process.env['PLATEN_FUZZ_SEED'] ?? 20_240_607);
const count = Number(process.env['PLATEN_FUZZ_COUNT'] ?? 2000);

const filtered = { unfiltered: false };

const context = (): RenderContext => ({
  siteUrl: 'http://site.invalid',
  smilies: true,
  shortcodes: coreShortcodes,
  blocks: coreBlocks,
  postId: 1,
  counters: createCounters(),
});

/** Every way to store and render a text of an author without `unfiltered_html`. */
const ways: Readonly<Record<string, (raw: string) => string>> = {
  'large set': (raw) => sanitiseContent(raw, 'large'),
  'small set': (raw) => sanitiseContent(raw, 'small'),
  'description set': (raw) => storeDescription(raw, 'person'),
  'stored content': (raw) => storePostText(raw, filtered),
  'stored comment': (raw) => storeComment(raw, filtered, 'http://site.invalid'),
  'stored name': storePersonName,
  'shown content': (raw) => renderContent(storePostText(raw, filtered), context()),
  'shown excerpt': (raw) => renderExcerpt(storePostText(raw, filtered), context()),
  'made excerpt': (raw) => makeExcerpt(storePostText(raw, filtered), context()),
  'shown title': (raw) => renderTitle(storeTitle(raw, filtered), context()),
  'shown comment': (raw) => renderComment(storeComment(raw, filtered, 'http://site.invalid'), context()),
};

const settled: readonly string[] = ['large set', 'small set', 'description set', 'stored content', 'stored comment'];

function check(raw: string): void {
  for (const [name, make] of Object.entries(ways)) {
    const made = make(raw);
    const found = findExecutable(made);
    if (found !== undefined)
      expect.unreachable(`${name}: ${found} in ${JSON.stringify(made)} from ${JSON.stringify(raw)}`);
    if (settled.includes(name)) expect(make(made), `${name} twice, from ${JSON.stringify(raw)}`).toBe(made);
  }
}

it('the measure itself sees what it is looking for', () => {
  expect(findExecutable('<p>fine <a href="http://x/">x</a></p>')).toBeUndefined();
  expect(findExecutable('<b><script>x</script></b>')).toBe('<script>');
  expect(findExecutable('<img src=x ONERROR=y>')).toBe('img onerror');
  expect(findExecutable('<a href="&#x20;java\tscript:x">y</a>')).toContain('href=');
  expect(findExecutable('<p style="background:url(x)">y</p>')).toContain('style=');
});

it('known attacks are harmless however they are stored and shown', () => {
  for (const attack of attacks) check(attack);
});

it(`${count} mutated attacks are harmless, and cleaning twice changes nothing`, () => {
  console.info(`seed ${seed}; set PLATEN_FUZZ_SEED and PLATEN_FUZZ_COUNT for another run`);
  const next = createHostileTexts(seed);
  for (let i = 0; i < count; i++) check(next());
}, 180_000);
