import { InvalidationClock } from '../../src/http/response-cache/invalidation-clock.ts';
import { ChangeFeed } from '../../src/storage/changes/change-feed.ts';
import type { LoggedChange } from '../../src/storage/changes/change-log.ts';
import type { ChangeLog, LogView } from '../../src/storage/changes/log-tracker.ts';
import type { TouchedTags } from '../../src/storage/store.ts';
import { userCache } from '../../src/storage/users/user-cache.ts';
import type { ModelDatabase } from './model-database.ts';
import type { Scheduler } from './scheduler.ts';

/** How an instance learns of changes; the protocol that is tested. */
export interface Protocol {
  start(nowMs: number): Promise<void>;
  poll(nowMs: number): Promise<TouchedTags | null>;
  /** Takes a row as found that the instance has committed. */
  skip(own: LoggedChange, nowMs: number): void;
  /** Whether caches are told of a write before it is committed, which is wrong. */
  readonly tellsEarly?: boolean;
  interrupt(): void;
  tend(nowMs: number): Promise<void>;
  /** Whether the replica, with this log, has every change found so far. */
  isCovered(nowMs: number): Promise<boolean>;
}

export type CreateProtocol = (log: ChangeLog, replica: ChangeLog, database: ModelDatabase) => Protocol;

type Cache = Map<string, { value: number; freshAt: number }>;

/** What a process has in memory of its own; gone when it restarts. */
interface Memory {
  readonly protocol: Protocol;
  readonly feed: ChangeFeed;
  readonly freshness: InvalidationClock;
  /** Values by their tag. */
  readonly known: ReturnType<typeof userCache.create>;
}

/**
 * One process with a cache of responses, each of which shows the value of one tag, and with values in memory that the
 * requests use which write.
 */
export class ModelInstance {
  readonly #database: ModelDatabase;
  readonly #scheduler: Scheduler;
  readonly #create: CreateProtocol;
  #memory: Memory;
  #cached: Cache = new Map();
  #generation = 0;
  #polling: Promise<unknown> = Promise.resolve();
  #isStarted = false;

  constructor(database: ModelDatabase, scheduler: Scheduler, create: CreateProtocol) {
    this.#database = database;
    this.#scheduler = scheduler;
    this.#create = create;
    this.#memory = this.#fresh();
  }

  /** Starts with an empty cache; what the process before it had begun is gone. */
  async restart(): Promise<void> {
    this.#isStarted = false;
    this.#memory = this.#fresh();
    this.#cached = new Map();
    this.#generation = this.#database.generation;
    await this.#memory.protocol.start(this.#scheduler.now);
    this.#isStarted = true;
  }

  /** Answers a request for a tag; throws if the answer was not true at any time since the request came. */
  async request(tag: string): Promise<void> {
    if (!this.#isStarted) return;
    const time = this.#database.time;
    const { freshness } = this.#memory;
    const cached = this.#cached;
    await freshness.checkAgain();
    const entry = cached.get(tag);
    const isHit = entry !== undefined && freshness.isFresh([tag], entry.freshAt);
    const value = isHit ? entry.value : await this.#render(tag, freshness, cached);
    this.#compare(tag, value, { time, how: isHit ? 'hit' : 'miss' });
  }

  /**
   * Answers a request that writes one tag and then shows it and another one. It reads the log once, when it comes: what it
   * shows was true at some time since then, and not before its own write.
   */
  async write(tag: string, other: string): Promise<void> {
    if (!this.#isStarted) return;
    const came = this.#database.time;
    const memory = this.#memory;
    await memory.feed.refresh();
    const written = await this.#store(tag, memory);
    if (written === null) return;
    this.#compare(tag, await this.#recall(tag, memory), { time: written, how: 'own write' });
    this.#compare(other, await this.#recall(other, memory), { time: came, how: 'beside a write' });
  }

  /** The time of the commit; null where there was none. */
  async #store(tag: string, { protocol, feed }: Memory): Promise<number | null> {
    const transaction = this.#database.begin(tag);
    const seq = this.#database.take(transaction);
    await this.#scheduler.pause();
    if (!this.#database.insert(transaction, seq) || !transaction.row) return this.#database.undo(transaction);
    const tell = (own: LoggedChange) => feed.committed(own, new Set([tag]));
    await this.#scheduler.pause();
    if (protocol.tellsEarly) tell(transaction.row);
    await this.#scheduler.pause();
    if (!this.#database.commit(transaction)) return null;
    const { time } = this.#database;
    // Until the answer arrives.
    await this.#scheduler.pause();
    if (!protocol.tellsEarly) tell(transaction.row);
    return time;
  }

  /** A value from memory where it has not changed, else read. */
  async #recall(tag: string, { known }: Memory): Promise<number> {
    const value = known.get(tag);
    if (typeof value === 'number') return value;
    const { version } = known;
    await this.#scheduler.pause();
    this.#connect();
    const read = this.#database.read().values.get(tag) ?? 0;
    await this.#scheduler.pause();
    known.set(tag, read, { since: version, tags: [tag] });
    return read;
  }

  #compare(tag: string, value: number, { time, how }: { readonly time: number; readonly how: string }): void {
    if (this.#database.wasTrue(tag, value, time)) return;
    throw new Error(`${tag} was shown as ${value} (${how}); it is ${this.#database.valueOf(tag)}.`);
  }

  async #render(tag: string, freshness: InvalidationClock, cached: Cache): Promise<number> {
    const begunAt = freshness.epoch;
    await this.#scheduler.pause();
    const generation = this.#database.generation;
    const isCovered = await this.#memory.protocol.isCovered(this.#scheduler.now);
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
    return this.#memory.protocol.tend(this.#scheduler.now);
  }

  #fresh(): Memory {
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
    const skip = (own: LoggedChange): void => protocol.skip(own, this.#scheduler.now);
    const feed = new ChangeFeed({ poll, expire: () => {}, skip });
    const known = userCache.create();
    feed.listen((touched) => known.invalidate(touched));
    return { protocol, feed, freshness: new InvalidationClock(feed), known };
  }

  /** After a fail-over the old connections are gone before anything is read through a new one. */
  #connect(): void {
    if (this.#generation === this.#database.generation) return;
    this.#generation = this.#database.generation;
    this.#memory.protocol.interrupt();
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
