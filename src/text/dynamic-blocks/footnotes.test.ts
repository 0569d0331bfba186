import { expect, it } from 'vitest';
import { emptyNeeds } from '../blocks/block-needs.ts';
import { renderContent } from '../render/render.ts';
import { textContext } from '../text-context.test-support.ts';
import { readFootnotes } from './text-blocks.ts';

const rendered = (stored: string) => {
  const blockData = emptyNeeds<'loaded'>();
  blockData.footnotes.set('7', readFootnotes(stored));
  return renderContent('<!-- wp:footnotes /-->', textContext({ blockData }));
};

it('lists the footnotes of a text, with links back', () => {
  expect(rendered('[{"id":"a-1","content":"See <em>there</em>."},{"id":"b","content":"And here"}]')).toBe(
    '<ol class="wp-block-footnotes">' +
      '<li id="a-1">See <em>there</em>. <a href="#a-1-link" aria-label="Jump to footnote reference 1">\u21a9\ufe0e</a></li>' +
      '<li id="b">And here <a href="#b-link" aria-label="Jump to footnote reference 2">\u21a9\ufe0e</a></li></ol>',
  );
});

it.each(['', '[]', '{}', '5', '[1,null,{"id":"\\" onclick=x","content":"y"},{"id":"a"}]'])(
  'shows nothing for %s',
  (stored) => expect(rendered(stored)).toBe(''),
);

it('shows nothing that can run', () => {
  expect(rendered('[{"id":"a","content":"<script>x</script><b onclick=y>z</b>"}]')).toContain('<li id="a">x<b>z</b> ');
});
