import { expect, it } from 'vitest';
import { stripTags, stripTagsAndScripts } from './strip-tags.ts';

it.each([
  ['tags and comments go, their text stays', 'a <b title="x">b</b><!-- <i> > --> c<br/>', 'a b c'],
  ['a bracket before a blank is text', '1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['quotes hide what would end a tag', '<a title="x > y" rel=\'<b>\'>z</a>', 'z'],
  ['an unclosed tag takes the rest', 'a <b title="x', 'a '],
  ['so does an unclosed comment', 'a <!-- b > c', 'a '],
  ['the shortest comment is whole', 'a <!--> b', 'a  b'],
])('%s', (_, text, expected) => {
  expect(stripTags(text)).toBe(expected);
});

it.each([
  ['anything but a blank opens a tag', 'I <3 you', 'I '],
  ['every tag inside a tag needs an end of its own', 'I <3 you. Then <b>bold</b> text.', 'I '],
  ['a tag in a tag', 'a <b <i>x</i> y> z', 'a  z'],
  ['the end of one in the beginning of another', 'x </ y</ins> z', 'x '],
  ['one that is closed after all', 'a <b <i> c> d', 'a  d'],
  ['a bracket before a blank asks for no end', 'a <b < c> d', 'a  d'],
  ['a bracket in quotes asks for no end', 'a <b title="<i"> c', 'a  c'],
  ['quotes do not hide the end of an inner tag', 'a <b <i title="x>y"> c', 'a  c'],
])('F03: %s', (_, text, expected) => {
  expect(stripTags(text)).toBe(expected);
});

it('scripts and styles go with their text, before tags are read', () => {
  expect(stripTagsAndScripts('a <SCRIPT x>b < c</script> d <style>e</style>f')).toBe('a  d f');
});
