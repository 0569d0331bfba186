import { describe, expect, it } from 'vitest';
import { corePostTypes } from '../../../rules/content/core-content-types.ts';
import type { PostType } from '../../../rules/post-types.ts';
import { longestSlug, slugCandidate } from '../../../text/slug.ts';
import { slugLock, trashedSlug, untrashedSlug } from './post-slug.ts';

describe('slugs in the trash', () => {
  it('are marked once', () => {
    expect(trashedSlug('ash')).toBe('ash__trashed');
    expect(trashedSlug('ash__trashed')).toBe('ash__trashed');
    expect(trashedSlug('')).toBe('__trashed');
  });

  it('fit the column and never end in half a character', () => {
    for (let ahead = 0; ahead < 12; ahead++) {
      let slug = 'a'.repeat(ahead);
      for (const letter of '日ж🌊'.repeat(20)) {
        const longer = slug + encodeURIComponent(letter).toLowerCase();
        if (longer.length <= 200) slug = longer;
      }
      const marked = trashedSlug(slug);
      expect(marked.length).toBeLessThanOrEqual(200);
      expect(() => decodeURIComponent(marked)).not.toThrow();
    }
  });

  it('come back as noted, else without the mark', () => {
    expect(untrashedSlug({ slug: 'x__trashed' }, 'noted')).toBe('noted');
    expect(untrashedSlug({ slug: 'x__trashed' }, '')).toBe('');
    expect(untrashedSlug({ slug: 'x__trashed' }, null)).toBe('x');
    expect(untrashedSlug({ slug: 'x' }, null)).toBe('x');
  });
});

const [post, page, attachment] = corePostTypes as [PostType, PostType, PostType];

describe('slugLock', () => {
  const long = (end: string): string => `${'ab-1'.repeat(60).slice(0, longestSlug - end.length)}${end}`;

  it.each(['ash', 'ash-2', 'ash-2-7', '2020', long('x'), long('-12345'), long('%e6%97%a5')])(
    'is one and the same for %s and all that a number makes of it',
    (slug) => {
      for (const n of [2, 3, 10, 99, 12_345]) {
        expect(slugLock(post, slugCandidate(slug, n))).toBe(slugLock(post, slug));
      }
    },
  );

  it('parts slugs into few shares, and types from each other', () => {
    const locks = new Set(Array.from({ length: 5000 }, (_, n) => slugLock(post, `slug-${n}-x`)));
    expect(locks.size).toBeGreaterThan(200);
    expect(locks.size).toBeLessThanOrEqual(256);
    expect(slugLock(page, 'ash')).not.toBe(slugLock(post, 'ash'));
    expect(slugLock(page, 'ash')).toBe(slugLock(attachment, 'ash'));
  });
});
