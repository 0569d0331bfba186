import { expect, it } from 'vitest';
import { textContext } from '../text-context.test-support.ts';
import { createCachedRenderer, isSelfContained } from './cached-renderer.ts';
import { createTextCache, RenderedText, type TextCache } from './text-cache.ts';

function counting(value: string) {
  const calls = { count: 0 };
  return { calls, make: () => `${value}${++calls.count}` };
}

/** The cached text, else the one that `make` returns. */
function through(cache: TextCache, name: string, content: string, make: () => string): string {
  const known = cache.get(name, content);
  if (known) return known.text;
  const made = new RenderedText(make());
  cache.keep(name, content, made);
  return made.text;
}

it('a text is made once for the same name and content', () => {
  const cache = createTextCache(10_000);
  const { calls, make } = counting('x');
  expect(through(cache, 'a', 'c', make)).toBe('x1');
  expect(through(cache, 'a', 'c', make)).toBe('x1');
  expect(through(cache, 'b', 'c', make)).toBe('x2');
  expect(through(cache, 'a', 'd', make)).toBe('x3');
  expect(calls.count).toBe(3);
});

it('a text stands in JSON as it would if it were written anew', () => {
  const text = 'a "quoted" <p>\n\u2028 \ud800 ☃';
  expect(JSON.stringify({ made: new RenderedText(text).json })).toBe(JSON.stringify({ made: text }));
});

it('what was not used for longest makes room, and the bound holds', () => {
  const cache = createTextCache(2_000);
  const put = (key: string) => through(cache, 'a', key.repeat(50), () => `${key}!`);
  for (const key of 'abcd') put(key);
  put('a');
  for (const key of 'efghij') {
    put(key);
    put('a');
  }
  expect(cache.bytes()).toBeLessThanOrEqual(2_000);
  const { calls, make } = counting('new');
  through(cache, 'a', 'a'.repeat(50), make);
  expect(calls.count).toBe(0);
  through(cache, 'a', 'b'.repeat(50), make);
  expect(calls.count).toBe(1);
  cache.clear();
  expect(cache.bytes()).toBe(0);
});

it('one huge text does not empty the cache', () => {
  const cache = createTextCache(2_000);
  through(cache, 'a', 'small', () => 'x');
  through(cache, 'a', 'y'.repeat(5_000), () => 'x');
  expect(cache.bytes()).toBeGreaterThan(0);
  expect(cache.bytes()).toBeLessThan(2_000);
});

it('texts that depend on more than themselves pass the cache by', () => {
  const renderer = createCachedRenderer(createTextCache(100_000));
  const player = '[audio src="http://m/a.mp3"]';
  const context = textContext();
  expect(renderer.content(player, context)).toContain('audio-7-1');
  expect(renderer.content(player, context)).toContain('audio-7-2');
  expect(isSelfContained('plain "text"', context)).toBe(true);
  for (const text of ['[gallery]', 'http://m/a.mp4', '<img class="wp-image-3">'])
    expect(isSelfContained(text, context)).toBe(false);
});

it('options and shortcodes are part of what is remembered', () => {
  const renderer = createCachedRenderer(createTextCache(100_000));
  expect(renderer.content(':) [x]', textContext())).toBe('<p>🙂 [x]</p>\n');
  expect(renderer.content(':) [x]', textContext({ smilies: false }))).toBe('<p>:) [x]</p>\n');
  const shortcodes = textContext().shortcodes.with({ x: () => 'X' });
  expect(renderer.content(':) [x]', textContext({ shortcodes }))).toBe('<p>🙂 X</p>\n');
  expect(renderer.title('"a"', textContext())).toBe('&#8220;a&#8221;');
});
