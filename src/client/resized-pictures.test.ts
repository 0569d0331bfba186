import { expect, it } from 'vitest';
import { options } from '../config/options.ts';
import { imageWidths, resizedSrcset, resizedUrl } from './resized-pictures.ts';

const photo = { url: 'https://example.org/media/7/photo.jpg?v=abc' };

it('has the widths that sites have', () => {
  expect(options.imageWidths.parse(options.imageWidths.fallback)?.map(Number)).toEqual(imageWidths);
});

it('asks for the next width that is allowed', () => {
  expect(resizedUrl(photo, 640)).toBe(`${photo.url}&w=640`);
  expect(resizedUrl(photo, 641)).toBe(`${photo.url}&w=750`);
  expect(resizedUrl(photo, 9999)).toBe(`${photo.url}&w=3840`);
  expect(resizedUrl({ url: '/media/7/a.jpg', widths: [100, 200] }, 101)).toBe('/media/7/a.jpg?w=200');
});

it('offers what is useful, and says how wide it really is', () => {
  expect(resizedSrcset({ ...photo, widths: [16, 256, 640, 1080] }, { width: 700 })).toBe(
    `${photo.url}&w=256 256w, ${photo.url}&w=640 640w, ${photo.url}&w=1080 700w`,
  );
  expect(resizedSrcset({ ...photo, widths: [16, 48] }, { width: 40 })).toBe(`${photo.url}&w=48 40w`);
  expect(resizedSrcset({ ...photo, widths: [300, 600] })).toBe(`${photo.url}&w=300 300w, ${photo.url}&w=600 600w`);
});
