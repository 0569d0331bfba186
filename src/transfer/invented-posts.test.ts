import { describe, expect, it } from 'vitest';
import { inventedCategories, inventedTags, inventPost } from './invented-posts.ts';

describe('an invented post', () => {
  it('is the same for the same number, and another for another', () => {
    expect(inventPost(7)).toEqual(inventPost(7));
    expect(inventPost(7).content).not.toBe(inventPost(8).content);
  });

  it('has about two kilobytes, two categories and two tags, and a slug that no other has', () => {
    const posts = Array.from({ length: 500 }, (_, n) => inventPost(n + 1));
    const mean = posts.reduce((sum, post) => sum + post.content.length, 0) / posts.length;
    expect(mean).toBeGreaterThan(1700);
    expect(mean).toBeLessThan(2300);
    for (const { categories, tags } of posts) {
      expect(new Set(categories).size).toBe(2);
      expect(new Set(tags).size).toBe(2);
      expect(Math.max(...categories)).toBeLessThan(inventedCategories.length);
      expect(Math.max(...tags)).toBeLessThan(inventedTags.length);
    }
    expect(new Set(posts.map((post) => post.slug)).size).toBe(posts.length);
  });

  it('uses some words often and some seldom', () => {
    const text = Array.from({ length: 200 }, (_, n) => inventPost(n + 1).content).join(' ');
    const times = (word: string): number => text.split(` ${word} `).length - 1;
    expect(times('the')).toBeGreaterThan(10 * times('trumpet'));
    expect(times('trumpet')).toBeGreaterThan(0);
  });
});
