/** An export file that cannot be read on; the message says at which line and why. */
export class WxrError extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
    this.line = line;
  }
}
