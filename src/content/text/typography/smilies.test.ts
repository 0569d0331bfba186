import { expect, test } from 'vitest';
import { smilies } from './smilies.ts';

test.each([
  ['faces between spaces', 'a :) b ;-) 8-)', 'a 🙂 b 😉 😎'],
  ['faces by name', ':lol: :???: :!:', '😆 😕 ❗'],
  ['a face next to a tag', '<b>:(</b>', '<b>🙁</b>'],
  ['a face after a no-break space', '&nbsp;:D', '&nbsp;😀'],
  ['glued tokens stay', 'a:) :)) (:) 8) :p', 'a:) :)) (:) 8) :p'],
  ['faces in attributes stay', '<a title=":)">x</a>', '<a title=":)">x</a>'],
  ['faces in code stay', '<code>:) </code> :)', '<code>:) </code> 🙂'],
  ['code with attributes does not protect', '<code class="x">:)</code>', '<code class="x">🙂</code>'],
])('%s', (_, text, expected) => {
  expect(smilies(text, 'http://s')).toBe(expected);
});

test('the green one is a picture of the site', () => {
  expect(smilies(':mrgreen:', 'http://s')).toContain('<img src="http://s/wp-includes/images/smilies/mrgreen.png"');
});
