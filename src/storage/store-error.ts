/**
 * Why the database refused, told apart by what a caller can do about it.
 *
 * `refused` is a value that does not fit its column; the other names speak for themselves.
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

/** The one error storage throws for what the database answers; the driver's own error is its `cause`. */
export class StoreError extends Error {
  readonly failure: StoreFailure;
  /** The database has undone the whole transaction by itself, so running it again is safe. */
  readonly undone: boolean;

  constructor(failure: StoreFailure, message: string, options?: { cause?: unknown; undone?: boolean }) {
    super(message, options);
    this.name = 'StoreError';
    this.failure = failure;
    this.undone = options?.undone ?? false;
  }
}
