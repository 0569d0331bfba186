import { expect, test } from 'vitest';
import { cleanUrl } from './clean-url.ts';
import { neededMedia } from './needed-media.ts';
import { plainText } from './plain-text.ts';
import { makeExcerpt, renderComment, renderContent, renderExcerpt, renderTitle } from './render.ts';
import { sanitiseContent } from './sanitise/sanitise.ts';
import { textKinds, textOfSize } from './sized-texts.test-support.ts';
import { slugify } from './slug.ts';
import { storeComment, storePersonName, storePostText, storeSettingText } from './store.ts';
import { textContext } from './text-context.test-support.ts';

const filtered = { unfiltered: false };

const functions: Readonly<Record<string, (text: string) => unknown>> = {
  renderContent: (text) => renderContent(text, textContext()),
  renderTitle: (text) => renderTitle(text, textContext()),
  renderExcerpt: (text) => renderExcerpt(text, textContext()),
  makeExcerpt: (text) => makeExcerpt(text, textContext()),
  renderComment: (text) => renderComment(text, textContext()),
  sanitiseContent: (text) => sanitiseContent(text, 'large'),
  storePostText: (text) => storePostText(text, filtered),
  storeComment: (text) => storeComment(text, filtered),
  storePersonName,
  storeSettingText,
  plainText,
  cleanUrl,
  slugify: (text) => slugify(text, { slash: 'dash' }),
  neededMedia: (text) => neededMedia(text, 1),
};

const kinds = Object.keys(textKinds);

/**
 * Work that grows with the square of the text takes minutes here, work that grows with the text well under a second;
 * the bound is wide because test machines are busy.
 */
const boundMilliseconds = 10_000;

test.each(Object.entries(functions))('%s takes a quarter of a megabyte of any shape in its stride', (name, call) => {
  for (const kind of kinds) {
    const text = textOfSize(kind, 250_000);
    const start = performance.now();
    call(text);
    expect(performance.now() - start, `${name} of ${kind}`).toBeLessThan(boundMilliseconds);
  }
});

test('a megabyte of quotes, brackets, angles and blanks is rendered and cleaned within the bound', () => {
  for (const kind of [
    'quotes',
    'opening brackets',
    'open angles',
    'blank lines',
    'nested',
    'open macros',
    'references',
  ]) {
    const text = textOfSize(kind, 1_000_000);
    for (const call of [functions['renderContent']!, functions['renderComment']!, functions['storePostText']!]) {
      const start = performance.now();
      call(text);
      expect(performance.now() - start, kind).toBeLessThan(boundMilliseconds);
    }
  }
});
