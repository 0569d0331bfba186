/** A statement that took long, with placeholders instead of values. */
export interface SlowStatement {
  readonly sql: string;
  readonly count: number;
  readonly longestMs: number;
}
