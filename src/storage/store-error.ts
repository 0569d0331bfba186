/**
 * Why a database operation failed, by what a caller can do about it; `refused` is a value that does not fit its column.
 */
export type StoreFailure =
  | 'duplicate'
  | 'missing'
  | 'busy'
  | 'full'
  | 'readonly'
  | 'unreachable'
  | 'denied'
  | 'newer'
  | 'refused';

/** The only error that storage throws for database failures; the driver's own error is its `cause`. */
export class StoreError extends Error {
  readonly failure: StoreFailure;
  /** The database has rolled the whole transaction back, so running it again is safe. */
  readonly undone: boolean;

  constructor(failure: StoreFailure, message: string, options?: { cause?: unknown; undone?: boolean }) {
    super(message, options);
    this.name = 'StoreError';
    this.failure = failure;
    this.undone = options?.undone ?? false;
  }
}

/** Whether a row was inserted; false where another writer has inserted one with the same key. */
export async function wasInserted(inserting: Promise<unknown>): Promise<boolean> {
  try {
    await inserting;
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.failure === 'duplicate') return false;
    throw error;
  }
}
