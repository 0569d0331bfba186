import { loadOptional } from '../missing-package.ts';
import type { RedisCommands } from './redis-limit-states.ts';

/** A connection to Redis that fails fast: a limit must not wait for a server that is away. */
export interface RedisConnection extends RedisCommands {
  close(): void;
}

const commandMs = 500;
const longestPauseMs = 2_000;

/** Connects in the background and connects again after a failure; commands fail at once while there is none. */
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
  return {
    get: (key) => redis.get(key),
    eval: (script, keys, ...args) => redis.eval(script, keys, ...args),
    del: (key) => redis.del(key),
    close: () => redis.disconnect(),
  };
}
