import { expect, it } from 'vitest';
import { pictureAttributes } from './astro.ts';
import { pictureOf } from './content.ts';
import { createPictureLoader, pictureLoader } from './next.ts';

const url = 'https://example.org/media/7/dog.jpg?v=abc';
const file = {
  id: 7,
  link: 'https://example.org/dog/',
  slug: 'dog',
  source_url: 'https://example.org/wp-content/uploads/2026/01/dog.jpg',
  alt_text: 'A dog',
  media_details: { width: 1000, height: 500 },
};

it('a loader for next/image asks for the next public width of a resized picture, and leaves other addresses', () => {
  expect(pictureLoader({ src: url, width: 640, quality: 50 })).toBe(`${url}&w=640`);
  expect(pictureLoader({ src: url, width: 700 })).toBe(`${url}&w=750`);
  expect(createPictureLoader([300, 900])({ src: url, width: 640 })).toBe(`${url}&w=900`);
  for (const src of [file.source_url, 'https://elsewhere.example/media/dog.jpg', '/logo.svg'])
    expect(pictureLoader({ src, width: 640 })).toBe(src);
});

it('a picture has the sizes that the server makes, where it says so', () => {
  const resized = { url, widths: [640, 1080] };
  const picture = pictureOf({ ...file, resized });
  expect(picture).toMatchObject({ src: file.source_url, srcset: `${url}&w=640 640w, ${url}&w=1080 1000w`, resized });
  expect(pictureOf(file)).toMatchObject({ srcset: '' });
  expect(pictureOf({ ...file, resized: null })).toMatchObject({ srcset: '' });
});

it('attributes for Astro follow the picture', () => {
  const resized = pictureOf({ ...file, resized: { url, widths: [640, 1080] } });
  const plain = pictureOf(file);
  if (!resized || !plain) throw new Error('There is no picture.');
  expect(pictureAttributes(resized, { sizes: '50vw', width: 600 })).toEqual({
    src: `${url}&w=640`,
    srcset: `${url}&w=640 640w, ${url}&w=1080 1000w`,
    sizes: '50vw',
    width: 1000,
    height: 500,
    alt: 'A dog',
  });
  expect(pictureAttributes(plain, { sizes: '50vw' })).toEqual({
    src: file.source_url,
    width: 1000,
    height: 500,
    alt: 'A dog',
  });
});
