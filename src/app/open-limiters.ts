import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { secretKey } from '../auth/secrets.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { MissingPackage } from '../lib/error-code.ts';
import { databaseLimitStates } from '../limits/database-limit-states.ts';
import type { Limiters } from '../limits/limiter.ts';
import { createLimiters, memoryLimiters, withFallback } from '../limits/limiters.ts';
import { connectRedis, redisLimitStates } from '../limits/redis-limit-states.ts';
import type { Store } from '../storage/store.ts';

export interface OpenLimiters {
  readonly limiters: Limiters;
  readonly closeLimiters: () => void;
}

type LimitConfig = Pick<Config, 'limits' | 'redisUrl' | 'databaseUrl' | 'workers'>;

interface LimitServices {
  readonly config: LimitConfig;
  readonly store: Store;
  readonly clock: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

/** Opens the limiters where the configuration wants them counted; every process of a site must count in one place. */
export async function openLimiters({ config, store, clock, log }: LimitServices): Promise<OpenLimiters> {
  const place = limitsPlace(config);
  if (place === 'memory') return { limiters: memoryLimiters(clock), closeLimiters: () => {} };
  const nameOf = hashedNames(store);
  const database = () => createLimiters(databaseLimitStates(store, nameOf), clock);
  if (place === 'database') return { limiters: database(), closeLimiters: () => {} };
  const redis = await connect(config.redisUrl);
  const isShared = limitsPlace({ ...config, limits: 'auto', redisUrl: null }) === 'database';
  const spare = isShared ? 'database' : 'memory';
  const limiters = withFallback(
    createLimiters(redisLimitStates(redis, nameOf), clock),
    isShared ? database() : memoryLimiters(clock),
    (error) => log.warn({ err: error }, `Redis cannot be reached; rate limits are counted in the ${spare} meanwhile`),
    clock,
  );
  return { limiters, closeLimiters: () => redis.close() };
}

/** Where limits are counted. One process on its own file needs nobody else; any other site may have many processes. */
export function limitsPlace({ limits, redisUrl, databaseUrl, workers }: LimitConfig): 'memory' | 'database' | 'redis' {
  if (limits !== 'auto') return limits;
  if (redisUrl !== null) return 'redis';
  return workers === 1 && !/^(?:mysql|mariadb):/.test(databaseUrl) ? 'memory' : 'database';
}

async function connect(url: string | null) {
  if (url === null) throw new ConfigError('PLATEN_LIMITS is "redis", but PLATEN_REDIS_URL is not set. Set both.');
  try {
    return await connectRedis(url);
  } catch (error) {
    throw error instanceof MissingPackage ? new ConfigError(error.message, { cause: error }) : error;
  }
}

/** Names in a shared place are keyed hashes: equal in every process, and no addresses or account names. */
function hashedNames(store: Store): (text: string) => Promise<string> {
  let key: Promise<Buffer> | null = null;
  return async (text) => {
    key ??= secretKey(store, 'rate limits').catch((error: unknown) => {
      key = null;
      throw error;
    });
    return createHmac('sha256', await key)
      .update(text)
      .digest('base64url');
  };
}
