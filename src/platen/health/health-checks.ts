import { stat, statfs } from 'node:fs/promises';
import type { Site } from '../../rules/site.ts';
import { json } from '../../schema/json-schema.ts';
import type { OpenStore } from '../../storage/store.ts';

/** `good`, worth a look, or in need of somebody. */
const healthStates = ['good', 'attention', 'bad'] as const;
export type HealthState = (typeof healthStates)[number];

const fact = json.orNull(json.anyOf(json.string, { type: 'number' }, json.boolean));
const checkNames = ['database', 'disk', 'mail', 'queue', 'search', 'address'] as const;

/** The exact form of the checks. */
export const healthChecksSchema = json.listOf(
  json.object({ id: json.words(...checkNames), state: json.words(...healthStates), facts: json.mapOf(fact) }),
);

/** One thing that was looked at. The facts are numbers and words, never an address or a secret. */
export interface HealthCheck {
  readonly id: (typeof checkNames)[number];
  readonly state: HealthState;
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
}

/** What the checks look at. */
export interface HealthContext {
  readonly store: OpenStore;
  readonly dataDir: string;
  /** The file of the database; null on a server and in memory. */
  readonly databaseFile: string | null;
  readonly mail: {
    readonly isConfigured: boolean;
    counts(): Promise<{ readonly waiting: number; readonly failed: number }>;
  };
  readonly queue: { counts(): Promise<{ readonly queued: number; readonly dead: number }> };
}

export function checkHealth(context: HealthContext, site: Site): Promise<HealthCheck[]> {
  return Promise.all([
    checkDatabase(context),
    checkDisk(context),
    checkMail(context),
    checkQueue(context),
    checkSearch(context),
    checkAddress(site),
  ]);
}

const slowPingMs = 250;

async function checkDatabase({ store, databaseFile }: HealthContext): Promise<HealthCheck> {
  const began = performance.now();
  const isAnswering = await store.ping().then(
    () => true,
    () => false,
  );
  const milliseconds = Math.round(performance.now() - began);
  const bytes = databaseFile === null ? null : await sizeOf(databaseFile);
  const state = !isAnswering ? 'bad' : milliseconds > slowPingMs ? 'attention' : 'good';
  return { id: 'database', state, facts: { kind: store.dialect.name, milliseconds, bytes } };
}

/** The file with what waits beside it to be written into it. */
async function sizeOf(path: string): Promise<number | null> {
  const [file, log] = await Promise.all([path, `${path}-wal`].map((one) => stat(one).catch(() => null)));
  return file ? file.size + (log?.size ?? 0) : null;
}

const littleBytes = 1024 ** 3;
const tooLittleBytes = 200 * 1024 ** 2;

async function checkDisk({ dataDir }: HealthContext): Promise<HealthCheck> {
  const disk = await statfs(dataDir).catch(() => null);
  if (!disk) return { id: 'disk', state: 'attention', facts: { free: null, total: null } };
  const [free, total] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  const state = free < tooLittleBytes ? 'bad' : free < littleBytes ? 'attention' : 'good';
  return { id: 'disk', state, facts: { free, total } };
}

async function checkMail({ mail }: HealthContext): Promise<HealthCheck> {
  const { waiting, failed } = await mail.counts();
  const state = failed > 0 || (!mail.isConfigured && waiting > 0) ? 'bad' : mail.isConfigured ? 'good' : 'attention';
  return { id: 'mail', state, facts: { configured: mail.isConfigured, waiting, failed } };
}

async function checkQueue({ queue }: HealthContext): Promise<HealthCheck> {
  const { queued, dead } = await queue.counts();
  return { id: 'queue', state: dead > 0 ? 'bad' : 'good', facts: { queued, dead } };
}

const manyWaiting = 5_000;

/** Texts that wait to be indexed are found, but slowly. */
async function checkSearch({ store }: HealthContext): Promise<HealthCheck> {
  const { waiting } = await store.searchIndex();
  return { id: 'search', state: waiting > manyWaiting ? 'attention' : 'good', facts: { waiting } };
}

/** Passwords and cookies belong on HTTPS, except on the machine itself. */
async function checkAddress({ serverUrl }: Site): Promise<HealthCheck> {
  const { protocol, hostname } = new URL(serverUrl);
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const isSecure = protocol === 'https:';
  return {
    id: 'address',
    state: isSecure || isLocal ? 'good' : 'attention',
    facts: { https: isSecure, local: isLocal },
  };
}
