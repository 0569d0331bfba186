import type { SearchIndex } from '../../search/search-index.ts';
import type { SqliteFile } from '../sqlite-file.ts';
import { searchTableNames } from './search-schema.ts';

/** Triggers note what waits, and every condition is exact by itself. */
export function sqliteSearchIndex(file: SqliteFile, prefix: string): SearchIndex {
  const count = `select count(*) as waiting from ${searchTableNames(prefix).waiting}`;
  return {
    prepare: async (dialect) => dialect,
    note: null,
    confirm: null,
    progress: async () => file.run<{ waiting: number }>(count, []).rows[0] ?? { waiting: 0 },
  };
}
