import { SqliteFile } from './sqlite-file.ts';

/** A connection that only reads, beside the one that writes. */
export function openReader(...place: ConstructorParameters<typeof SqliteFile>): SqliteFile {
  const file = new SqliteFile(...place);
  file.database.exec('pragma query_only = on; pragma mmap_size = 268435456; pragma cache_size = -16000');
  return file;
}
