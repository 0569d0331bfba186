import { CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import type { MaybePromise } from '../../../lib/maybe-promise.ts';
import { ChangeRecord } from '../../changes/feed-log.ts';
import type { RunInside } from '../open-dialect.ts';
import { runMeasured, type SiteContext } from '../site-context.ts';
import type { Tables } from '../tables.ts';

/** A transaction, one for all of its sessions: what it changes, and how its statements are sent. */
export class Transaction {
  readonly changes = new ChangeRecord();
  readonly #site: SiteContext;
  readonly #db: Kysely<Tables>;
  /** Runs a statement without a way through the builder; null on a server. */
  readonly #runInside: RunInside | null;
  readonly #sendsGroups: boolean;
  readonly #queued = new QueuedStatements();
  readonly #reads = new JoinedReads((queries) => this.send(queries));
  #isOver = false;

  constructor(site: SiteContext, db: Kysely<Tables>) {
    this.#site = site;
    this.#db = db;
    this.#runInside = site.runInside;
    this.#sendsGroups = site.dialect.can.statementGroups;
  }

  /** What runs beside the work may go on for a while after it has failed; nothing of it may be stored. */
  end(): void {
    this.#isOver = true;
  }

  /** Runs a read, in one round trip with those that are asked for at the same time. */
  read<Row>(query: CompiledQuery<Row>): MaybePromise<QueryResult<Row>> {
    return this.#sendsGroups && !this.#inside ? this.#reads.ask(query) : this.run(query);
  }

  run<Row>(query: CompiledQuery<Row>): MaybePromise<QueryResult<Row>> {
    const inside = this.#inside;
    return inside ? runMeasured(this.#site, query, inside) : this.#sendOne(query);
  }

  /** Runs a statement whose result nobody needs: a server gets it together with the next one. */
  async runLater(query: CompiledQuery): Promise<void> {
    if (this.#inside || !this.#sendsGroups) {
      await this.run(query);
      return;
    }
    if (!this.#queued.holds(query)) await this.sendQueued();
    this.#queued.add(query);
  }

  /** Sends what is queued now: before a statement whose own error matters. */
  async sendQueued(): Promise<void> {
    if (!this.#queued.isEmpty) await this.#sendAll([]);
  }

  /** Sends what is queued and these statements in one round trip; the results are those of the latter. */
  async send(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    if (!this.#queued.holds(...queries)) await this.sendQueued();
    return this.#sendAll(queries);
  }

  get #inside(): RunInside | null {
    return this.#isOver ? null : this.#runInside;
  }

  async #sendOne<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    if (this.#queued.isEmpty) return this.#ask(query);
    const [result] = await this.send([query]);
    // The only one of the results is that of the query.
    return result as QueryResult<Row>;
  }

  async #sendAll(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const all = [...this.#queued.take(), ...queries];
    const isGroup = all.length > 1;
    const results = isGroup ? resultsOf(await this.#ask(asGroup(all), all.length)) : [await this.#ask(all[0]!)];
    return results.slice(all.length - queries.length);
  }

  /** One round trip. */
  async #ask<Row>(query: CompiledQuery<Row>, statements = 1): Promise<QueryResult<Row>> {
    if (this.#isOver) throw new Error('The transaction has ended.');
    return runMeasured(this.#site, query, (one) => this.#db.executeQuery(one), statements);
  }
}

/** Longer texts than this are sent by themselves: a server limits the size of what it is sent at once. */
const mostCharacters = 500_000;

/** The statements of a transaction that are sent with its next one, because nobody waits for their results. */
class QueuedStatements {
  #queries: CompiledQuery[] = [];
  #characters = 0;

  add(query: CompiledQuery): void {
    this.#queries.push(query);
    this.#characters += charactersIn(query);
  }

  get isEmpty(): boolean {
    return this.#queries.length === 0;
  }

  /** Whether these fit into what is sent at once. */
  holds(...queries: readonly CompiledQuery[]): boolean {
    return queries.reduce((sum, query) => sum + charactersIn(query), this.#characters) <= mostCharacters;
  }

  /** All of them, which are then no longer queued. */
  take(): CompiledQuery[] {
    const taken = this.#queries;
    this.#queries = [];
    this.#characters = 0;
    return taken;
  }
}

function charactersIn({ sql, parameters }: CompiledQuery): number {
  let characters = sql.length;
  for (const value of parameters) characters += typeof value === 'string' ? value.length : 8;
  return characters;
}

/** Several statements as one text. */
function asGroup(queries: readonly CompiledQuery[]): CompiledQuery {
  return CompiledQuery.raw(
    queries.map(({ sql }) => sql).join('; '),
    queries.flatMap(({ parameters }) => parameters),
  );
}

/** The results of the statements of a group, each as it would be for the statement alone. */
function resultsOf({ rows }: QueryResult<unknown>): QueryResult<unknown>[] {
  return rows.map((one) => {
    if (Array.isArray(one)) return { rows: one };
    // The driver's result of a statement that returns no rows.
    const { insertId = 0, affectedRows = 0 } = one as { readonly insertId?: number; readonly affectedRows?: number };
    return { rows: [], insertId: BigInt(insertId), numAffectedRows: BigInt(affectedRows) };
  });
}

interface AskedRead {
  readonly query: CompiledQuery<unknown>;
  readonly answered: PromiseWithResolvers<QueryResult<unknown>>;
}

/** Sends statements in one round trip. */
type Send = (queries: readonly CompiledQuery[]) => Promise<QueryResult<unknown>[]>;

/** Reads of a transaction that are asked for at the same time, in one round trip. If one fails, all of them have failed. */
class JoinedReads {
  readonly #send: Send;
  #asked: AskedRead[] = [];

  constructor(send: Send) {
    this.#send = send;
  }

  ask<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    // After everything that can run now has run, so that what is asked for next to it is there.
    if (this.#asked.length === 0) process.nextTick(() => void this.#sendAll());
    const answered = Promise.withResolvers<QueryResult<unknown>>();
    this.#asked.push({ query, answered });
    // The rows are those of this query, whose type the caller stated.
    return answered.promise as Promise<QueryResult<Row>>;
  }

  async #sendAll(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    try {
      const results = await this.#send(asked.map(({ query }) => query));
      for (const [at, { answered }] of asked.entries()) answered.resolve(results[at] ?? { rows: [] });
    } catch (error) {
      for (const { answered } of asked) answered.reject(error);
    }
  }
}
