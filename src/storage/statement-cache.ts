import type { Compilable, CompiledQuery } from 'kysely';
import type { Value } from './condition.ts';

/** Stands in a query for a value that is given at each run. */
class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

interface Prepared {
  readonly query: CompiledQuery;
  /** For each parameter of the text, in order: a slot to fill or a value that is always the same. */
  readonly parameters: readonly (Slot | Value)[];
}

const capacity = 2000;

/**
 * Queries by shape. Building and compiling a query costs more than running it, so it is done once per shape; a run
 * fills the values in.
 */
export class StatementCache {
  readonly #prepared = new Map<string, Prepared>();

  /** The query of this shape with these values; `build` gets a stand-in for each value. */
  query(shape: string, values: readonly Value[], build: (slots: readonly Value[]) => Compilable): CompiledQuery {
    let prepared = this.#prepared.get(shape);
    if (!prepared) {
      prepared = prepare(values.length, build);
      this.#keep(shape, prepared);
    }
    const parameters = prepared.parameters.map((part) => (part instanceof Slot ? values[part.index] : part));
    return { ...prepared.query, parameters };
  }

  #keep(shape: string, prepared: Prepared): void {
    if (this.#prepared.size >= capacity) {
      const oldest = this.#prepared.keys().next().value;
      if (oldest !== undefined) this.#prepared.delete(oldest);
    }
    this.#prepared.set(shape, prepared);
  }
}

function prepare(count: number, build: (slots: readonly Value[]) => Compilable): Prepared {
  // A slot takes the place of a value while the query is built; the compiler only carries it into `parameters`.
  const slots = Array.from({ length: count }, (_, index) => new Slot(index) as unknown as Value);
  const query = build(slots).compile();
  return { query, parameters: query.parameters as readonly (Slot | Value)[] };
}
