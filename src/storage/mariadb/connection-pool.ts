import type { MysqlPool, MysqlPoolConnection } from 'kysely';
import { StoreError } from '../store-error.ts';
import type { DatabaseHosts } from './database-hosts.ts';
import { isReadOnlyError } from './explain-mariadb-error.ts';
import type { ServerConnection } from './server-connection.ts';

interface ConnectionPoolOptions {
  readonly connections: number;
  /** How long a caller waits for a connection to become free. */
  readonly acquireMs: number;
  readonly statementMs: number;
}

interface Waiting {
  readonly give: (connection: ServerConnection) => void;
  readonly retry: () => void;
}

/** A connection that is used by one caller. */
interface LentConnection {
  readonly facts: ServerConnection['facts'];
  /** The rows, or the result of each statement of a block. */
  readonly ask: (text: string, values: readonly unknown[]) => Promise<unknown>;
}

type Given = Parameters<MysqlPool['getConnection']>[0];

/** Connections to the chosen server, at most so many at once, each used by one caller at a time. */
export class ConnectionPool implements MysqlPool {
  readonly #hosts: DatabaseHosts;
  readonly #options: ConnectionPoolOptions;
  #free: ServerConnection[] = [];
  readonly #open = new Set<ServerConnection>();
  readonly #waiting = new Set<Waiting>();
  readonly #lent = new WeakMap<ServerConnection, MysqlPoolConnection>();
  /** Connections that are open or being opened. */
  #count = 0;
  #isClosed = false;

  constructor(hosts: DatabaseHosts, options: ConnectionPoolOptions) {
    this.#hosts = hosts;
    this.#options = options;
    hosts.onUnreachable(() => {
      for (const connection of this.#open) connection.abandon();
    });
  }

  getConnection(callback: Given): void {
    // With an error there is no connection, though the type requires one.
    const refuse = callback as (error: unknown) => void;
    this.#acquire().then((connection) => callback(null, this.#lend(connection)), refuse);
  }

  /** Lends a connection for some statements, without what Kysely does around each. */
  async use<T>(work: (connection: LentConnection) => Promise<T>): Promise<T> {
    const connection = await this.#acquire();
    try {
      return await work({
        facts: connection.facts,
        ask: (text, values) =>
          new Promise((resolve, reject) => {
            connection.query(text, [...values], (error, result) => (error ? reject(error) : resolve(result)));
          }),
      });
    } finally {
      this.#release(connection);
    }
  }

  end(callback: (error: unknown) => void): void {
    this.#isClosed = true;
    for (const connection of this.#free) connection.end();
    this.#free = [];
    callback(null);
  }

  async #acquire(): Promise<ServerConnection> {
    await this.#hosts.check();
    for (let free = this.#free.pop(); free; free = this.#free.pop()) {
      if (this.#hosts.isCurrent(free)) return free;
      this.#drop(free);
    }
    if (this.#count >= this.#options.connections) return this.#wait();
    this.#count += 1;
    try {
      const connection = await this.#hosts.connect(this.#options.statementMs);
      this.#open.add(connection);
      return connection;
    } catch (error) {
      this.#count -= 1;
      this.#wake();
      throw error;
    }
  }

  #wait(): Promise<ServerConnection> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        give: (connection) => {
          done();
          resolve(connection);
        },
        retry: () => {
          done();
          this.#acquire().then(resolve, reject);
        },
      };
      const timer = setTimeout(() => {
        done();
        reject(new StoreError('busy', 'All connections to the database were in use for too long.'));
      }, this.#options.acquireMs);
      this.#waiting.add(waiting);
    });
  }

  /** The connection as Kysely uses it, until it is released. */
  #lend(connection: ServerConnection): MysqlPoolConnection {
    const known = this.#lent.get(connection);
    if (known) return known;
    const { raw } = connection;
    const lent: MysqlPoolConnection = {
      config: raw.config,
      threadId: raw.threadId,
      connect: () => {},
      destroy: () => connection.end(),
      release: () => this.#release(connection),
      query: (text, values, callback) => {
        connection.query(text, values, (error, result) => {
          if (isReadOnlyError(error)) this.#hosts.distrust(connection.host);
          // The driver's result of a query without an error is one of the two kinds that Kysely reads.
          callback?.(error, result as Parameters<NonNullable<typeof callback>>[1]);
        });
        return noStream;
      },
    };
    this.#lent.set(connection, lent);
    return lent;
  }

  #release(connection: ServerConnection): void {
    if (this.#isClosed || !this.#hosts.isCurrent(connection)) {
      this.#drop(connection);
      return;
    }
    const [next] = this.#waiting;
    if (next) next.give(connection);
    else this.#free.push(connection);
  }

  #drop(connection: ServerConnection): void {
    connection.end();
    this.#open.delete(connection);
    this.#count -= 1;
    this.#wake();
  }

  #wake(): void {
    const [next] = this.#waiting;
    next?.retry();
  }
}

const noStream = {
  stream: () => {
    throw new Error('This store does not support streaming queries.');
  },
};
