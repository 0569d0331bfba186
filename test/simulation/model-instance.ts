import { Freshness } from '../../src/response-cache/freshness.ts';
import { ChangeFeed } from '../../src/storage/changes/change-feed.ts';
import type { ChangeLog, LogView } from '../../src/storage/changes/log-tracker.ts';
import type { TouchedTags } from '../../src/storage/store.ts';
import type { ModelDatabase } from './model-database.ts';
import type { Scheduler } from './scheduler.ts';

/** How an instance learns of changes; the protocol that is tested. */
export interface Protocol {
  start(nowMs: number): Promise<void>;
  poll(nowMs: number): Promise<TouchedTags | null>;
  interrupt(): void;
  tend(nowMs: number): Promise<void>;
  /** Whether the replica, with this log, has every change found so far. */
  isCovered(nowMs: number): Promise<boolean>;
}

export type CreateProtocol = (log: ChangeLog, replica: ChangeLog, database: ModelDatabase) => Protocol;

type Cache = Map<string, { value: number; freshAt: number }>;

/** One process with a cache of responses; each response shows the value of one tag. */
export class ModelInstance {
  readonly #database: ModelDatabase;
  readonly #scheduler: Scheduler;
  readonly #create: CreateProtocol;
  #protocol: Protocol;
  #freshness: Freshness;
  #cached: Cache = new Map();
  #generation = 0;
  #polling: Promise<unknown> = Promise.resolve();
  #isStarted = false;

  constructor(database: ModelDatabase, scheduler: Scheduler, create: CreateProtocol) {
    this.#database = database;
    this.#scheduler = scheduler;
    this.#create = create;
    [this.#protocol, this.#freshness] = this.#fresh();
  }

  /** Starts with an empty cache; what the process before it had begun is gone. */
  async restart(): Promise<void> {
    this.#isStarted = false;
    [this.#protocol, this.#freshness] = this.#fresh();
    this.#cached = new Map();
    this.#generation = this.#database.generation;
    await this.#protocol.start(this.#scheduler.now);
    this.#isStarted = true;
  }

  /** Answers a request for a tag; throws if the answer was not true at any time since the request came. */
  async request(tag: string): Promise<void> {
    if (!this.#isStarted) return;
    const time = this.#database.time;
    const freshness = this.#freshness;
    const cached = this.#cached;
    await freshness.checkAgain();
    const entry = cached.get(tag);
    const isHit = entry !== undefined && freshness.isFresh([tag], entry.freshAt);
    const value = isHit ? entry.value : await this.#render(tag, freshness, cached);
    if (!this.#database.wasTrue(tag, value, time)) {
      throw new Error(
        `${tag} was shown as ${value} (${isHit ? 'hit' : 'miss'}); it is ${this.#database.valueOf(tag)}.`,
      );
    }
  }

  async #render(tag: string, freshness: Freshness, cached: Cache): Promise<number> {
    const begunAt = freshness.epoch;
    await this.#scheduler.pause();
    const generation = this.#database.generation;
    const isCovered = await this.#protocol.isCovered(this.#scheduler.now);
    this.#connect();
    const usesReplica = isCovered && generation === this.#database.generation;
    const node = usesReplica ? this.#database.readReplica() : this.#database.read();
    const value = node.values.get(tag) ?? 0;
    await this.#scheduler.pause();
    await freshness.checkAgain();
    if (freshness.isFresh([tag], begunAt)) cached.set(tag, { value, freshAt: freshness.epoch });
    return value;
  }

  tend(): Promise<void> {
    return this.#protocol.tend(this.#scheduler.now);
  }

  #fresh(): [Protocol, Freshness] {
    const protocol = this.#create(
      this.#logOf(() => this.#database.read()),
      this.#logOf(() => this.#database.readReplica()),
      this.#database,
    );
    const poll = (): Promise<TouchedTags | null> => {
      const polled = this.#polling.then(() => protocol.poll(this.#scheduler.now));
      this.#polling = polled.catch(() => null);
      return polled;
    };
    return [protocol, new Freshness(new ChangeFeed({ poll, expire: () => {} }))];
  }

  /** After a fail-over the old connections are gone before anything is read through a new one. */
  #connect(): void {
    if (this.#generation === this.#database.generation) return;
    this.#generation = this.#database.generation;
    this.#protocol.interrupt();
  }

  #logOf(server: () => Pick<ReturnType<ModelDatabase['read']>, 'log'>): ChangeLog {
    const seen = async (from: number): Promise<LogView> => {
      await this.#scheduler.pause();
      this.#connect();
      const rows = [...server().log.values()].sort((a, b) => a.seq - b.seq);
      await this.#scheduler.pause();
      return { oldest: rows[0]?.seq ?? null, rows: rows.filter((row) => row.seq >= from) };
    };
    return {
      read: async (from, head) => {
        const { oldest, rows } = await seen(from);
        return { oldest, rows: rows.map((row) => (row.seq > head ? row : { ...row, tags: null })) };
      },
      rows: async (numbers) => (await seen(0)).rows.filter((row) => numbers.includes(row.seq)),
    };
  }
}
