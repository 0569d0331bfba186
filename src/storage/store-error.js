/** The only error that storage throws for database failures; the driver's own error is its `cause`. */
export class StoreError extends Error {
  failure;
  /** The database has rolled the whole transaction back, so running it again is safe. */
  undone;
  constructor(failure, message, options) {
    super(message, options);
    this.name = 'StoreError';
    this.failure = failure;
    this.undone = options?.undone ?? false;
  }
}
