/** An upload was refused. None of its files are left. */
export class UploadRefused extends Error {
  reason;
  constructor(reason, message, cause) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'UploadRefused';
    this.reason = reason;
  }
}
