import type { CompiledQuery } from 'kysely';
import { isFragment } from './fragment.ts';
import { Param, type Value } from './param.ts';
import type { Inputs, InputsFor, Statement, StatementContext } from './statement.ts';

const capacity = 2000;

/**
 * A cache of compiled statements by the shapes of their inputs. Building and compiling a query costs more than running
 * it, so it is done once; a run only binds the values.
 */
export class StatementCache {
  readonly context: StatementContext;
  readonly #compiled = new Map<string, CompiledQuery>();

  constructor(context: StatementContext) {
    this.context = context;
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
    if (this.#compiled.size >= capacity) {
      const oldest = this.#compiled.keys().next().value;
      if (oldest !== undefined) this.#compiled.delete(oldest);
    }
    this.#compiled.set(key, compiled);
    return compiled;
  }
}
