import { expect, test } from 'vitest';
import { isReservedSlug, longestSlug, slugCandidate, slugify } from './slug.ts';

const dash = { slash: 'dash' } as const;

test.each([
  ['words', 'Two Plain  Words', 'two-plain-words'],
  ['punctuation', "It's: a (test)! [x] a+b", 'its-a-test-x-ab'],
  ['dots and dashes', 'a.b – c—d -- e', 'a-b-c-d-e'],
  ['tags and entities', '<b>x</b> &amp; <script>y</script>', 'x-y'],
  ['letters with marks', 'Ça va, Ñandú? Łódź Ærø Straße', 'ca-va-nandu-lodz-aero-strase'],
  ['Vietnamese', 'Tiếng Việt ơ ư', 'tieng-viet-o-u'],
  ['a mark on its own', 'e\u0301', 'e'],
  ['other scripts are encoded in lower case', 'Мир ΟΔΟΣ', '%d0%bc%d0%b8%d1%80-%ce%bf%ce%b4%ce%bf%cf%83'],
  ['astral characters', 'a 😀', 'a-%f0%9f%98%80'],
  ['percent codes stay, other percents go', '%D0%B6 100% %zz', '%d0%b6-100-zz'],
  ['tabs vanish', 'a\tb', 'ab'],
  ['nothing usable', '?!...', ''],
])('%s', (_, raw, expected) => {
  expect(slugify(raw, dash)).toBe(expected);
});

test('a slash is a dash or nothing', () => {
  expect(slugify('a/b', dash)).toBe('a-b');
  expect(slugify('a/b', { slash: 'drop' })).toBe('ab');
});

test('long slugs are cut between characters and never end with a dash', () => {
  expect(slugify('ж'.repeat(50), dash)).toBe('%d0%b6'.repeat(33));
  expect(slugify(`${'a'.repeat(199)} b`, dash)).toBe('a'.repeat(199));
  expect(slugify('😀'.repeat(50), dash)).toBe('%f0%9f%98%80'.repeat(16));
});

test('the next try at a taken slug fits', () => {
  expect(slugCandidate('same', 1)).toBe('same');
  expect(slugCandidate('same', 2)).toBe('same-2');
  expect(slugCandidate('x'.repeat(200), 10)).toBe(`${'x'.repeat(197)}-10`);
  const encoded = slugCandidate('%d0%b6'.repeat(33), 12);
  expect(encoded).toBe(`${'%d0%b6'.repeat(32)}-12`);
  expect(encoded.length).toBeLessThanOrEqual(longestSlug);
});

test('words the site needs are reserved', () => {
  expect([isReservedSlug('feed'), isReservedSlug('embed'), isReservedSlug('food')]).toEqual([true, true, false]);
});
