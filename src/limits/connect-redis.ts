import type { RedisCommands } from './redis-limit-states.ts';

/** A connection to Redis that fails fast: a limit must not wait for a server that is away. */
export interface RedisConnection extends RedisCommands {
  close(): void;
}

/** The package that speaks to Redis is not installed; the message says how to install it. */
export class RedisPackageMissing extends Error {}

const commandMs = 500;
const longestPauseMs = 2_000;

/** Connects in the background and connects again after a failure; commands fail at once while there is none. */
export async function connectRedis(url: string): Promise<RedisConnection> {
  const { Redis } = await import('ioredis').catch((cause: unknown) => {
    throw new RedisPackageMissing(
      'PLATEN_REDIS_URL is set, but the package ioredis is not installed. Run "npm install ioredis", or unset it.',
      { cause },
    );
  });
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
