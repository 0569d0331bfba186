/** An export file that cannot be parsed; the message states the line and the reason. */
export class WxrError extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
    this.line = line;
  }
}
