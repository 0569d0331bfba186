import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Ready } from '../../ready.ts';
import { type LoggedChange, logChange, loggedWithToken, logQuery } from '../changes/change-log.ts';
import { eventsOf, feedQueries, type ItemNotes, pruneFeed, underLastLogged } from '../changes/feed-log.ts';
import type { Dialect } from './dialect.ts';
import { fragment } from './fragment.ts';
import { runMeasured } from './measured-run.ts';
import type { ReplicaRead } from './open-dialect.ts';
import type { SiteContext } from './site-context.ts';
import type { CompilableQuery, Inputs, InputsFor, Statement } from './statement.ts';
import type { Change, StatementRunner } from './statement-runner.ts';
import type { Tables } from './tables.ts';
import { type AttemptProgress, outcomeOf } from './transactions/commit-outcome.ts';
import { type RetryOptions, retryUndone, retryWhileAway } from './transactions/retry-undone.ts';
import { asGroup, JoinedReads, resultsOf } from './transactions/statement-group.ts';
import { TransactionState } from './transactions/transaction-state.ts';
import { VisitReads } from './visit-reads.ts';

/**
 * A caller's session with the database, outside or inside a transaction, with the tags it reads and touches. Queries of
 * all table families run through here.
 */
export class Session implements StatementRunner {
  readonly site: SiteContext;
  readonly db: Kysely<Tables>;
  readonly #reads: Set<string> | null;
  readonly #touched: Set<string> | null;
  #state = new TransactionState<DeferredWork>();
  #replica: ReplicaRead | null = null;
  #hasWritten = false;
  #isCurrent = false;
  #visit: VisitReads | null = null;
  #dialect: Dialect;

  constructor(site: SiteContext, db: Kysely<Tables>, reads: Set<string> | null, touched: Set<string> | null) {
    this.site = site;
    this.db = db;
    this.#reads = reads;
    this.#touched = touched;
    this.#dialect = site.dialect;
  }

  get dialect(): Dialect {
    return this.#dialect;
  }

  /** The same session with conditions that were prepared for one read. */
  withDialect(dialect: Dialect): Session {
    const session = new Session(this.site, this.db, this.#reads, this.#touched);
    session.#state = this.#state;
    session.#dialect = dialect;
    session.#replica = this.#replica;
    session.#hasWritten = this.#hasWritten;
    session.#isCurrent = this.#isCurrent;
    return session;
  }

  /** Whether this transaction touched the tag; always false outside of one. */
  hasTouched(tag: string): boolean {
    return this.#touched?.has(tag) ?? false;
  }

  /** Records that this transaction inserted the row of a tag, so that nobody else can see it yet. */
  made(tag: string): void {
    this.#state.made.add(tag);
  }

  /** Notes for the feed what becomes of the item of a tag; what was known of it first counts. */
  noteItem(tag: string, { change, facts }: ItemNotes): void {
    const known = this.#state.notes.get(tag);
    const first = known?.facts ?? facts;
    const last = change ?? known?.change;
    this.#state.notes.set(tag, { ...(first ? { facts: first } : {}), ...(last ? { change: last } : {}) });
  }

  hasMade(tag: string): boolean {
    return this.#state.made.has(tag);
  }

  /**
   * Runs `work` once for all these ids at the end of the transaction: for rows that many writers change, which would
   * else be locked while the rest of the transaction runs.
   */
  defer(work: DeferredWork, ids: readonly number[]): void {
    const known = this.#state.deferred.get(work) ?? new Set();
    for (const id of ids) known.add(id);
    this.#state.deferred.set(work, known);
  }

  /** For reads past this session within its transaction, which see everything that it has written. */
  async insideReads(): Promise<{ readonly db: Kysely<Tables>; readonly changed: readonly number[] }> {
    await this.sendQueued();
    const changed = [...(this.#touched ?? [])].filter((tag) => /^post:\d+$/.test(tag));
    return { db: this.db, changed: changed.map((tag) => Number(tag.slice('post:'.length))) };
  }

  get inTransaction(): boolean {
    return this.#touched !== null;
  }

  observe(reads: Set<string>): Session {
    const session = new Session(this.site, this.db, reads, this.#touched);
    if (this.inTransaction) session.#state = this.#state;
    return session;
  }

  /** The same session with reads from a replica, if one has everything that was acknowledged before now. */
  forVisitor(): Session | Promise<Session> {
    const { readReplica } = this.site;
    if (readReplica && !this.inTransaction) return this.#withReplica(readReplica);
    if (this.isRequest && this.site.readTogether) this.#visit ??= new VisitReads();
    return this;
  }

  /** What one request of a visitor, who writes nothing, has asked for where reads are sent in groups; else null. */
  get visit(): VisitReads | null {
    return this.#visit;
  }

  async #withReplica(readReplica: NonNullable<SiteContext['readReplica']>): Promise<Session> {
    await this.catchUp();
    const replica = await readReplica();
    if (!replica) return this;
    const session = this.#reads ? this.observe(this.#reads) : new Session(this.site, this.db, null, null);
    session.#replica = replica;
    session.#isCurrent = this.#isCurrent;
    return session;
  }

  /** Whether reads go to a server that may be behind what this process knows. */
  get readsReplica(): boolean {
    return this.#replica !== null;
  }

  /** The same session past the replica: for reads that are kept for others. */
  pastReplica(): Session {
    if (!this.#replica) return this;
    const session = this.withDialect(this.#dialect);
    session.#replica = null;
    return session;
  }

  /** Whether lists and counts may be read from their own tables: by this session, with what it has written. */
  hasLists(): boolean | Promise<boolean> {
    const { lists } = this.site;
    return this.inTransaction || this.#replica ? lists.areKept() : lists.areCurrent();
  }

  /** Whether it serves one request, outside of a transaction: once it has caught up, it knows what has changed. */
  get isRequest(): boolean {
    return this.#reads !== null && !this.inTransaction;
  }

  /** Records a tag that the response depends on. */
  note(tag: string): void {
    this.#reads?.add(tag);
  }

  noteEach(kind: string, ids: readonly number[]): void {
    if (this.#reads) for (const id of ids) this.#reads.add(`${kind}:${id}`);
  }

  /**
   * Reads the changes of other writers before cached data is used. A session that records its reads serves
   * one request, so it checks once. After a write of its own it checks again only if the caches were not told of that write:
   * then they have what was acknowledged before the request came, and the write.
   */
  catchUp(): void | Promise<void> {
    if (this.#isCurrent) return;
    const settle = (): void => {
      this.#isCurrent = this.#reads !== null;
    };
    if (this.#hasWritten) return retryWhileAway(() => this.site.feed.refresh(), this.#retries).then(settle);
    try {
      const refreshed = this.site.feed.refresh();
      if (refreshed) return refreshed.then(settle);
      settle();
    } catch (error) {
      // Callers ask for several values at once, and wait for the promises among them together.
      return Promise.reject(error);
    }
  }

  /** Records the tags that the running transaction changes. */
  touch(...tags: string[]): void {
    for (const tag of tags) this.#touched?.add(tag);
  }

  /** The rows of a statement, as Kysely types them. */
  async select<Built extends object, Row>(
    statement: Statement<Built, Row>,
    inputs: InputsFor<NoInfer<Built>> & Inputs,
    /** Whether the query may be slow and should not block other requests. */
    isLong = false,
  ): Promise<Row[]> {
    const query = this.site.statements.query(statement, inputs);
    if (this.#replica) return this.#selectFromReplica(this.#replica, query);
    const { readSync, background } = this.site;
    const outside = this.#touched ? null : isLong && readSync && background ? background.read : readSync;
    const run = this.#state.run ?? outside;
    const result = run ? runMeasured<Row>(this.site, query, run) : this.#read(query);
    // What is there at once is not waited for.
    return (result instanceof Promise ? await result : result).rows;
  }

  #read<Row>(query: CompiledQuery<Row>): Ready<QueryResult<Row>> {
    const { readTogether } = this.site;
    if (this.#state.joined) return this.#state.joined.ask(query);
    if (this.#touched || !readTogether) return this.#execute(query);
    const ask = async () => runMeasured(this.site, query, (one) => readTogether(this, one));
    return this.#hasWritten ? retryWhileAway(ask, this.#retries) : ask();
  }

  /** If the replica fails, or is no longer the one that was checked, the read is repeated where writes go. */
  async #selectFromReplica<Row>({ db, isSame }: ReplicaRead, query: CompiledQuery<Row>): Promise<Row[]> {
    if (isSame()) {
      this.site.count.add(1);
      const found = await db.executeQuery(query).catch(() => null);
      if (found && isSame()) return found.rows;
    }
    this.#replica = null;
    return (await this.#execute(query)).rows;
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
    return changeOf(await (this.#state.joined?.ask(query) ?? this.#execute(query)));
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
    if (this.#state.run || !this.inTransaction || !this.dialect.can.statementGroups) {
      await this.#execute(query);
      return;
    }
    if (!this.#state.queued.holds(query)) await this.sendQueued();
    this.#state.queued.add(query);
  }

  /** Sends what is queued now: before a statement whose own error matters. */
  async sendQueued(): Promise<void> {
    if (!this.#state.queued.isEmpty) await this.#send([]);
  }

  /** Runs a statement that changes rows and is built for this one run. */
  async execute(query: CompilableQuery<unknown>): Promise<Change> {
    return changeOf(await this.run(query));
  }

  async run<Row>(query: CompilableQuery<Row>): Promise<QueryResult<Row>> {
    return this.#execute(query.compile(this.db));
  }

  /** What was written is acknowledged with what is read after it, so such a read is not given up lightly. */
  #execute<Row>(query: CompiledQuery<Row>): Ready<QueryResult<Row>> {
    const { run } = this.#state;
    if (run) return runMeasured(this.site, query, run);
    return this.#hasWritten ? retryWhileAway(() => this.#executeOnce(query), this.#retries) : this.#executeOnce(query);
  }

  async #executeOnce<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    if (this.#state.queued.isEmpty) return this.#ask(query);
    const [result] = await this.#sendFitting([query]);
    // The only one of the results is that of the query.
    return result as QueryResult<Row>;
  }

  async #sendFitting(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    if (!this.#state.queued.holds(...queries)) await this.sendQueued();
    return this.#send(queries);
  }

  /** Sends what is queued and these statements in one round trip; the results are those of the latter. */
  async #send(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const all = [...this.#state.queued.take(), ...queries];
    const isGroup = all.length > 1;
    const results = isGroup ? resultsOf(await this.#ask(asGroup(all), all.length)) : [await this.#ask(all[0]!)];
    return results.slice(all.length - queries.length);
  }

  /** One round trip. */
  async #ask<Row>(query: CompiledQuery<Row>, statements = 1): Promise<QueryResult<Row>> {
    // What runs beside the work that failed may go on for a while; nothing of it may be stored.
    if (this.#state.isOver) throw new Error('The transaction has ended.');
    return runMeasured(this.site, query, (one) => this.db.executeQuery(one), statements);
  }

  /** Runs all of `work` or none; joins a running transaction. */
  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#touched) return work(this);
    const { result, isTold } = await retryUndone(() => this.#attempt(work), this.#retries);
    // Only the session of a request ends soon; that of the store itself serves everybody.
    this.#hasWritten = this.#reads !== null && this.dialect.can.manyWriters;
    // What was written here may not have reached the replica.
    this.#replica = null;
    this.site.feed.expire();
    this.#isCurrent &&= isTold;
    return result;
  }

  get #retries(): RetryOptions {
    return { longestMs: this.site.retryMs, now: () => performance.now(), sleep, random: Math.random };
  }

  /** `isTold` if the caches of this process know what was written. */
  async #attempt<T>(work: (session: Session) => Promise<T>): Promise<{ readonly result: T; readonly isTold: boolean }> {
    const progress: AttemptProgress<T> = { hasBegun: false, done: null };
    try {
      const result = await this.db.transaction().execute((transaction) => this.#inside(transaction, work, progress));
      return { result, isTold: this.#tell(progress) };
    } catch (error) {
      return { result: await outcomeOf(this.site, progress, { error, retries: this.#retries }), isTold: false };
    }
  }

  /** Tells the caches what was committed, where the log has a number for it. */
  #tell({ done }: AttemptProgress<unknown>): boolean {
    if (!done?.logged) return false;
    this.site.feed.committed(done.logged, done.touched);
    return true;
  }

  async #inside<T>(
    transaction: Kysely<Tables>,
    work: (session: Session) => Promise<T>,
    progress: AttemptProgress<T>,
  ): Promise<T> {
    progress.hasBegun = true;
    const touched = new Set<string>();
    const inner = new Session(this.site, transaction, this.#reads, touched);
    inner.#state.run = this.site.runInside;
    if (this.dialect.can.statementGroups)
      inner.#state.joined = new JoinedReads((queries) => inner.#sendFitting(queries));
    try {
      const result = await (this.site.within ? this.site.within(() => work(inner)) : work(inner));
      for (const [run, ids] of inner.#state.deferred) await run(inner, [...ids]);
      const logged = touched.size > 0 ? await inner.#log(touched) : null;
      await inner.sendQueued();
      // The next transaction reads options from memory, which knows what is committed.
      if (touched.has('options')) this.site.commitNext?.();
      progress.done = { result, logged, touched };
      return result;
    } finally {
      inner.#state.run = null;
      inner.#state.isOver = true;
    }
  }

  async #log(touched: ReadonlySet<string>): Promise<LoggedChange | null> {
    const events = eventsOf(touched, this.#state.notes, this.#state.made);
    if (!this.dialect.can.manyWriters) {
      const seq = await logChange(this, touched);
      for (const query of feedQueries(this.site, events, fragment`${seq}`)) await this.#execute(query);
      await pruneFeed(this, seq);
      return null;
    }
    const { query, token } = logQuery(this.site, touched);
    const [first, ...others] = feedQueries(this.site, events, underLastLogged);
    const queries = first ? [query, first] : [query];
    const logged = await loggedWithToken(this.#sendFitting(queries), token);
    for (const feed of others) await this.#later(feed);
    await pruneFeed(this, logged.seq);
    return logged;
  }
}

type DeferredWork = (session: Session, ids: readonly number[]) => Promise<void>;

function changeOf(result: QueryResult<unknown>): Change {
  return { id: Number(result.insertId ?? 0), affected: Number(result.numAffectedRows ?? 0) };
}
