import { expect, it } from 'vitest';
import { stripTags, stripTagsAndScripts } from './plain-text.ts';

it.each([
  ['tags and comments go, their text stays', 'a <b title="x">b</b><!-- <i> > --> c<br/>', 'a b c'],
  ['a bracket before a blank is text', '1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['quotes hide what would end a tag', '<a title="x > y" rel=\'<b>\'>z</a>', 'z'],
  ['an unclosed tag takes the rest', 'a <b title="x', 'a '],
  ['so does an unclosed comment', 'a <!-- b > c', 'a '],
  ['the shortest comment is whole', 'a <!--> b', 'a  b'],
  ['anything but a blank opens a tag', 'I <3 you', 'I '],
  ['every tag inside a tag needs an end of its own', 'I <3 you. Then <b>bold</b> text.', 'I '],
  ['a tag in a tag', 'a <b <i>x</i> y> z', 'a  z'],
  ['the end of one in the beginning of another', 'x </ y</ins> z', 'x '],
  ['one that is closed after all', 'a <b <i> c> d', 'a  d'],
  ['a bracket before a blank asks for no end', 'a <b < c> d', 'a  d'],
  ['a bracket in quotes asks for no end', 'a <b title="<i"> c', 'a  c'],
  ['quotes do not hide the end of an inner tag', 'a <b <i title="x>y"> c', 'a  c'],
  ['NUL goes with the tags', 'a\0<b\0>b', 'ab'],
])('%s', (_, text, expected) => {
  expect(stripTags(text)).toBe(expected);
});

it.each([
  ['a declaration ends at the first bracket, whatever opens in it', 'quiet<!<br>rest', 'quietrest'],
  ['a section is a declaration', 'a <![CDATA[x <b> y]]> z', 'a  y]]> z'],
  ['quotes hide the end of a declaration', 'a <!x ">" \'>\' y> b', 'a  b'],
  ['an escaped quote in a declaration hides nothing', 'a <!x \\"> b', 'a  b'],
  ['a document type is read like a tag', 'a <!DocType x <b> c> d', 'a  d'],
  ['a comment may begin in a declaration', 'a <!<!-- b > c --> d', 'a  d'],
  ['quotes in a comment mean nothing', 'a <!-- it\'s " --> b', 'a  b'],
  ['an instruction ends at its own mark only', 'a <?php b > c "?>" (?>) ?> d', 'a  d'],
])('%s', (_, text, expected) => {
  expect(stripTags(text)).toBe(expected);
});

it.each([
  ['a comment ends the tag that it begins in', 'a <b <!-- x --> c', 'a  c'],
  ['what that tag still needs, the next tag needs too', 'a <b <!-- x --> c <i> d > e', 'a  c  e'],
  ['or the next bracket in the text is taken', 'a <b <!-- x --> c > d', 'a  c  d'],
  ['brackets in the comment do not count', 'a <b <i>x<!-- <b>x--> c < d <e> f > g', 'a  c < d  g'],
  ['a declaration ends the tag as well, once the tag has what it needs', 'a <b <! x > y > c', 'a  c'],
  ['a comment in an open quote has no end', 'a <b "<!-- x --> c', 'a '],
])('%s', (_, text, expected) => {
  expect(stripTags(text)).toBe(expected);
});

it('scripts and styles go with their text, before tags are read', () => {
  expect(stripTagsAndScripts('a <SCRIPT x>b < c</script> d <style>e</style>f')).toBe('a  d f');
});
