/** Why an outbound fetch was not made or not completed; for logs and tests, never shown to the caller. */
export type RefusalReason =
  | 'url'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'host'
  | 'unresolved'
  | 'address'
  | 'redirects'
  | 'encoding'
  | 'size'
  | 'time'
  | 'aborted'
  | 'connection';

/** The only error an outbound fetch throws: a check failed, or the other side did not answer within the limits. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
