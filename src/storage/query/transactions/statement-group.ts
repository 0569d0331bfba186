import { CompiledQuery, type QueryResult } from 'kysely';

/** Longer texts than this are sent by themselves: a server limits the size of what it is sent at once. */
const mostCharacters = 500_000;

/** The statements of a transaction that are sent with its next one, because nobody waits for their results. */
export class QueuedStatements {
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
export function asGroup(queries: readonly CompiledQuery[]): CompiledQuery {
  return CompiledQuery.raw(
    queries.map(({ sql }) => sql).join('; '),
    queries.flatMap(({ parameters }) => parameters),
  );
}

/** The results of the statements of a group, each as it would be for the statement alone. */
export function resultsOf({ rows }: QueryResult<unknown>): QueryResult<unknown>[] {
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
export class JoinedReads {
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
