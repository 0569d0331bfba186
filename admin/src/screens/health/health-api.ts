import { api } from '../../api/api.ts';

type Fact = string | number | boolean | null;

export interface HealthCheck {
  readonly id: 'database' | 'disk' | 'mail' | 'queue' | 'search' | 'address' | 'passwords';
  readonly state: 'good' | 'attention' | 'bad';
  readonly facts: Readonly<Record<string, Fact>>;
}

export interface Health {
  readonly checks: readonly HealthCheck[];
  readonly versions: Readonly<Record<string, string>>;
  readonly process: { readonly uptime_seconds: number; readonly memory_bytes: number };
  readonly slow_statements: readonly { readonly sql: string; readonly count: number; readonly longest_ms: number }[];
}

export interface CacheState {
  readonly enabled: boolean;
  readonly megabytes: number;
  readonly metrics: Readonly<Record<string, number>>;
  readonly history: readonly CacheMoment[];
}

/** The cache at a moment; hits and misses are counted from the start of the process. */
export interface CacheMoment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  readonly bytes: number;
}

/** These routes show no resource, so that the types of their answers are stated here. */
export const healthApi = {
  health: async (signal: AbortSignal) => (await api.get('/platen/v1/health', {}, signal)) as Health,
  cache: async (signal: AbortSignal) => (await api.get('/platen/v1/cache', {}, signal)) as CacheState,
  purge: (tags: readonly string[]) => api.post('/platen/v1/cache/purge', { tags }),
};

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes as people read them. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const value = bytes / 1024 ** power;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`;
}
