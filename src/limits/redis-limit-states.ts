import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { loadOptional } from '../lib/error-code.ts';
import type { LimitState, OpenLimitStates } from './limiter.ts';

/** The commands that are used of a Redis or Valkey client. */
export interface RedisCommands {
  get(key: string): Promise<string | null>;
  eval(script: string, keys: number, ...args: string[]): Promise<unknown>;
  del(key: string): Promise<unknown>;
}

/** Atomic in the server: stores the new text only where the old one is still there; an empty old text means none. */
const replaceScript = `
local stored = redis.call('GET', KEYS[1])
if (stored or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/** States in a Redis or Valkey server; `nameOf` makes the stored name of a limiter's key. */
export function redisLimitStates(redis: RedisCommands, nameOf: (text: string) => Promise<string>): OpenLimitStates {
  /** The stored text of what `read` returned. */
  const texts = new WeakMap<LimitState, string>();
  const keyOf = async (limiter: string, key: string) => `platen:limit:${await nameOf(`${limiter}\n${key}`)}`;
  return (limiter) => ({
    async read(key) {
      const text = await redis.get(await keyOf(limiter, key));
      const state = text === null ? null : parse(text);
      if (text !== null && state !== null) texts.set(state, text);
      return state;
    },
    async replace(key, seen, next, nowMs) {
      const old = seen === null ? '' : (texts.get(seen) ?? '');
      const life = Math.max(1, Math.ceil(next.untilMs - nowMs));
      const stored = await keyOf(limiter, key);
      return (await redis.eval(replaceScript, 1, stored, old, JSON.stringify(next), String(life))) === 1;
    },
    async remove(key) {
      await redis.del(await keyOf(limiter, key));
    },
  });
}

/** The server forgets states in time, so the clock is not asked; a text that is not ours counts as none. */
function parse(text: string): LimitState | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('state' in value) || !('untilMs' in value)) return null;
    return { state: value.state, untilMs: Number(value.untilMs) };
  } catch {
    return null;
  }
}

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
