import { coreBlocks } from '../src/text/blocks/core-blocks.ts';
import { plainText } from '../src/text/plain-text.ts';
import { neededMedia } from '../src/text/render/needed-media.ts';
import { makeExcerpt, renderComment, renderContent, renderExcerpt, renderTitle } from '../src/text/render/render.ts';
import { createCounters, type RenderContext } from '../src/text/render/render-context.ts';
import { cleanUrl } from '../src/text/sanitise/clean-url.ts';
import { sanitiseContent } from '../src/text/sanitise/sanitise.ts';
import { storeComment, storePersonName, storePostText, storeSettingText } from '../src/text/sanitise/store-text.ts';
import { coreShortcodes } from '../src/text/shortcodes/core-shortcodes.ts';
import { textKinds, textOfSize } from '../src/text/sized-texts.test-support.ts';
import { slugify } from '../src/text/slug.ts';
import { earlyTextRules } from '../src/text/text-rules.ts';

const context = (): RenderContext => ({
  siteUrl: 'http://site.invalid',
  smilies: true,
  shortcodes: coreShortcodes,
  blocks: coreBlocks,
  rules: earlyTextRules,
  postId: 1,
  counters: createCounters(),
});

const functions: Readonly<Record<string, (text: string) => unknown>> = {
  renderContent: (text) => renderContent(text, context()),
  renderTitle: (text) => renderTitle(text, context()),
  renderExcerpt: (text) => renderExcerpt(text, context()),
  makeExcerpt: (text) => makeExcerpt(text, context()),
  renderComment: (text) => renderComment(text, context()),
  sanitiseLarge: (text) => sanitiseContent(text, 'large'),
  sanitiseSmall: (text) => sanitiseContent(text, 'small'),
  storePostText: (text) => storePostText(text, { unfiltered: false }),
  storeComment: (text) => storeComment(text, { unfiltered: false }, 'http://site.invalid'),
  storePersonName,
  storeSettingText,
  plainText,
  cleanUrl,
  slugify: (text) => slugify(text, { slash: 'dash' }),
  neededMedia: (text) => neededMedia(text, 1),
};

const sizes = [1_000, 10_000, 100_000, 1_000_000];

function milliseconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Short texts are processed repeatedly, so that the measured time is long compared to the timer's resolution. */
const measuredCharacters = 200_000;

/** Processor time, so that a busy machine does not look like growth. */
function cpuMilliseconds(call: (text: string) => unknown, text: string): number {
  const calls = Math.ceil(measuredCharacters / text.length);
  const start = process.cpuUsage();
  for (let n = 0; n < calls; n++) call(text);
  // Only the sum of user and system time is exact; the split is sampled.
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / calls;
}

/** The median of many runs, after a warm-up for the compiler. */
function medianMicroseconds(work: () => unknown, runs: number): number {
  for (let i = 0; i < runs; i++) work();
  const times = Array.from({ length: runs }, () => milliseconds(work) * 1000).sort((a, b) => a - b);
  return times[Math.floor(runs / 2)]!;
}

console.log(
  'Milliseconds of processor time for one call, by size of the text (1 KB, 10 KB, 100 KB, 1 MB); the last column is what ten times the text costs.',
);
for (const [name, call] of Object.entries(functions)) {
  for (const kind of Object.keys(textKinds)) {
    const times = sizes.map((size) => {
      const text = textOfSize(kind, size);
      return Math.min(cpuMilliseconds(call, text), cpuMilliseconds(call, text));
    });
    const growth = times[3]! / Math.max(times[2]!, 0.1);
    const columns = times.map((time) => time.toFixed(2).padStart(9)).join('');
    console.log(`${name.padEnd(17)}${kind.padEnd(20)}${columns}   ×${growth.toFixed(1)}`);
  }
}

/** The time this machine needs to read each character once: the scale for all other numbers. */
function walk(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i) === 60 ? 1 : 0;
  return sum;
}

const post = textOfSize('post', 3_000);
console.log(`\nA typical post of ${post.length} characters, median microseconds once warm:`);
console.log(
  `${'(one bare walk)'.padEnd(17)}${medianMicroseconds(() => walk(post), 2000)
    .toFixed(1)
    .padStart(8)}`,
);
for (const [name, call] of Object.entries(functions)) {
  console.log(
    `${name.padEnd(17)}${medianMicroseconds(() => call(post), 2000)
      .toFixed(1)
      .padStart(8)}`,
  );
}
