import { type Expression, type OperationNode, ValueNode } from 'kysely';

/** A value that a statement may be run with. */
export type Value = string | number | null;

/** A placeholder in a query for a value that is bound at each run; it ends up in the compiled parameters. */
export class Param<out V extends Value = Value> implements Expression<V> {
  readonly #index: number;

  constructor(index: number) {
    this.#index = index;
  }

  /** The index of the value that replaces it. */
  get index(): number {
    return this.#index;
  }

  get expressionType(): V | undefined {
    return undefined;
  }

  toOperationNode(): OperationNode {
    return ValueNode.create(this);
  }
}

/** Creates the placeholders of one statement, in the order of its values. */
export class Params {
  #taken = 0;

  get taken(): number {
    return this.#taken;
  }

  next<V extends Value>(): Param<V> {
    const param = new Param<V>(this.#taken);
    this.#taken += 1;
    return param;
  }
}
