import type { DeclaredTable, OwnTable, Rows, Store } from '../storage/store.ts';

/** What a store is limited to. */
export interface StoreLimits {
  readonly extension: string;
  readonly tables: readonly DeclaredTable[];
}

/** A store that gives an extension its own tables and nothing else; the rest throws an error that says why. */
export function limitedStore(store: Store, limits: StoreLimits): Store {
  const refuse = (what: string): never => {
    throw new TypeError(
      `The extension "${limits.extension}" may not use store.${what}: it has not declared the capability "store".`,
    );
  };
  return {
    get posts() {
      return refuse('posts');
    },
    get terms() {
      return refuse('terms');
    },
    get users() {
      return refuse('users');
    },
    get comments() {
      return refuse('comments');
    },
    get meta() {
      return refuse('meta');
    },
    get options() {
      return refuse('options');
    },
    get feed() {
      return refuse('feed');
    },
    table: (table) => ownTable(store, table, limits),
    transaction: (work) => store.transaction((inner) => work(limitedStore(inner, limits))),
    lock: (name) => store.lock(`${limits.extension}: ${name}`),
    hold: () => refuse('hold'),
    around: (steps) => limitedStore(store.around(steps), limits),
    forVisitor: async () => limitedStore(await store.forVisitor(), limits),
    observe: (tags) => limitedStore(store.observe(tags), limits),
    raise: () => refuse('raise'),
  };
}

/** The rows of a table of the extension; any other is refused. */
export function ownTable<Row extends object>(
  store: Store,
  table: OwnTable<Row>,
  { extension, tables }: StoreLimits,
): Rows<Row> {
  if (tables.some((one) => one.name === table.name)) return store.table(table);
  throw new TypeError(`The extension "${extension}" has not declared the table "${table.name}"; add it to "tables".`);
}
