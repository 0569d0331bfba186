/** The kinds of request that only read, in the order of the table. */
export const readKinds = [
  'list',
  'list-gzip',
  'list-br',
  'list-edit',
  'embed',
  'item',
  'item-gzip',
  'item-br',
  'filtered',
  'search',
  'front',
  'page',
  'feed',
] as const;
export type ReadKind = (typeof readKinds)[number];
/** Those that change what is read; posts that are created change the size of the site, so creating comes last. */
export const writeKinds = ['update', 'mixed', 'create'] as const;
export const requestKinds = [...readKinds, ...writeKinds] as const;
export type RequestKind = (typeof requestKinds)[number];

/** One request as a load generator sends it. */
export interface BenchRequest {
  readonly url: string;
  /** One that accepts an encoding must be answered in it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** GET without a body and POST with one, unless given. */
  readonly method?: 'POST' | 'PUT' | 'PATCH';
  /** `@@` in a body or at the end of an address becomes a number that is new each time. */
  readonly body?: string;
  /** Whether a response is what was requested, so that a fast but empty response does not count. */
  readonly isRight: (body: unknown) => boolean;
}

/** One request, or several that are sent in turn. */
export type BenchLoad = BenchRequest | readonly BenchRequest[];

export function methodOf({ method, body }: BenchRequest): string {
  return method ?? (body === undefined ? 'GET' : 'POST');
}

/** What a server is asked: one request per kind, and several posts that are read and updated in turn. */
export type PeerRequests = Readonly<Partial<Record<ReadKind | 'create', BenchRequest>>> & {
  readonly items?: readonly BenchRequest[];
  readonly update?: readonly BenchRequest[];
};

export interface RunningPeer {
  /** The root process of the server's own processes; a separate database server is not among them. */
  readonly pid: number;
  /** The version of the program, for the report. */
  readonly version?: string;
  readonly requests: PeerRequests;
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
  /** An older version, which may lack some kinds of request: those it does not answer are left out. */
  readonly isOlder?: boolean;
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
  const id = idIn(body);
  return Number.isInteger(id) || (typeof id === 'string' && id !== '');
}

/** The object with this id. */
export const isItemWith =
  (id: number | string | undefined) =>
  (body: unknown): boolean =>
    isItem(body) && idIn(body) === id;

interface Envelope {
  readonly data?: unknown;
  readonly items?: unknown;
  readonly item?: unknown;
}

function rowsIn(body: unknown): unknown[] {
  const data = Array.isArray(body) ? body : (body as Envelope | null)?.data;
  const rows = Array.isArray(data) ? data : (data as Envelope | null | undefined)?.items;
  return Array.isArray(rows) ? rows : [];
}

function idIn(body: unknown): unknown {
  const data = (body as Envelope | null)?.data ?? body;
  const item = (data as Envelope | null)?.item ?? data;
  // Strapi identifies a document, whose versions have numbers of their own.
  const { documentId, id } = (item ?? {}) as { documentId?: unknown; id?: unknown };
  return documentId ?? id;
}
