import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { loadOptional } from '../missing-package.ts';
import type { RedisCommands } from './redis-limit-states.ts';

/** A connection to Redis that fails fast: a limit must not wait for a server that is away. */
export interface RedisConnection extends RedisCommands {
  close(): void;
}

/** Long enough for a busy server: what is counted elsewhere meanwhile is counted from zero. */
const commandMs = 2_000;
const longestPauseMs = 2_000;

/**
 * Waits a moment for the first connection, and connects again after a failure; commands fail at once while there is none.
 */
export async function connectRedis(url: string): Promise<RedisConnection> {
  const { Redis } = await loadOptional('ioredis', 'PLATEN_REDIS_URL', () => import('ioredis'));
  const redis = new Redis(url, {
    connectTimeout: longestPauseMs,
    commandTimeout: commandMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(longestPauseMs, 50 * 2 ** Math.min(times, 10)),
  });
  // Each command that needs the connection reports its failure; without a listener the process would end.
  redis.on('error', () => {});
  await Promise.race([once(redis, 'ready'), setTimeout(longestPauseMs, undefined, { ref: false })]).catch(() => {});
  return {
    get: (key) => redis.get(key),
    eval: (script, keys, ...args) => redis.eval(script, keys, ...args),
    del: (key) => redis.del(key),
    close: () => redis.disconnect(),
  };
}
