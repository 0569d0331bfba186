import { expect, it } from 'vitest';
import { freeSlug, isReservedSlug, longestSlug, numberedSlug, slugCandidate, slugify, slugifyTitle } from './slug.ts';

const dash = { slash: 'dash' } as const;

it.each([
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

it('a slash is a dash or nothing', () => {
  expect(slugify('a/b', dash)).toBe('a-b');
  expect(slugify('a/b', { slash: 'drop' })).toBe('ab');
});

it('long slugs are cut between characters and never end with a dash', () => {
  expect(slugify('ж'.repeat(50), dash)).toBe('%d0%b6'.repeat(33));
  expect(slugify(`${'a'.repeat(199)} b`, dash)).toBe('a'.repeat(199));
  expect(slugify('😀'.repeat(50), dash)).toBe('%f0%9f%98%80'.repeat(16));
});

it('the next try at a taken slug fits', () => {
  expect(slugCandidate('same', 1)).toBe('same');
  expect(slugCandidate('same', 2)).toBe('same-2');
  expect(slugCandidate('x'.repeat(200), 10)).toBe(`${'x'.repeat(197)}-10`);
  const encoded = slugCandidate('%d0%b6'.repeat(33), 12);
  expect(encoded).toBe(`${'%d0%b6'.repeat(32)}-12`);
  expect(encoded.length).toBeLessThanOrEqual(longestSlug);
});

it('words the site needs are reserved', () => {
  expect([isReservedSlug('feed'), isReservedSlug('embed'), isReservedSlug('food')]).toEqual([true, true, false]);
});

it.each([
  ['Title with <3 and more <b>bold</b>', 'title-with'],
  ['a <b <i>x</i> y', 'a'],
  ['a <b <i>x</i> y> z', 'a-z'],
  ['a <b <i>x<!-- <b>x--> c < d', 'a-c-d'],
  ['quiet<!<br>rest', 'quietrest'],
])('%s loses all that its tags contain', (raw, expected) => {
  expect(slugify(raw, dash)).toBe(expected);
});

it.each([
  ...['&mdash;', '&ndash;', '&nbsp;', '&#8212;', '&#8211;', '&#160;'].map((dash) => [`A${dash}B`, 'a-b']),
  ['R&D &mdash;x', 'rd-x'],
  ['R&D and &mdash; & more; x', 'r-x'],
  ['A&amp;B &#38; &hellip;C', 'ab-c'],
])('references to dashes and blanks are dashes: %s', (raw, expected) => {
  expect(slugify(raw, dash)).toBe(expected);
  expect(slugifyTitle(raw, dash)).toBe(expected);
});

it('what is taken out of a slug counts towards its length', () => {
  expect(slugify('it! '.repeat(60), dash)).toBe(Array(50).fill('it').join('-'));
  expect(slugify(`${'&amp;'.repeat(39)}abcdefgh`, dash)).toBe('abcde');
  expect(slugify(`${'\u2014'.repeat(22)}abcdefgh`, dash)).toBe('ab');
  expect(slugify(`${'a'.repeat(198)}&amp;b`, dash)).toBe(`${'a'.repeat(198)}a`);
});

it('in a title a quote or a backslash counts twice', () => {
  expect(slugify("it's ".repeat(60), dash)).toBe(Array(40).fill('its').join('-'));
  expect(slugifyTitle("it's ".repeat(60), dash)).toBe(`${'its-'.repeat(33)}it`);
  expect(slugifyTitle(`${'"\\'.repeat(49)}abcdefgh`, dash)).toBe('abcd');
  expect(slugifyTitle('ж'.repeat(40), dash)).toBe('%d0%b6'.repeat(33));
});

it('marks that were typed as percent codes are read like the marks', () => {
  expect(slugify('a%E2%80%93b%C2%A9c%e2%84%a2', dash)).toBe('a-bc');
});

it('a slug stays as it is where it is free, else the first free number follows it', async () => {
  const taken = new Set(['same', 'same-2', 'same-4']);
  const isFree = async (slug: string) => !taken.has(slug);
  expect(await freeSlug('other', isFree)).toBe('other');
  expect(await freeSlug('same', isFree)).toBe('same-3');
  expect(await numberedSlug('other', isFree)).toBe('other-2');
});
