import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { ChangeRecord } from '../changes/feed-log.ts';
import type { Dialect } from './dialect.ts';
import type { ReplicaRead } from './open-dialect.ts';
import { runMeasured, type SiteContext } from './site-context.ts';
import type { Change, CompilableQuery, Inputs, InputsFor, Statement, StatementRunner } from './statement.ts';
import type { Tables } from './tables.ts';
import { type AttemptProgress, attemptTransaction, logTransaction } from './transactions/commit.ts';
import { type RetryOptions, retryUndone, retryWhileAway } from './transactions/retry.ts';
import { Transaction } from './transactions/transaction.ts';

/** What one request of a visitor has read of posts. */
export class RequestPrefetch {
  /** The rows that it has read, by their ids: the name of the read. */
  readonly rows = new Map<string, string>();
  /** Parts that were asked for with rows, by ids and part. */
  readonly ahead = new Map<string, Promise<ReadonlyMap<number, unknown>>>();
}

/** What a caller has read so far, and from where it reads. */
interface ReadState {
  /** The tags that a response depends on; null where nobody asks for them. */
  readonly tags: Set<string> | null;
  /** Reads of a visitor go there while it is the server that was checked. */
  replica: ReplicaRead | null;
  /** Whether the caches know what was acknowledged before the request came. */
  isCurrent: boolean;
  /** Whether the request has written: what it reads then is acknowledged with it. */
  hasWritten: boolean;
  /** What a visitor, who writes nothing, has asked for where reads are sent in groups. */
  prefetch: RequestPrefetch | null;
}

const readState = (tags: Set<string> | null, of: Partial<ReadState> = {}): ReadState => ({
  replica: null,
  isCurrent: false,
  hasWritten: false,
  prefetch: null,
  ...of,
  tags,
});

type DeferredWork = (session: Session, ids: readonly number[]) => Promise<void>;

/** The transaction of a session, and the work that is left for its end. */
interface InTransaction {
  readonly transaction: Transaction;
  readonly deferred: Map<DeferredWork, Set<number>>;
}

interface SessionContext {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  readonly reads: ReadState;
  readonly inside: InTransaction | null;
}

/**
 * A caller's session with the database, outside or inside a transaction, with the tags it reads and touches. Queries of
 * all table families run through here.
 */
export class Session implements StatementRunner {
  readonly site: SiteContext;
  readonly #context: SessionContext;

  private constructor(site: SiteContext, context: SessionContext) {
    this.site = site;
    this.#context = context;
  }

  /** A session that nobody shares, outside of transactions. */
  static open(site: SiteContext, db: Kysely<Tables>): Session {
    return new Session(site, { db, dialect: site.dialect, reads: readState(null), inside: null });
  }

  /** The same session but for these. */
  #with(context: Partial<SessionContext>): Session {
    return new Session(this.site, { ...this.#context, ...context });
  }

  get db(): Kysely<Tables> {
    return this.#context.db;
  }

  get dialect(): Dialect {
    return this.#context.dialect;
  }

  /** The same session with conditions that were prepared for one read. */
  withDialect(dialect: Dialect): Session {
    return this.#with({ dialect });
  }

  get #reads(): ReadState {
    return this.#context.reads;
  }

  get #transaction(): Transaction | null {
    return this.#context.inside?.transaction ?? null;
  }

  get inTransaction(): boolean {
    return this.#context.inside !== null;
  }

  get #changes(): ChangeRecord | null {
    return this.#transaction?.changes ?? null;
  }

  /** Whether this transaction touched the tag; always false outside of one. */
  hasTouched(tag: string): boolean {
    return this.#changes?.tags.has(tag) ?? false;
  }

  /** Records the tags that the running transaction changes. */
  touch(...tags: string[]): void {
    this.#changes?.touch(tags);
  }

  /** Records that this transaction inserted the row of a tag, so that nobody else can see it yet. */
  markInserted(tag: string): void {
    this.#changes?.markInserted(tag);
  }

  hasInserted(tag: string): boolean {
    return this.#changes?.hasInserted(tag) ?? false;
  }

  /** Records for the feed what becomes of the item of a tag; what was known of it first counts. */
  recordChange(tag: string, notes: Parameters<ChangeRecord['note']>[1]): void {
    this.#changes?.note(tag, notes);
  }

  /**
   * Runs `work` once for all these ids at the end of the transaction: for rows that many writers change, which would
   * else be locked while the rest of the transaction runs.
   */
  defer(work: DeferredWork, ids: readonly number[]): void {
    const deferred = this.#context.inside?.deferred;
    const known = deferred?.get(work) ?? new Set();
    for (const id of ids) known.add(id);
    deferred?.set(work, known);
  }

  /** For reads past this session within its transaction, which see everything that it has written. */
  async insideReads(): Promise<{ readonly db: Kysely<Tables>; readonly changed: readonly number[] }> {
    await this.sendQueued();
    const changed = [...(this.#changes?.tags ?? [])].filter((tag) => /^post:\d+$/.test(tag));
    return { db: this.db, changed: changed.map((tag) => Number(tag.slice('post:'.length))) };
  }

  /** The same session, recording in `tags` what is read through it. */
  observe(tags: Set<string>): Session {
    return this.#with({ reads: readState(tags) });
  }

  /** Records a tag that the response depends on. */
  dependOn(tag: string): void {
    this.#reads.tags?.add(tag);
  }

  dependOnEach(kind: string, ids: readonly number[]): void {
    const { tags } = this.#reads;
    if (tags) for (const id of ids) tags.add(`${kind}:${id}`);
  }

  /** Whether it serves one request, outside of a transaction: once it is refreshed, it knows what has changed. */
  get isRequest(): boolean {
    return this.#reads.tags !== null && !this.inTransaction;
  }

  /** The same session with reads from a replica, if one has everything that was acknowledged before now. */
  forVisitor(): Session | Promise<Session> {
    const { readReplica, readTogether } = this.site;
    if (readReplica && !this.inTransaction) return this.#withReplica(readReplica);
    if (this.isRequest && readTogether) this.#reads.prefetch ??= new RequestPrefetch();
    return this;
  }

  /** What one request of a visitor, who writes nothing, has asked for where reads are sent in groups; else null. */
  get prefetch(): RequestPrefetch | null {
    return this.#reads.prefetch;
  }

  async #withReplica(readReplica: NonNullable<SiteContext['readReplica']>): Promise<Session> {
    await this.refresh();
    const replica = await readReplica();
    const { tags, isCurrent } = this.#reads;
    return replica ? this.#with({ reads: readState(tags, { replica, isCurrent }) }) : this;
  }

  /** Whether reads go to a server that may be behind what this process knows. */
  get readsReplica(): boolean {
    return this.#reads.replica !== null;
  }

  /** The same session past the replica: for reads that are cached for others. */
  pastReplica(): Session {
    return this.#reads.replica ? this.#with({ reads: { ...this.#reads, replica: null } }) : this;
  }

  /** Whether the database maintains tables with the posts in the order of lists, and with their counts. */
  get hasLists(): boolean {
    return this.site.lists.areMaintained();
  }

  /**
   * Reads the changes of other writers before cached data is used. A session that records its reads serves
   * one request, so it checks once. After a write of its own it checks again only if the caches were not told of that write:
   * then they have what was acknowledged before the request came, and the write.
   */
  refresh(): void | Promise<void> {
    const reads = this.#reads;
    if (reads.isCurrent) return;
    const settle = (): void => {
      reads.isCurrent = reads.tags !== null;
    };
    if (reads.hasWritten) return retryWhileAway(() => this.site.feed.refresh(), this.#retries).then(settle);
    try {
      const refreshed = this.site.feed.refresh();
      if (refreshed) return refreshed.then(settle);
      settle();
    } catch (error) {
      // Callers ask for several values at once, and wait for the promises among them together.
      return Promise.reject(error);
    }
  }

  /** The rows of a statement, as Kysely types them. */
  async select<Built extends object, Row>(
    statement: Statement<Built, Row>,
    inputs: InputsFor<NoInfer<Built>> & Inputs,
    /** Whether the query may be slow and should not block other requests. */
    isLong = false,
  ): Promise<Row[]> {
    const query = this.site.statements.query(statement, inputs);
    const result = this.#transaction?.read(query) ?? this.#readOutside(query, isLong);
    // What is there at once is not waited for.
    return (result instanceof Promise ? await result : result).rows;
  }

  #readOutside<Row>(query: CompiledQuery<Row>, isLong: boolean): MaybePromise<QueryResult<Row>> {
    const { readSync, background, readTogether } = this.site;
    const { replica } = this.#reads;
    if (replica) return this.#readReplica(replica, query);
    const run = isLong && readSync && background ? background.read : readSync;
    if (run) return runMeasured<Row>(this.site, query, run);
    if (!readTogether) return this.#execute(query);
    return this.#persist(async () => runMeasured(this.site, query, (one) => readTogether(this, one)));
  }

  /** If the replica fails, or is no longer the one that was checked, the read is repeated where writes go. */
  async #readReplica<Row>({ db, isSame }: ReplicaRead, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    if (isSame()) {
      this.site.count.add(1);
      const found = await db.executeQuery(query).catch((error: unknown) => {
        this.site.jobs.of('replica').report(error);
        return null;
      });
      if (found && isSame()) return found;
    }
    this.#reads.replica = null;
    return this.#execute(query);
  }

  #execute<Row>(query: CompiledQuery<Row>): MaybePromise<QueryResult<Row>> {
    if (this.#transaction) return this.#transaction.run(query);
    return this.#persist(async () => runMeasured(this.site, query, (one) => this.db.executeQuery(one)));
  }

  /** What was written is acknowledged with what is read after it, so such a read is not given up lightly. */
  #persist<T>(ask: () => Promise<T>): Promise<T> {
    return this.#reads.hasWritten ? retryWhileAway(ask, this.#retries) : ask();
  }

  async change<Built extends object>(
    statement: Statement<Built, unknown>,
    inputs: InputsFor<NoInfer<Built>> & Inputs,
  ): Promise<Change> {
    const query = this.site.statements.query(statement, inputs);
    return changeOf(await this.#execute(query));
  }

  /** Runs a statement of a transaction in one round trip with the reads asked for at the same time, after earlier ones. */
  async changeTogether<Built extends object>(
    statement: Statement<Built, unknown>,
    inputs: InputsFor<NoInfer<Built>> & Inputs,
  ): Promise<Change> {
    const query = this.site.statements.query(statement, inputs);
    return changeOf(await (this.#transaction?.read(query) ?? this.#execute(query)));
  }

  /**
   * Runs a statement of a transaction whose result nobody needs. A server gets it together with the next statement, in
   * one round trip; if it fails, so does that one.
   */
  changeLater<Built extends object>(
    statement: Statement<Built, unknown>,
    inputs: InputsFor<NoInfer<Built>> & Inputs,
  ): Promise<void> {
    return this.#later(this.site.statements.query(statement, inputs));
  }

  /** The same for a statement that is built for this one run. */
  runLater(query: CompilableQuery<unknown>): Promise<void> {
    return this.#later(query.compile(this.db));
  }

  async #later(query: CompiledQuery): Promise<void> {
    if (this.#transaction) await this.#transaction.runLater(query);
    else await this.#execute(query);
  }

  /** Sends what is queued now: before a statement whose own error matters. */
  async sendQueued(): Promise<void> {
    await this.#transaction?.sendQueued();
  }

  /** Runs a statement that changes rows and is built for this one run. */
  async execute(query: CompilableQuery<unknown>): Promise<Change> {
    return changeOf(await this.run(query));
  }

  async run<Row>(query: CompilableQuery<Row>): Promise<QueryResult<Row>> {
    return this.#execute(query.compile(this.db));
  }

  /** Runs all of `work` or none; joins a running transaction. */
  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.inTransaction) return work(this);
    const { result, isTold } = await retryUndone(
      () => attemptTransaction<T>(this, (db, progress) => this.#runInside(db, work, progress), this.#retries),
      this.#retries,
    );
    const reads = this.#reads;
    // Only the session of a request ends soon; that of the store itself serves everybody.
    reads.hasWritten = reads.tags !== null && this.dialect.can.manyWriters;
    // What was written here may not have reached the replica.
    reads.replica = null;
    this.site.feed.expire();
    reads.isCurrent &&= isTold;
    return result;
  }

  get #retries(): RetryOptions {
    return { longestMs: this.site.retryMs, now: () => performance.now(), sleep, random: Math.random };
  }

  async #runInside<T>(
    db: Kysely<Tables>,
    work: (session: Session) => Promise<T>,
    progress: AttemptProgress<T>,
  ): Promise<T> {
    progress.hasBegun = true;
    const transaction = new Transaction(this.site, db);
    const inside = { transaction, deferred: new Map() };
    const session = this.#with({ db, inside, reads: readState(this.#reads.tags) });
    const { tags } = transaction.changes;
    try {
      const result = await (this.site.within ? this.site.within(() => work(session)) : work(session));
      for (const [run, ids] of inside.deferred) await run(session, [...ids]);
      const logged = tags.size > 0 ? await logTransaction(session, transaction) : null;
      await transaction.sendQueued();
      // The next transaction reads options from memory, which knows what is committed.
      if (tags.has('options')) this.site.commitNext?.();
      progress.done = { result, logged, touched: tags };
      return result;
    } finally {
      transaction.end();
    }
  }
}

function changeOf(result: QueryResult<unknown>): Change {
  return { id: Number(result.insertId ?? 0), affected: Number(result.numAffectedRows ?? 0) };
}
