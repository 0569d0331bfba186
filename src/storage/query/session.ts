import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import { type LoggedChange, logChange, loggedWithToken, logQuery } from '../changes/change-log.ts';
import { eventsOf, feedQueries, type ItemNotes, pruneFeed, underLastLogged } from '../changes/feed-log.ts';
import { type AttemptProgress, outcomeOf } from './commit-outcome.ts';
import type { Dialect } from './dialect.ts';
import { fragment } from './fragment.ts';
import type { ReplicaRead, RunInside } from './open-dialect.ts';
import { type RetryOptions, retryUndone, retryWhileAway } from './retry-undone.ts';
import type { SiteContext } from './site-context.ts';
import type { CompilableQuery, Inputs, InputsFor, Statement } from './statement.ts';
import { asGroup, JoinedReads, QueuedStatements, resultsOf } from './statement-group.ts';
import type { Change, StatementRunner } from './statement-runner.ts';
import type { Tables } from './tables.ts';

/**
 * A caller's session with the database, outside or inside a transaction, with the tags it reads and touches. Queries of
 * all table families run through here.
 */
export class Session implements StatementRunner {
  readonly site: SiteContext;
  readonly db: Kysely<Tables>;
  readonly #reads: Set<string> | null;
  readonly #touched: Set<string> | null;
  #made = new Set<string>();
  #notes = new Map<string, ItemNotes>();
  #deferred = new Map<DeferredWork, Set<number>>();
  #queued = new QueuedStatements();
  #replica: ReplicaRead | null = null;
  #hasWritten = false;
  #isCurrent = false;
  #isVisit = false;
  /** How a transaction runs its statements without a way through the builder, as long as it runs. */
  #direct: { run: RunInside | null } = { run: null };
  /** Of a transaction on a server. */
  #joined: JoinedReads | null = null;
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
    session.#made = this.#made;
    session.#notes = this.#notes;
    session.#deferred = this.#deferred;
    session.#queued = this.#queued;
    session.#direct = this.#direct;
    session.#joined = this.#joined;
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
    this.#made.add(tag);
  }

  /** Notes for the feed what becomes of the item of a tag; what was known of it first counts. */
  noteItem(tag: string, { change, facts }: ItemNotes): void {
    const known = this.#notes.get(tag);
    const first = known?.facts ?? facts;
    const last = change ?? known?.change;
    this.#notes.set(tag, { ...(first ? { facts: first } : {}), ...(last ? { change: last } : {}) });
  }

  hasMade(tag: string): boolean {
    return this.#made.has(tag);
  }

  /**
   * Runs `work` once for all these ids at the end of the transaction: for rows that many writers change, which would
   * else be locked while the rest of the transaction runs.
   */
  defer(work: DeferredWork, ids: readonly number[]): void {
    const known = this.#deferred.get(work) ?? new Set();
    for (const id of ids) known.add(id);
    this.#deferred.set(work, known);
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
    if (this.inTransaction) {
      // It is the same transaction: what is left for its end belongs to all of its sessions.
      session.#made = this.#made;
      session.#notes = this.#notes;
      session.#deferred = this.#deferred;
      session.#queued = this.#queued;
      session.#direct = this.#direct;
      session.#joined = this.#joined;
    }
    return session;
  }

  /** The same session with reads from a replica, if one has everything that was acknowledged before now. */
  forVisitor(): Session | Promise<Session> {
    const { readReplica } = this.site;
    if (readReplica && !this.inTransaction) return this.#withReplica(readReplica);
    this.#isVisit = this.isRequest;
    return this;
  }

  /** Whether it serves one request of a visitor, who writes nothing, from the server where writes go. */
  get isVisit(): boolean {
    return this.#isVisit;
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
   * one request, so it checks once, and again after a write of its own.
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
    const { readSync, readInBackground } = this.site;
    if (this.#replica) return this.#selectFromReplica(this.#replica, query);
    const { run } = this.#direct;
    if (run) {
      const result = this.#askInside(query, run);
      return (result instanceof Promise ? await result : result).rows;
    }
    if (this.#touched || !readSync) return (await this.#read(query)).rows;
    this.site.count.add(1);
    const began = performance.now();
    try {
      return isLong && readInBackground ? (await readInBackground(query)).rows : readSync(query).rows;
    } catch (error) {
      throw this.site.dialect.explain(error) ?? error;
    } finally {
      this.site.slow.note(query.sql, performance.now() - began);
    }
  }

  #read<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    const { readTogether } = this.site;
    if (this.#joined) return this.#joined.ask(query);
    if (this.#touched || !readTogether) return this.#execute(query);
    const ask = () => this.#ask(query, 1, (one) => readTogether(this, one));
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
    const { run } = this.#direct;
    return changeOf(await (run ? this.#askInside(query, run) : this.#execute(query)));
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
    const { run } = this.#direct;
    if (run) {
      const result = this.#askInside(query, run);
      if (result instanceof Promise) await result;
      return;
    }
    if (!this.inTransaction || !this.dialect.can.statementGroups) {
      await this.#execute(query);
      return;
    }
    if (!this.#queued.holds(query)) await this.sendQueued();
    this.#queued.add(query);
  }

  /** Sends what is queued now: before a statement whose own error matters. */
  async sendQueued(): Promise<void> {
    if (!this.#queued.isEmpty) await this.#send([]);
  }

  /** Runs a statement that changes rows and is built for this one run. */
  async execute(query: CompilableQuery<unknown>): Promise<Change> {
    return changeOf(await this.run(query));
  }

  run<Row>(query: CompilableQuery<Row>): Promise<QueryResult<Row>> {
    return this.#execute(query.compile(this.db));
  }

  /** What was written is acknowledged with what is read after it, so such a read is not given up lightly. */
  #execute<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    const { run } = this.#direct;
    if (run) return this.#ask(query, 1, run);
    return this.#hasWritten ? retryWhileAway(() => this.#executeOnce(query), this.#retries) : this.#executeOnce(query);
  }

  async #executeOnce<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    if (this.#queued.isEmpty) return this.#ask(query, 1);
    const [result] = await this.#sendFitting([query]);
    // The only one of the results is that of the query.
    return result as QueryResult<Row>;
  }

  async #sendFitting(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    if (!this.#queued.holds(...queries)) await this.sendQueued();
    return this.#send(queries);
  }

  /** Sends what is queued and these statements in one round trip; the results are those of the latter. */
  async #send(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const all = [...this.#queued.take(), ...queries];
    const isGroup = all.length > 1;
    const results = isGroup ? resultsOf(await this.#ask(asGroup(all), all.length)) : [await this.#ask(all[0]!, 1)];
    return results.slice(all.length - queries.length);
  }

  /** A statement of a transaction that runs at once, unless it is long. */
  #askInside<Row>(query: CompiledQuery<Row>, run: RunInside): QueryResult<Row> | Promise<QueryResult<Row>> {
    this.site.count.add(1);
    const began = performance.now();
    try {
      return run(query);
    } catch (error) {
      throw this.site.dialect.explain(error) ?? error;
    } finally {
      this.site.slow.note(query.sql, performance.now() - began);
    }
  }

  /** One round trip. */
  async #ask<Row>(
    query: CompiledQuery<Row>,
    statements: number,
    run: RunInside = (one) => this.db.executeQuery(one),
  ): Promise<QueryResult<Row>> {
    this.site.count.add(statements);
    const began = performance.now();
    try {
      return await run(query);
    } catch (error) {
      throw this.site.dialect.explain(error) ?? error;
    } finally {
      this.site.slow.note(query.sql, performance.now() - began);
    }
  }

  /** Runs all of `work` or none; joins a running transaction. */
  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#touched) return work(this);
    const result = await retryUndone(() => this.#attempt(work), this.#retries);
    // Only the session of a request ends soon; that of the store itself serves everybody.
    this.#hasWritten = this.#reads !== null && this.dialect.can.manyWriters;
    // What was written here may not have reached the replica.
    this.#replica = null;
    this.site.feed.expire();
    this.#isCurrent = false;
    return result;
  }

  get #retries(): RetryOptions {
    return { longestMs: this.site.retryMs, now: () => performance.now(), sleep, random: Math.random };
  }

  async #attempt<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const progress: AttemptProgress<T> = { hasBegun: false, done: null };
    try {
      return await this.db.transaction().execute((transaction) => this.#inside(transaction, work, progress));
    } catch (error) {
      return outcomeOf(this.site, progress, { error, retries: this.#retries });
    }
  }

  async #inside<T>(
    transaction: Kysely<Tables>,
    work: (session: Session) => Promise<T>,
    progress: AttemptProgress<T>,
  ): Promise<T> {
    progress.hasBegun = true;
    const touched = new Set<string>();
    const inner = new Session(this.site, transaction, this.#reads, touched);
    inner.#direct.run = this.site.runInside;
    if (this.dialect.can.statementGroups) inner.#joined = new JoinedReads((queries) => inner.#sendFitting(queries));
    try {
      const result = await (this.site.within ? this.site.within(() => work(inner)) : work(inner));
      for (const [run, ids] of inner.#deferred) await run(inner, [...ids]);
      const logged = touched.size > 0 ? await inner.#log(touched) : null;
      await inner.sendQueued();
      // The next transaction reads options from memory, which knows what is committed.
      if (touched.has('options')) this.site.commitNext?.();
      progress.done = { result, logged };
      return result;
    } finally {
      inner.#direct.run = null;
      inner.#joined?.end();
    }
  }

  async #log(touched: ReadonlySet<string>): Promise<LoggedChange | null> {
    const events = eventsOf(touched, this.#notes, this.#made);
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
