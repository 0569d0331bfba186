import { expect, it } from 'vitest';
import type { StoredPicture } from './attachment-metadata.ts';
import { readStoredValue, writeStoredMetadata } from './attachment-metadata.ts';
import { readImageMeta } from './workers/image-meta.ts';

const picture: StoredPicture = {
  width: 600,
  height: 400,
  file: '2021/03/ü.jpg',
  sizes: { thumbnail: { file: 'ü-150x150.jpg', width: 150, height: 150, 'mime-type': 'image/jpeg' } },
  image_meta: { ...readImageMeta({}), camera: 'X', keywords: ['a', 'b'] },
};

it('what is written reads back as it was', () => {
  expect(readStoredValue(writeStoredMetadata(picture))).toEqual(picture);
});

it('it is written as the owner of an existing database expects it', () => {
  const stored = writeStoredMetadata({ width: 2, height: 1, file: 'a.jpg', sizes: {} });
  expect(stored).toBe('a:4:{s:5:"width";i:2;s:6:"height";i:1;s:4:"file";s:5:"a.jpg";s:5:"sizes";a:0:{}}');
});

it('what such an owner wrote is read', () => {
  const stored =
    'a:5:{s:5:"width";s:4:"1024";s:6:"height";i:768;s:4:"file";s:13:"2012/05/x.jpg";s:5:"sizes";a:0:{}s:10:"image_meta";a:2:{s:8:"aperture";d:2.8;s:3:"iso";i:100;}}';
  expect(readStoredValue(stored)).toEqual({
    width: '1024',
    height: 768,
    file: '2012/05/x.jpg',
    sizes: [],
    image_meta: { aperture: 2.8, iso: 100 },
  });
});

it.each([null, undefined, '', 'a:1:{', 'nonsense', 'O:8:"stdClass":0:{}'])('%j is nothing', (stored) => {
  expect(readStoredValue(stored)).toBeNull();
});

it('a stored key cannot reach into the program', () => {
  const value = readStoredValue('a:1:{s:9:"__proto__";a:1:{s:5:"width";i:1;}}') as Record<string, unknown>;
  expect(Object.getPrototypeOf(value)).toBeNull();
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>)['width']).toBeUndefined();
});
