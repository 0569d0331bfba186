import { describe, expect, it } from 'vitest';
import { longestSlug, slugCandidate } from '../content/text/slug.ts';
import { firstFree, slugTurn, trashedSlug, untrashedSlug } from './post-slug.ts';

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

describe('firstFree', () => {
  it.each([1, 2, 5, 12, 13, 100, 4096, 100_000])(
    'finds the number after %i taken ones, with few questions',
    async (last) => {
      let asked = 0;
      const found = await firstFree(async (n) => {
        asked++;
        return n > last;
      });
      expect(found).toBe(Math.max(2, last + 1));
      expect(asked).toBeLessThan(50);
    },
  );

  it('takes an early gap', async () => {
    expect(await firstFree(async (n) => n === 5 || n > 9)).toBe(5);
  });
});

describe('slugTurn', () => {
  const long = (end: string): string => `${'ab-1'.repeat(60).slice(0, longestSlug - end.length)}${end}`;

  it.each(['ash', 'ash-2', 'ash-2-7', '2020', long('x'), long('-12345'), long('%e6%97%a5')])(
    'is one and the same for %s and all that a number makes of it',
    (slug) => {
      for (const n of [2, 3, 10, 99, 12_345]) {
        expect(slugTurn('post', slugCandidate(slug, n))).toBe(slugTurn('post', slug));
      }
    },
  );

  it('parts slugs into few shares, and types from each other', () => {
    const turns = new Set(Array.from({ length: 5000 }, (_, place) => slugTurn('post', `slug-${place}-x`)));
    expect(turns.size).toBeGreaterThan(200);
    expect(turns.size).toBeLessThanOrEqual(256);
    expect(slugTurn('page', 'ash')).not.toBe(slugTurn('post', 'ash'));
  });
});
