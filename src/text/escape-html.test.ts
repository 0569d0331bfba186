import { expect, it } from 'vitest';
import { escapeHtml } from './entities.ts';

it('escapes what has a meaning in text and in quoted attributes, references included', () => {
  expect(escapeHtml(`<a title="x" lang='y'>&amp;</a>`)).toBe(
    '&lt;a title=&quot;x&quot; lang=&#039;y&#039;&gt;&amp;amp;&lt;/a&gt;',
  );
});
