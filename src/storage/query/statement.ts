import type { CompiledQuery, Kysely, QueryExecutorProvider, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Dialect } from './dialect.ts';
import { type Fragment, isFragment, Param, Params, type Value } from './fragment.ts';
import type { Tables } from './tables.ts';

/** A query of the builder, or one written with `sql`. */
export interface CompilableQuery<Row> {
  compile(database: QueryExecutorProvider): CompiledQuery<Row>;
}

/** The context of all statements; it does not change while the store is open. */
export interface StatementContext {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
}

/** The inputs of a run: values, and fragments whose shapes determine the SQL. */
export type Inputs = Readonly<Record<string, Value | Fragment>>;

/** The inputs of a run for a builder's parameters: a value for each placeholder, a fragment for anything else. */
export type InputsFor<Built> = {
  readonly [Name in keyof Built]: Built[Name] extends Param<infer V> ? V : Fragment<Built[Name]>;
};

let statementCount = 0;

/**
 * A query as a function of its inputs, with the rows that Kysely infers for it. It is declared once, in a module, and
 * built once for each combination of its inputs' shapes.
 */
export class Statement<in Built extends object, out Row> {
  /** Unique among all statements. */
  readonly name: string;
  readonly #build: (context: StatementContext, built: Built) => CompilableQuery<Row>;
  #inputNames: readonly string[] | null = null;

  constructor(build: (context: StatementContext, built: Built) => CompilableQuery<Row>) {
    statementCount += 1;
    this.name = `s${statementCount};`;
    this.#build = build;
  }

  /** The names of the inputs, in the same order for every run. */
  inputNames(inputs: Inputs): readonly string[] {
    this.#inputNames ??= Object.keys(inputs);
    return this.#inputNames;
  }

  /** Compiles it with a placeholder for each value of the inputs. */
  compile(context: StatementContext, inputs: Inputs): CompiledQuery<Row> {
    const params = new Params();
    const built: Record<string, unknown> = {};
    for (const name of this.inputNames(inputs)) {
      const input = inputs[name] ?? null;
      built[name] = isFragment(input) ? input.build(params) : params.next();
    }
    // Every member was built from the input of the same name, and `InputsFor` types what each builds.
    return this.#build(context, built as Built).compile(context.db);
  }
}

/** Declares a statement: the builder's parameters after the context are its inputs. */
export function statement<Built extends object, Row>(
  build: (context: StatementContext, built: Built) => CompilableQuery<Row>,
): Statement<Built, Row> {
  return new Statement(build);
}

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

/**
 * A cache of compiled statements by the shapes of their inputs. Building and compiling a query costs more than running
 * it, so it is done once; a run only binds the values.
 */
export class StatementCache {
  readonly context: StatementContext;
  readonly #compiled: LRUCache<string, CompiledQuery>;

  constructor(context: StatementContext, most = 2_000) {
    this.context = context;
    this.#compiled = new LRUCache({ max: most });
  }

  /** The compiled query of a statement with these inputs. */
  query<Built extends object, Row>(
    statement: Statement<Built, Row>,
    inputs: InputsFor<NoInfer<Built>> & Inputs,
  ): CompiledQuery<Row> {
    let key = statement.name;
    const values: Value[] = [];
    for (const name of statement.inputNames(inputs)) {
      const input: Inputs[string] | undefined = inputs[name];
      if (input === undefined) throw new TypeError(`The input '${name}' of a statement is missing.`);
      if (isFragment(input)) {
        key += input.shape;
        for (const value of input.values) values.push(value);
      } else values.push(input);
    }
    // The key begins with the statement's name, so the entry was compiled from this statement.
    const known = this.#compiled.get(key) as CompiledQuery<Row> | undefined;
    const compiled = known ?? this.#compile(key, statement, inputs);
    const parameters = compiled.parameters.map((part) => (part instanceof Param ? values[part.index] : part));
    return { ...compiled, parameters };
  }

  #compile<Built extends object, Row>(
    key: string,
    statement: Statement<Built, Row>,
    inputs: Inputs,
  ): CompiledQuery<Row> {
    const compiled = statement.compile(this.context, inputs);
    this.#compiled.set(key, compiled);
    return compiled;
  }
}
