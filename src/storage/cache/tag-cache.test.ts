import { describe, expect, it } from 'vitest';
import { anyTag, TagCache, tagsOfKinds } from './tag-cache.ts';

const cacheOf = (most = 100) => new TagCache<number>({ concerns: tagsOfKinds('post', 'posts'), most });

describe('a cache of values under tags', () => {
  it('drops a value when one of its tags is touched, and no other', () => {
    const cache = cacheOf();
    cache.set('one', 1, { since: cache.version, tags: ['post:1', 'post:2'] });
    cache.set('two', 2, { since: cache.version, tags: ['post:3'] });
    cache.invalidate(new Set(['post:2', 'comment:3']));
    expect([cache.get('one'), cache.get('two')]).toEqual([undefined, 2]);
    cache.invalidate('everything');
    expect(cache.get('two')).toBeUndefined();
  });

  it('does not store a value that a change has overtaken', () => {
    const cache = cacheOf();
    const since = cache.version;
    cache.invalidate(new Set(['post:1']));
    cache.set('changed', 1, { since, tags: ['post:1'] });
    cache.set('any', 1, { since, tags: [anyTag] });
    cache.set('other', 1, { since, tags: ['post:2'] });
    expect(['changed', 'any', 'other'].map((key) => cache.get(key))).toEqual([undefined, undefined, 1]);
    cache.invalidate('everything');
    cache.set('late', 1, { since, tags: ['post:2'] });
    expect(cache.get('late')).toBeUndefined();
  });

  it('takes everything as changed since a moment that is long ago', () => {
    const cache = cacheOf();
    const since = cache.version;
    for (let n = 0; n < 500; n += 1) cache.invalidate(new Set([`post:${n}`]));
    cache.set('late', 1, { since, tags: ['post:1000'] });
    expect(cache.get('late')).toBeUndefined();
  });

  it('is not concerned by other kinds of tags', () => {
    const cache = cacheOf();
    const since = cache.version;
    cache.invalidate(new Set(['comments', 'comment:1']));
    expect(cache.version).toBe(since);
  });

  it('keeps a value that can be brought up to date, with what has changed, up to a number of changes', () => {
    const cache = cacheOf();
    const since = cache.version;
    cache.invalidate(new Set(['post:1']));
    cache.set('list', 1, { since, tags: [anyTag], mostChanges: 2 });
    expect(cache.get('list')).toBeUndefined();
    cache.invalidate(new Set(['post:2']));
    const { changed } = cache.withChanges('list')!;
    expect([...changed]).toEqual(['post:1', 'post:2']);
    changed.clear();
    expect(cache.get('list')).toBe(1);
    cache.invalidate(new Set(['post:1', 'post:2', 'post:3']));
    expect(cache.withChanges('list')).toBeUndefined();
  });

  it('drops what was not used for longest', () => {
    const cache = cacheOf(2);
    const stored = { since: cache.version, tags: ['posts'] };
    cache.set('one', 1, stored);
    cache.set('two', 2, stored);
    cache.get('one');
    cache.set('three', 3, stored);
    expect(['one', 'two', 'three'].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
  });

  it('has callers share a read, unless something has changed since it began', async () => {
    const cache = cacheOf();
    const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    let reads = 0;
    const read = () => cache.read('key', ['posts'], () => answers[reads++]!.promise);
    const [first, second] = [read(), read()];
    cache.invalidate(new Set(['posts']));
    const third = read();
    answers[1]!.resolve(2);
    expect(await third).toBe(2);
    answers[0]!.resolve(1);
    expect(await Promise.all([first, second])).toEqual([1, 1]);
    expect([cache.get('key'), reads]).toEqual([2, 2]);
  });

  it('reads again after a read that failed', async () => {
    const cache = cacheOf();
    const fail = () => Promise.reject(new Error('away'));
    await expect(cache.read('key', ['posts'], fail)).rejects.toThrow('away');
    expect(await cache.read('key', ['posts'], async () => 1)).toBe(1);
  });
});
