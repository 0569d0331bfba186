/** The only error an outbound fetch throws: a check failed, or the other side did not answer within the limits. */
export class FetchRefused extends Error {
  name = 'FetchRefused';
  reason;
  constructor(reason, message, options) {
    super(message, options);
    this.reason = reason;
  }
}
