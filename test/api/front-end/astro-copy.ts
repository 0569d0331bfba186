import { createHash } from 'node:crypto';
import type { AstroLoaderContext, PlatenLoader } from '../../../src/front-end/astro.ts';

interface StoredEntry {
  readonly data: Record<string, unknown>;
  readonly digest?: string;
  readonly rendered?: { readonly html: string };
}

/** The collections of a project: what Astro stores from one build to the next. */
export interface AstroCopy {
  /** Brings every collection up to date, as a build does. */
  build(): Promise<void>;
  /** The entries of a collection, by id. */
  entries(collection: string): ReadonlyMap<string, StoredEntry>;
  /** Ids of what the last build wrote or removed, with the name of the collection before it. */
  readonly touched: string[];
}

/** Runs loaders as Astro does: all at once, each with a store of its own; `isServing` as while it serves for development. */
export function astroCopy(
  loaders: Readonly<Record<string, PlatenLoader>>,
  isServing = false,
  refuses: (data: Record<string, unknown>) => boolean = () => false,
): AstroCopy {
  const touched: string[] = [];
  const contexts = new Map(
    Object.keys(loaders).map((name) => [name, contextOf(name, touched, { isServing, refuses })]),
  );
  return {
    touched,
    async build() {
      touched.length = 0;
      await Promise.all(
        Object.entries(loaders).map(([name, loader]) => {
          const own = contexts.get(name);
          return own && loader.load(own.context);
        }),
      );
    },
    entries: (collection) => contexts.get(collection)?.stored ?? new Map(),
  };
}

interface ContextOptions {
  readonly isServing: boolean;
  /** Whether the schema of the project does not take the data of an item. */
  readonly refuses: (data: Record<string, unknown>) => boolean;
}

function contextOf(collection: string, touched: string[], { isServing, refuses }: ContextOptions) {
  const stored = new Map<string, StoredEntry>();
  const notes = new Map<string, string>();
  const context: AstroLoaderContext = {
    collection,
    store: {
      get: (id) => stored.get(id),
      values: () => [...stored.values()],
      keys: () => [...stored.keys()],
      set({ id, ...entry }) {
        if (stored.get(id)?.digest === entry.digest) return false;
        touched.push(`${collection} ${id}`);
        stored.set(id, entry);
        return true;
      },
      delete(id) {
        touched.push(`${collection} -${id}`);
        stored.delete(id);
      },
    },
    meta: { get: (key) => notes.get(key), set: (key, value) => void notes.set(key, value) },
    logger: { info() {}, warn() {} },
    parseData: async ({ id, data }) => {
      if (refuses(data)) throw new Error(`${collection} ${id} does not match its schema.`);
      return data;
    },
    generateDigest: (data) => createHash('sha1').update(JSON.stringify(data)).digest('hex'),
    ...(isServing ? { watcher: {} } : {}),
  };
  return { context, stored };
}
