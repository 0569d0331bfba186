import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { ChangeFeed } from './change-feed.ts';
import { logChange } from './change-log.ts';
import type { Value } from './condition.ts';
import type { Dialect, ReadAside, ReadNow } from './dialect.ts';
import type { OptionsSnapshot } from './options-snapshot.ts';
import type { OwnTableRegistry } from './own-table.ts';
import type { StatementCache } from './statement-cache.ts';
import { StoreError } from './store-error.ts';
import type { Tables } from './tables.ts';

/** What every session of one open store shares. */
export interface Site {
  readonly prefix: string;
  readonly dialect: Dialect;
  readonly statements: StatementCache;
  readonly readNow: ReadNow | null;
  readonly readAside: ReadAside | null;
  readonly feed: ChangeFeed;
  readonly options: OptionsSnapshot;
  readonly tables: OwnTableRegistry;
  /** Statements run so far. */
  readonly count: { statements: number };
}

/** What a statement that changes rows did. */
export interface Change {
  /** The id a new row got; 0 where none was made. */
  readonly id: number;
  readonly affected: number;
}

const deadlockRetries = 5;

/**
 * One caller's way to the database: outside or inside a transaction, with the tags it reads and touches. Queries of
 * all table families run through here.
 */
export class Session {
  readonly site: Site;
  readonly db: Kysely<Tables>;
  readonly #reads: Set<string> | null;
  readonly #touched: Set<string> | null;
  #isCurrent = false;

  constructor(site: Site, db: Kysely<Tables>, reads: Set<string> | null, touched: Set<string> | null) {
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

  /** Notes what an answer depends on. */
  note(tag: string): void {
    this.#reads?.add(tag);
  }

  noteEach(kind: string, ids: readonly number[]): void {
    if (this.#reads) for (const id of ids) this.#reads.add(`${kind}:${id}`);
  }

  /**
   * Sees to it that what others have written is known here. A session that notes what it reads serves one request, and
   * what was acknowledged before that is all it owes: it asks once, and again after a write of its own.
   */
  catchUp(): void | Promise<void> {
    if (this.#isCurrent) return;
    const settle = (): void => {
      this.#isCurrent = this.#reads !== null;
    };
    const asked = this.site.feed.refresh();
    if (asked) return asked.then(settle);
    settle();
  }

  /** Notes what the running transaction changes. */
  touch(...tags: string[]): void {
    for (const tag of tags) this.#touched?.add(tag);
  }

  /** Rows of a query that is built once per shape. `Row` must be what the query selects. */
  async select<Row>(
    shape: string,
    values: readonly Value[],
    build: (slots: readonly Value[]) => Compilable,
    /** Whether others should not have to wait until it is done. */
    isLong = false,
  ): Promise<Row[]> {
    const query = this.site.statements.query(shape, values, build);
    const { readNow, readAside } = this.site;
    if (this.#touched || !readNow) return (await this.run(query)).rows as Row[];
    if (isLong && readAside) return (await this.#readAside(query, readAside)).rows as Row[];
    return this.#readNow(query, readNow).rows as Row[];
  }

  /** Runs a statement that changes rows and is built once per shape. */
  async change(
    shape: string,
    values: readonly Value[],
    build: (slots: readonly Value[]) => Compilable,
  ): Promise<Change> {
    return told(await this.run(this.site.statements.query(shape, values, build)));
  }

  /** Runs a statement over named values that is built once per name and set of columns. */
  async write(
    name: string,
    columns: Readonly<Record<string, Value>>,
    build: (slots: Readonly<Record<string, Value>>) => Compilable,
  ): Promise<Change> {
    const names = Object.keys(columns);
    return this.change(`${name} ${names.join()}`, Object.values(columns), (slots) =>
      build(Object.fromEntries(names.map((column, place) => [column, slots[place] as Value]))),
    );
  }

  /** Runs a statement that changes rows and is built for this one run. */
  async execute(query: Compilable): Promise<Change> {
    return told(await this.run(query.compile()));
  }

  async run(query: CompiledQuery): Promise<QueryResult<unknown>> {
    this.site.count.statements += 1;
    try {
      return await this.db.executeQuery(query);
    } catch (error) {
      throw this.site.dialect.explain(error) ?? error;
    }
  }

  async #readAside(query: CompiledQuery, readAside: ReadAside): Promise<QueryResult<unknown>> {
    this.site.count.statements += 1;
    try {
      return await readAside(query.sql, query.parameters);
    } catch (error) {
      throw this.site.dialect.explain(error) ?? error;
    }
  }

  #readNow(query: CompiledQuery, readNow: ReadNow): QueryResult<unknown> {
    this.site.count.statements += 1;
    try {
      return readNow(query.sql, query.parameters);
    } catch (error) {
      throw this.site.dialect.explain(error) ?? error;
    }
  }

  /** All of `work` or none; joins the transaction that is under way. */
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
      }
    }
  }

  #begin<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.db.transaction().execute(async (transaction) => {
      const touched = new Set<string>();
      const inner = new Session(this.site, transaction, this.#reads, touched);
      const result = await work(inner);
      if (touched.size > 0) await logChange(inner, touched);
      return result;
    });
  }
}

function told(result: QueryResult<unknown>): Change {
  return { id: Number(result.insertId ?? 0), affected: Number(result.numAffectedRows ?? 0) };
}

/** The server chose this transaction as a victim and undid it whole, so it can run again. */
const isDeadlock = (error: unknown): boolean => error instanceof StoreError && error.failure === 'busy' && error.undone;
