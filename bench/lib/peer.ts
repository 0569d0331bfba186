/** The kinds of request that are measured, in the order of the table. */
export const readKinds = ['list', 'embed', 'item', 'filtered', 'search'] as const;
export type ReadKind = (typeof readKinds)[number];
export type RequestKind = ReadKind | 'create';

/** One request as a load generator sends it. */
export interface BenchRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body makes it a POST. `@@` in a body or at the end of an address becomes a number that is new each time. */
  readonly body?: string;
  /** Whether an answer is what was asked for; a server that answers quickly with nothing wins nothing. */
  readonly isRight: (body: unknown) => boolean;
}

export interface RunningPeer {
  /** The process above all of its own; a database server beside it is not among them. */
  readonly pid: number;
  readonly requests: Readonly<Partial<Record<RequestKind, BenchRequest>>>;
  stop(): Promise<void>;
}

/** Where and on what a peer runs. */
export interface PeerPlace {
  /** A folder of this run. */
  readonly folder: string;
  /** The cores a server may use, as `taskset` takes them. */
  readonly cores: string;
  readonly mysqlUrl: string;
  readonly posts: number;
}

/** A server to be measured. */
export interface Peer {
  readonly name: string;
  readonly title: string;
  /** What must be done before it can be measured; null where nothing is missing. */
  missing(place: PeerPlace): Promise<string | null>;
  start(place: PeerPlace): Promise<RunningPeer>;
}

/** A list of so many things, bare or in an envelope. */
export const listOf =
  (count: number) =>
  (body: unknown): boolean =>
    rowsIn(body).length === count;

/** A list of at least one thing and at most a page of ten. */
export const someOf = (body: unknown): boolean => rowsIn(body).length > 0 && rowsIn(body).length <= 10;

/** A thing with an id, bare or in an envelope. */
export function isItem(body: unknown): boolean {
  const item = (body as { data?: unknown })?.data ?? body;
  return Number.isInteger((item as { id?: unknown } | null)?.id);
}

function rowsIn(body: unknown): unknown[] {
  const rows = Array.isArray(body) ? body : (body as { data?: unknown })?.data;
  return Array.isArray(rows) ? rows : [];
}
