import { expect, it } from 'vitest';
import { smilies } from './smilies.ts';

it.each([
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

it.each([
  ['an unclosed bracket', 'I <3 you :) and more', 'I <3 you 🙂 and more'],
  ['a bracket that the next line closes', 'a < b\n:) c > d :)', 'a < b\n🙂 c > d 🙂'],
  ['a tag over two lines', '<b\ntitle="x">:)', '<b\ntitle="x">:)'],
  ['an unclosed comment', '<!-- a :)', '<!-- a 🙂'],
  ['a bracket at the end', ':) <', '🙂 <'],
  ['a bracket glued to it', 'a :)< b', 'a :)< b'],
])('faces and %s', (_, text, expected) => {
  expect(smilies(text, 'http://s')).toBe(expected);
});

it.each(['a <b :) c> d', '<!-- :) -->', 'a < b :) > c', '<a title="x" rel=" :) ">'])(
  'no face between brackets on one line: %s',
  (text) => {
    expect(smilies(text, 'http://s')).toBe(text);
  },
);

it('the green one is a picture of the site', () => {
  expect(smilies(':mrgreen:', 'http://s')).toContain('<img src="http://s/wp-includes/images/smilies/mrgreen.png"');
});
