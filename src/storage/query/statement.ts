import type { CompiledQuery, Kysely, QueryExecutorProvider } from 'kysely';
import type { Dialect } from './dialect.ts';
import { type Fragment, isFragment } from './fragment.ts';
import { type Param, Params, type Value } from './param.ts';
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
