import { expect, it } from 'vitest';
import { neededMedia } from './needed-media.ts';

it.each([
  ['ordinary text needs nothing', 'a <img src="x"> [audio]', [], []],
  ['images named by their class', '<img class="a wp-image-5"> <img class="wp-image-6 b"> wp-image-9', [5, 6], []],
  ['the images of galleries', '[gallery ids="3,4,3"] [gallery include=8]', [3, 4, 8], []],
  ['galleries of the post and of others', '[gallery] [gallery id="30" columns=2]', [], [7, 30]],
  ['an unclosed gallery is text', '[gallery ids="1"', [], []],
])('%s', (_, text, images, attachedTo) => {
  expect(neededMedia(text, 7)).toEqual({ images, attachedTo });
});
