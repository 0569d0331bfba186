/** Why an upload was not taken; the resource gives each its code and status. */
export type UploadRefusal = 'no-data' | 'too-large' | 'hash-mismatch' | 'interrupted' | 'type' | 'broken-image';

/** An upload that was turned away. Nothing of it is left anywhere. */
export class UploadRefused extends Error {
  readonly reason: UploadRefusal;

  constructor(reason: UploadRefusal, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'UploadRefused';
    this.reason = reason;
  }
}
