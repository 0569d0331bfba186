import { coreBlocks } from './blocks/core-blocks.ts';
import type { MediaImage } from './render/image-tag.ts';
import { createCounters, type RenderContext } from './render/render-context.ts';
import { coreShortcodes } from './shortcodes/core-shortcodes.ts';
import { earlyTextRules } from './text-rules.ts';

/** A context as a request would create it; `more` overrides what a test needs. */
export const textContext = (more: Partial<RenderContext> = {}): RenderContext => ({
  siteUrl: 'http://site.invalid',
  smilies: true,
  shortcodes: coreShortcodes,
  blocks: coreBlocks,
  rules: earlyTextRules,
  postId: 7,
  counters: createCounters(),
  ...more,
});

const file = (name: string, width: number, height: number) => ({
  url: `http://site.invalid/up/${name}`,
  width,
  height,
});

/** A wide picture with scaled copies, and a small one without. */
export const images: Readonly<Record<'wide' | 'small', MediaImage>> = {
  wide: {
    id: 11,
    pageUrl: 'http://site.invalid/wide/',
    altText: '',
    caption: '',
    full: file('wide.jpg', 2000, 1000),
    sizes: {
      thumbnail: file('wide-150.jpg', 150, 150),
      medium: file('wide-300.jpg', 300, 150),
      large: file('wide-1024.jpg', 1024, 512),
    },
  },
  small: {
    id: 12,
    pageUrl: 'http://site.invalid/small/',
    altText: 'a "small" one',
    caption: "It's <em>small</em>",
    full: file('small.png', 90, 120),
    sizes: {},
  },
};

/** A library of the two pictures, the small one attached to post 7. */
export const library: NonNullable<RenderContext['media']> = {
  image: (id) => Object.values(images).find((image) => image.id === id),
  attachedTo: (postId) => (postId === 7 ? [images.small] : []),
};
