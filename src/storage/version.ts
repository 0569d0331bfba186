import { StoreError } from './store-error.ts';

/** What a recorded version asks for; a database that a later release has changed is left alone. */
export function judgeVersion(found: number, known: number): 'current' | 'behind' {
  if (found <= known) return found === known ? 'current' : 'behind';
  throw new StoreError(
    'newer',
    `The database was changed by a newer release (version ${found}; this one knows up to ${known}). Update this program.`,
  );
}
