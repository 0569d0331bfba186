/** Why an outbound fetch was not made or not finished; meant for logs and tests, never shown to the caller. */
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

/** The one error an outbound fetch ends with: a guard said no, or the other side did not answer in bounds. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
