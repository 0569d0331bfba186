import { SqliteFile } from './sqlite-file.ts';

/** Opens a read-only connection, in addition to the one that writes. */
export function openReader(...options: ConstructorParameters<typeof SqliteFile>): SqliteFile {
  const file = new SqliteFile(...options);
  file.database.exec('pragma query_only = on; pragma mmap_size = 268435456; pragma cache_size = -16000');
  return file;
}
