/** The kinds of request that are measured, in the order of the table. */
export const readKinds = [
  'list',
  'embed',
  'item',
  'filtered',
  'search',
  'compressed',
  'front',
  'page',
  'feed',
] as const;
export type ReadKind = (typeof readKinds)[number];
export const requestKinds = [...readKinds, 'create'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** One request as a load generator sends it. */
export interface BenchRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body makes it a POST. `@@` in a body or at the end of an address becomes a number that is new each time. */
  readonly body?: string;
  /** Whether a response is what was requested, so that a fast but empty response does not count. */
  readonly isRight: (body: unknown) => boolean;
}

export interface RunningPeer {
  /** The root process of the server's own processes; a separate database server is not among them. */
  readonly pid: number;
  readonly requests: Readonly<Partial<Record<RequestKind, BenchRequest>>>;
  stop(): Promise<void>;
}

/** What a peer needs to know about the run. */
export interface PeerContext {
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
  /** What must be installed or started before it can be measured; null where nothing is missing. */
  missing(context: PeerContext): Promise<string | null>;
  start(context: PeerContext): Promise<RunningPeer>;
}

/** A list with this many items, bare or in an envelope. */
export const listOf =
  (count: number) =>
  (body: unknown): boolean =>
    rowsIn(body).length === count;

/** A list of one to ten items (a page). */
export const someOf = (body: unknown): boolean => rowsIn(body).length > 0 && rowsIn(body).length <= 10;

/** A page with this many entries, by an opening tag that each has. */
export const htmlWith =
  (pattern: RegExp, least: number) =>
  (body: unknown): boolean =>
    typeof body === 'string' && [...body.matchAll(pattern)].length >= least;

/** An object with an id, bare or in an envelope. */
export function isItem(body: unknown): boolean {
  const item = (body as { data?: unknown })?.data ?? body;
  return Number.isInteger((item as { id?: unknown } | null)?.id);
}

function rowsIn(body: unknown): unknown[] {
  const rows = Array.isArray(body) ? body : (body as { data?: unknown })?.data;
  return Array.isArray(rows) ? rows : [];
}
