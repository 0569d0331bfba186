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
