import type { QueryResult } from 'kysely';
import type { CompilableQuery, Inputs, InputsFor, Statement } from './statement.ts';

/** The result of a statement that changes rows. */
export interface Change {
  /** The id of the new row; 0 where none was inserted. */
  readonly id: number;
  readonly affected: number;
}

/** Runs statements, in a transaction or outside of one. */
export interface StatementRunner {
  readonly inTransaction: boolean;
  /** Runs a query that is built for this one run. */
  run<Row>(query: CompilableQuery<Row>): Promise<QueryResult<Row>>;
  /** Runs a query of a transaction whose result nobody needs, at the latest with the next one. */
  runLater(query: CompilableQuery<unknown>): Promise<void>;
  /** Runs a statement that changes rows. */
  change<Built extends object>(
    statement: Statement<Built, unknown>,
    inputs: InputsFor<NoInfer<Built>> & Inputs,
  ): Promise<Change>;
  /** Runs all of `work` or none; joins a running transaction. */
  transaction<T>(work: (inside: StatementRunner) => Promise<T>): Promise<T>;
}
