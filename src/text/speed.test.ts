import { expect, it } from 'vitest';
import { blockStyles } from './block-supports/block-styles.ts';
import { balanceBlocks } from './blocks/balance-blocks.ts';
import { coreBlocks } from './blocks/core-blocks.ts';
import { neededByBlocks } from './blocks/needed-by-blocks.ts';
import { plainText } from './plain-text.ts';
import { neededMedia } from './render/needed-media.ts';
import { makeExcerpt, renderComment, renderContent, renderExcerpt, renderTitle } from './render/render.ts';
import { cleanUrl } from './sanitise/clean-url.ts';
import { sanitiseContent } from './sanitise/sanitise.ts';
import { storeComment, storePersonName, storePostText, storeSettingText } from './sanitise/store-text.ts';
import { textKinds, textOfSize } from './sized-texts.test-support.ts';
import { slugify } from './slug.ts';
import { textContext } from './text-context.test-support.ts';
import { todayTextRules } from './text-rules.ts';

const filtered = { unfiltered: false };

const functions: Readonly<Record<string, (text: string) => unknown>> = {
  renderContent: (text) => renderContent(text, textContext()),
  renderTitle: (text) => renderTitle(text, textContext()),
  renderExcerpt: (text) => renderExcerpt(text, textContext()),
  makeExcerpt: (text) => makeExcerpt(text, textContext()),
  renderComment: (text) => renderComment(text, textContext()),
  sanitiseContent: (text) => sanitiseContent(text, 'large'),
  storePostText: (text) => storePostText(text, filtered),
  storeComment: (text) => storeComment(text, filtered, 'http://site.invalid'),
  storePersonName,
  storeSettingText,
  plainText,
  cleanUrl,
  slugify: (text) => slugify(text, { slash: 'dash' }),
  neededMedia: (text) => neededMedia(text, 1),
  neededByBlocks: (text) => neededByBlocks([{ raw: text, postId: 1 }], coreBlocks),
  blockStyles: (text) => blockStyles(text),
  balanceBlocks,
  'renderContent today': (text) => renderContent(text, textContext({ rules: todayTextRules })),
  'renderComment today': (text) => renderComment(text, textContext({ rules: todayTextRules })),
  'storePostText today': (text) => storePostText(text, filtered, todayTextRules),
  'a style today': (text) => sanitiseContent(`<p style="background:${text.replace(/[<>"]/g, '(')}">`, 'large', 'today'),
};

const kinds = Object.keys(textKinds);

/** CPU time instead of wall time, since test machines are busy. The bounds are wide all the same. */
function cpuMilliseconds(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1000;
}

it.each(Object.entries(functions))('%s takes text of any shape in its stride', (name, call) => {
  for (const kind of kinds) {
    const text = textOfSize(kind, 30_000);
    expect(
      cpuMilliseconds(() => call(text)),
      `${name} of ${kind}`,
    ).toBeLessThan(1_000);
  }
});

it('a megabyte is cleaned and rendered within the bound', () => {
  for (const kind of [
    'quotes',
    'opening brackets',
    'open angles',
    'blank lines',
    'nested',
    'open shortcodes',
    'references',
    'blocks',
    'nested blocks',
  ]) {
    const text = textOfSize(kind, 1_000_000);
    for (const call of [functions['renderContent']!, functions['storePostText']!]) {
      expect(
        cpuMilliseconds(() => call(text)),
        kind,
      ).toBeLessThan(10_000);
    }
  }
});
