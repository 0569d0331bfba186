import { expect, it } from 'vitest';
import type { StoredCopy } from '../attachment-metadata.ts';
import { backupsAfter, changesAnything, leftoversOf, planRenewal } from './renewal-plan.ts';

const copy = (width: number, height: number): StoredCopy => ({
  file: `a-${width}x${height}.jpg`,
  width,
  height,
  'mime-type': 'image/jpeg',
});
const source = { width: 800, height: 600 };
const sizes = {
  small: { width: 100, height: 100, crop: true },
  medium: { width: 400, height: 400, crop: false },
  huge: { width: 2000, height: 2000, crop: false },
};
const stored = { sizes: { small: copy(100, 100), medium: copy(300, 225), huge: copy(700, 525), poster: copy(90, 30) } };

it('absent copies are those without a name in the metadata', () => {
  const { sizes: made, kept } = planRenewal({ sizes: { medium: copy(300, 225) } }, source, sizes, { which: 'absent' });
  expect(Object.keys(made)).toEqual(['small']);
  expect(Object.keys(kept)).toEqual(['medium']);
});

it('missing copies are also those of other dimensions; a pixel of rounding is none', () => {
  const { sizes: made, kept } = planRenewal(stored, source, sizes, { which: 'missing' });
  expect(Object.keys(made)).toEqual(['medium']);
  expect(Object.keys(kept).sort()).toEqual(['huge', 'poster', 'small']);
  const near = { sizes: { small: copy(100, 100), medium: copy(400, 301) } };
  expect(changesAnything(planRenewal(near, source, sizes, { which: 'missing' }), near)).toBe(false);
});

it('all copies are made again, and one that the picture is too small for is dropped', () => {
  const { sizes: made, kept } = planRenewal(stored, source, sizes, { which: 'all' });
  expect(Object.keys(made)).toEqual(['small', 'medium']);
  expect(Object.keys(kept)).toEqual(['poster']);
  const unused = planRenewal(stored, source, sizes, { which: 'all', dropsUnused: true });
  expect(Object.keys(unused.kept)).toEqual([]);
});

it('sizes that are not asked for stay, whatever else is', () => {
  const { sizes: made, kept } = planRenewal(stored, source, sizes, {
    which: 'all',
    only: ['small'],
    dropsUnused: true,
  });
  expect(Object.keys(made)).toEqual(['small']);
  expect(Object.keys(kept).sort()).toEqual(['huge', 'medium', 'poster']);
});

it('a copy of the same dimensions serves a size that is missing', () => {
  const twin = { ...sizes, same: { width: 100, height: 100, crop: true } };
  const { sizes: made, twins } = planRenewal({ sizes: { small: copy(100, 100) } }, source, twin, { which: 'missing' });
  expect(Object.keys(made)).toEqual(['medium']);
  expect(twins).toEqual({ same: copy(100, 100) });
});

it('copies that left the metadata are listed as earlier versions, and only they are leftovers', () => {
  const metadata = { width: 800, height: 600, file: '2020/01/a.jpg', sizes: stored.sizes };
  const before = { file: '2020/01/a.jpg', metadata, backups: { 'full-orig': { file: 'a.jpg' } } };
  const after = { small: copy(100, 100), medium: copy(400, 300) };
  const backups = backupsAfter(before, after);
  expect(Object.keys(backups!)).toEqual(['full-orig', 'medium-300x225', 'huge-700x525', 'poster-90x30']);
  expect(backupsAfter({ ...before, metadata: { ...metadata, sizes: after } }, after)).toBeNull();
  const renewed = { file: before.file, metadata: { ...metadata, sizes: after }, backups };
  expect(leftoversOf(renewed)).toEqual({
    paths: ['2020/01/a-300x225.jpg', '2020/01/a-700x525.jpg', '2020/01/a-90x30.jpg'],
    backups: { 'full-orig': { file: 'a.jpg' } },
  });
  // A name of another file is not believed.
  const tampered = { ...renewed, backups: { 'x-1x1': { file: '../../b.jpg' }, 'y-1x1': { file: 'other-1x1.jpg' } } };
  expect(leftoversOf(tampered).paths).toEqual([]);
});
