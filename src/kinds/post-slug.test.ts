import { describe, expect, it } from 'vitest';
import { trashedSlug, untrashedSlug } from './post-slug.ts';

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
