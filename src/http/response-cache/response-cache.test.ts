import { stat } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import type { TouchedTags } from '../../storage/store.ts';
import { PreparedResponse } from '../prepared-response.ts';
import { InvalidationClock } from './invalidation-clock.ts';
import { ResponseCache } from './response-cache.ts';

function setUp(mostBytes = 1_000_000) {
  const pending: (TouchedTags | null)[] = [];
  const freshness = new InvalidationClock({ poll: () => pending.shift() ?? null });
  return { pending, freshness, cache: new ResponseCache(freshness, mostBytes) };
}

const entry = (tags: string[], payload = 'hello') => ({
  etag: '"x"',
  lastModified: '',
  plain: new PreparedResponse(200, [], Buffer.from(payload)),
  tags,
  keptMs: 0,
  encoded: null,
});
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the response cache', () => {
  it('gives back what it stored until one of its tags is touched', async () => {
    const { pending, freshness, cache } = setUp();
    await cache.keep('/a', freshness.epoch, entry(['post:1', 'options']));
    await cache.keep('/b', freshness.epoch, entry(['post:2']));
    expect(cache.get('/a')?.plain.payload.toString()).toBe('hello');
    pending.push(new Set(['post:1']));
    await nextTurn();
    freshness.check();
    expect(cache.get('/a')).toBeNull();
    expect(cache.get('/b')).not.toBeNull();
  });

  it('does not store a response that a write has overtaken', async () => {
    const { pending, freshness, cache } = setUp();
    const begun = freshness.epoch;
    pending.push(new Set(['posts']));
    await cache.keep('/list', begun, entry(['posts']));
    expect(cache.get('/list')).toBeNull();
    expect(cache.metrics().overtaken).toBe(1);
  });

  it('drops everything where it cannot be told what changed', async () => {
    const { pending, freshness, cache } = setUp();
    await cache.keep('/a', freshness.epoch, entry(['post:1']));
    pending.push('everything');
    await nextTurn();
    freshness.check();
    expect(cache.get('/a')).toBeNull();
  });

  it('stays within its memory, least recently used out first', async () => {
    const { freshness, cache } = setUp(20_000);
    for (let i = 0; i < 50; i++) {
      await cache.keep(`/${i}`, freshness.epoch, entry([], 'x'.repeat(1000)));
      cache.get('/0');
    }
    expect(cache.metrics().bytes).toBeLessThanOrEqual(20_000);
    expect(cache.get('/0')).not.toBeNull();
    expect(cache.get('/1')).toBeNull();
  });

  it('holds at most 500 variants of one path, the oldest out first, and leaves other paths alone', async () => {
    const { freshness, cache } = setUp(100_000_000);
    await cache.keep('/other', freshness.epoch, entry([]));
    for (let i = 0; i < 510; i++) await cache.keep(`/a?n=${i}`, freshness.epoch, entry([]));
    expect(cache.metrics().entries).toBe(501);
    expect([cache.has('/a?n=9'), cache.has('/a?n=10'), cache.has('/other')]).toEqual([false, true, true]);
  });

  it('stores no response over 2 MiB', async () => {
    const { freshness, cache } = setUp(100_000_000);
    await cache.keep('/large', freshness.epoch, entry([], 'x'.repeat(2 * 1024 * 1024 + 1)));
    expect(cache.has('/large')).toBe(false);
  });

  it('asks what changed once per batch of events', async () => {
    const poll = vi.fn(() => null);
    const freshness = new InvalidationClock({ poll });
    for (let i = 0; i < 10; i++) freshness.check();
    expect(poll).toHaveBeenCalledTimes(1);
    await nextTurn();
    freshness.check();
    expect(poll).toHaveBeenCalledTimes(2);
  });

  it('takes nothing as checked in a batch of events whose changes could not be read', async () => {
    const poll = vi.fn(() => {
      throw new Error('disk I/O error');
    });
    const freshness = new InvalidationClock({ poll });
    for (let i = 0; i < 2; i++) await expect(freshness.check()).rejects.toThrow('disk I/O error');
  });

  it('asks again for events that were waited for after the last time', async () => {
    const poll = vi.fn(() => null);
    const freshness = new InvalidationClock({ poll });
    await nextTurn();
    const event = promisify(stat)('.');
    // The event is there before the loop waits for the next ones.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    freshness.check();
    await event;
    freshness.check();
    expect(poll).toHaveBeenCalledTimes(2);
  });
});
