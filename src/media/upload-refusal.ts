/** Why an upload was refused; the media resource maps each reason to a code and status. */
export type UploadRefusal =
  | 'no-data'
  | 'too-large'
  | 'hash-mismatch'
  | 'interrupted'
  | 'type'
  | 'broken-image'
  | 'empty-crop'
  | 'quota'
  | 'busy';

/** An upload was refused. None of its files are left. */
export class UploadRefused extends Error {
  readonly reason: UploadRefusal;

  constructor(reason: UploadRefusal, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'UploadRefused';
    this.reason = reason;
  }
}
