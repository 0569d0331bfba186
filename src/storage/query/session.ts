import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import { logChange } from '../changes/change-log.ts';
import { StoreError } from '../store-error.ts';
import type { Dialect } from './dialect.ts';
import type { SiteContext } from './site-context.ts';
import type { CompilableQuery, Inputs, InputsFor, Statement } from './statement.ts';
import type { Change, StatementRunner } from './statement-runner.ts';
import type { Tables } from './tables.ts';

const deadlockRetries = 12;
const longestPauseMs = 300;

/** Exponential backoff with jitter, so that conflicting transactions do not collide again. */
const pauseMs = (attempt: number): number => Math.random() * Math.min(longestPauseMs, 5 * 2 ** attempt);

/**
 * A caller's session with the database, outside or inside a transaction, with the tags it reads and touches. Queries of
 * all table families run through here.
 */
export class Session implements StatementRunner {
  readonly site: SiteContext;
  readonly db: Kysely<Tables>;
  readonly #reads: Set<string> | null;
  readonly #touched: Set<string> | null;
  #isCurrent = false;

  constructor(site: SiteContext, db: Kysely<Tables>, reads: Set<string> | null, touched: Set<string> | null) {
    this.site = site;
    this.db = db;
    this.#reads = reads;
    this.#touched = touched;
  }

  get dialect(): Dialect {
    return this.site.dialect;
  }

  /** Whether this transaction touched the tag; always false outside of one. */
  hasTouched(tag: string): boolean {
    return this.#touched?.has(tag) ?? false;
  }

  get inTransaction(): boolean {
    return this.#touched !== null;
  }

  observe(reads: Set<string>): Session {
    return new Session(this.site, this.db, reads, this.#touched);
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
    const refreshed = this.site.feed.refresh();
    if (refreshed) return refreshed.then(settle);
    settle();
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
    if (this.#touched || !readSync) return (await this.#execute(query)).rows;
    this.site.count.statements += 1;
    try {
      return isLong && readInBackground ? (await readInBackground(query)).rows : readSync(query).rows;
    } catch (error) {
      throw this.site.dialect.explain(error) ?? error;
    }
  }

  async change<Built extends object>(
    statement: Statement<Built, unknown>,
    inputs: InputsFor<NoInfer<Built>> & Inputs,
  ): Promise<Change> {
    return changeOf(await this.#execute(this.site.statements.query(statement, inputs)));
  }

  /** Runs a statement that changes rows and is built for this one run. */
  async execute(query: CompilableQuery<unknown>): Promise<Change> {
    return changeOf(await this.run(query));
  }

  run<Row>(query: CompilableQuery<Row>): Promise<QueryResult<Row>> {
    return this.#execute(query.compile(this.db));
  }

  async #execute<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    this.site.count.statements += 1;
    try {
      return await this.db.executeQuery(query);
    } catch (error) {
      throw this.site.dialect.explain(error) ?? error;
    }
  }

  /** Runs all of `work` or none; joins a running transaction. */
  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#touched) return work(this);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const result = await this.#begin(work);
        this.site.feed.expire();
        this.#isCurrent = false;
        return result;
      } catch (error) {
        const explained = this.site.dialect.explain(error) ?? error;
        if (!isDeadlock(explained) || attempt === deadlockRetries) throw explained;
        await sleep(pauseMs(attempt));
      }
    }
  }

  #begin<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.db.transaction().execute(async (transaction) => {
      const touched = new Set<string>();
      const inner = new Session(this.site, transaction, this.#reads, touched);
      const result = await (this.site.within ? this.site.within(() => work(inner)) : work(inner));
      if (touched.size > 0) await logChange(inner, touched);
      return result;
    });
  }
}

function changeOf(result: QueryResult<unknown>): Change {
  return { id: Number(result.insertId ?? 0), affected: Number(result.numAffectedRows ?? 0) };
}

/** The server has rolled this transaction back to end a deadlock, so it can run again. */
const isDeadlock = (error: unknown): boolean => error instanceof StoreError && error.failure === 'busy' && error.undone;
