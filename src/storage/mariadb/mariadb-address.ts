import { StoreError } from '../store-error.ts';

export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/** A database URL as its parts. */
export interface MariadbAddress {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** The servers that accept writes, in order of preference. */
  readonly hosts: readonly DatabaseHost[];
  /** Servers for anonymous reads. */
  readonly replicas: readonly DatabaseHost[];
  readonly ssl: boolean;
  /** The number of connections that a process may open to one server. */
  readonly connections: number;
}

const pattern =
  /^(?:mysql|mariadb):\/\/(?:(?<login>[^/?#]*)@)?(?<hosts>[^/?#@]+)\/(?<database>[^/?#]+)(?:\?(?<query>[^#]*))?$/;

/**
 * Parses `mysql://user:password@host:port,host:port/database?replicas=host:port,host:port`. `URL` cannot: it accepts
 * one host only.
 */
export function parseMariadbAddress(address: string): MariadbAddress {
  const parts = pattern.exec(address)?.groups;
  const login = /^(?<user>[^:]*)(?::(?<password>.*))?$/.exec(parts?.['login'] ?? '')?.groups;
  const query = new URLSearchParams(parts?.['query'] ?? '');
  const replicas = query.get('replicas');
  return {
    user: decoded(login?.['user'] ?? ''),
    password: decoded(login?.['password'] ?? ''),
    database: decoded(parts?.['database'] ?? '') || refuse(),
    hosts: hostList(parts?.['hosts'] ?? ''),
    replicas: replicas ? hostList(replicas) : [],
    ssl: query.get('ssl') === 'true',
    connections: positive(query.get('connections') ?? '10'),
  };
}

function hostList(list: string): DatabaseHost[] {
  return list.split(',').map((item) => {
    const found = /^(?:\[(?<v6>[0-9a-fA-F:.]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d{1,5}))?$/.exec(item.trim())?.groups;
    const host = found?.['v6'] ?? decoded(found?.['name'] ?? '');
    const port = Number(found?.['port'] ?? 3306);
    return host && port > 0 && port < 65536 ? { host, port } : refuse();
  });
}

function positive(text: string): number {
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : refuse();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse();
  }
}

function refuse(): never {
  throw new StoreError(
    'unreachable',
    'The database address must be mysql://user:password@host:port/database, with commas between several hosts.',
  );
}

/** How long the database may take, in milliseconds. */
export interface Deadlines {
  /** To accept a connection, and to answer the small statements that check it or the change log. */
  readonly connectMs: number;
  /** For a connection of the pool to become free. */
  readonly acquireMs: number;
  /** For one statement; for a transaction with all its repetitions, until the last one begins. */
  readonly statementMs: number;
}

export const defaultDeadlines: Deadlines = { connectMs: 3_000, acquireMs: 5_000, statementMs: 15_000 };

/** What `work` resolves to, unless it takes too long; it then rejects with what `late` returns. */
export async function within<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
