import { StoreError } from '../store-error.ts';

/** Compares the stored schema version; throws where a newer release has changed the database. */
export function judgeVersion(found: number, known: number): 'current' | 'behind' {
  if (found <= known) return found === known ? 'current' : 'behind';
  throw new StoreError(
    'newer',
    `The database was changed by a newer release (version ${found}; this one knows up to ${known}). Update this program, or restore a backup from before the update.`,
  );
}
