/** What one visit has asked for of posts. */
export class VisitReads {
  /** The rows that it has read, by their ids: the name of the read. */
  readonly rows = new Map<string, string>();
  /** Parts that were asked for with rows, by ids and part. */
  readonly ahead = new Map<string, Promise<ReadonlyMap<number, unknown>>>();
}
