import { expect, it } from 'vitest';
import { attachedPath, mediaDetails, readPicture } from './attachment-metadata.ts';

const stored = {
  width: 1500,
  height: 1000,
  file: '2021/03/meadow.jpg',
  sizes: {
    thumbnail: { file: 'meadow-150x150.jpg', width: 150, height: 150, 'mime-type': 'image/jpeg' },
    medium: { file: 'meadow-300x200.jpg', width: 300, height: 200, 'mime-type': 'image/jpeg' },
  },
  image_meta: { camera: 'X', keywords: [] },
};
const address = { url: 'https://example.org/wp-content/uploads/2021/03/meadow.jpg', mime: 'image/jpeg' };
const folder = 'https://example.org/wp-content/uploads/2021/03/';

it('a picture shows its copies with their addresses, and itself as full', () => {
  expect(mediaDetails(stored, address)).toEqual({
    width: 1500,
    height: 1000,
    file: '2021/03/meadow.jpg',
    sizes: {
      thumbnail: {
        file: 'meadow-150x150.jpg',
        width: 150,
        height: 150,
        mime_type: 'image/jpeg',
        source_url: `${folder}meadow-150x150.jpg`,
      },
      medium: {
        file: 'meadow-300x200.jpg',
        width: 300,
        height: 200,
        mime_type: 'image/jpeg',
        source_url: `${folder}meadow-300x200.jpg`,
      },
      full: { file: 'meadow.jpg', width: 1500, height: 1000, mime_type: 'image/jpeg', source_url: address.url },
    },
    image_meta: { camera: 'X', keywords: [] },
  });
});

it('a picture without copies has an empty object of sizes', () => {
  expect(mediaDetails({ ...stored, sizes: [] }, address)).toMatchObject({ sizes: {} });
  expect(mediaDetails({ ...stored, sizes: {} }, address)['sizes']).toEqual({});
});

it('sounds show what is stored, and sizes always', () => {
  const sound = { length: 3, length_formatted: '0:03' };
  const at = { url: 'x', mime: 'audio/wav' };
  expect(mediaDetails(sound, at)).toEqual({ ...sound, sizes: {} });
  expect(mediaDetails({ ...sound, sizes: [] }, at)).toEqual({ ...sound, sizes: {} });
  const preview = { full: { file: 'paper-pdf.jpg', width: 10, height: 20 } };
  const page = { full: { ...preview.full, 'mime-type': 'image/jpeg' } };
  const paper = { url: 'https://x.test/uploads/paper.pdf', mime: 'application/pdf' };
  expect(mediaDetails({ sizes: page }, paper)).toEqual({
    sizes: { full: { ...preview.full, mime_type: 'image/jpeg', source_url: 'https://x.test/uploads/paper-pdf.jpg' } },
  });
});

it.each([null, undefined, '', false, [], 7])('%j shows nothing', (value) => {
  expect(mediaDetails(value, address)).toEqual({});
  expect(readPicture(value)).toBeNull();
});

it('old rows are read with tolerance', () => {
  const old = {
    width: '640',
    height: '480',
    file: '2009/01/a.jpg',
    sizes: { thumbnail: { file: '/srv/www/x/a-150x150.jpg', width: '150', height: '150' }, broken: 'x', none: null },
  };
  expect(readPicture(old)).toEqual({
    width: 640,
    height: 480,
    file: '2009/01/a.jpg',
    sizes: { thumbnail: { file: 'a-150x150.jpg', width: 150, height: 150, 'mime-type': '' } },
  });
  expect(readPicture({ width: -1, height: 'x', file: 'a.jpg' })).toBeNull();
});

it.each([
  ['2021/03/a.jpg', '2021/03/a.jpg'],
  ['/home/x/public_html/wp-content/uploads/2009/01/a.jpg', '2009/01/a.jpg'],
  ['C:\\site\\wp-content\\uploads\\a.jpg', 'a.jpg'],
  ['/etc/passwd', ''],
  ['/x/wp-content/uploads/../../wp-config.php', ''],
  ['../canary', ''],
  ['', ''],
  [null, ''],
])('the stored path %j names %j', (stored, path) => {
  expect(attachedPath(stored)).toBe(path);
});
