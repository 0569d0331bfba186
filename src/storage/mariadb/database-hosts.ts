import type { Job } from '../../lib/jobs.ts';
import { StoreError } from '../store-error.ts';
import { explainMariadbError } from './explain-mariadb-error.ts';
import type { DatabaseHost } from './mariadb-address.ts';
import { type ConnectOptions, connectTo, type ServerConnection } from './server-connection.ts';

interface HostsOptions extends ConnectOptions {
  /** In order of preference. */
  readonly hosts: readonly DatabaseHost[];
  /** Whether a server that accepts no writes will do. */
  readonly forReads: boolean;
  /** Looking for a server that is ready. */
  readonly job: Job;
}

/** How often a server that does not answer, or one that is preferred, is tried. */
const probeMs = 1_000;
const comeBackMs = 5_000;

/**
 * Chooses one of several servers: the first that is ready and accepts writes. It moves on when a connection cannot be
 * opened, and back when a preferred one is ready again. While none can be reached, callers are refused at once and a
 * timer keeps trying.
 */
export class DatabaseHosts {
  readonly #options: HostsOptions;
  readonly #listeners: (() => void)[] = [];
  readonly #abandon: (() => void)[] = [];
  #probing: Promise<void> | null = null;
  #active: DatabaseHost | null = null;
  #identity: string | null = null;
  #failure: StoreError | null = null;
  #isSuspect = false;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: HostsOptions) {
    this.#options = options;
  }

  /** Registers a listener that is called when a connection is lost or the data may be that of another server. */
  onInterrupt(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Registers a listener that is called when no server can be reached. */
  onUnreachable(listener: () => void): void {
    this.#abandon.push(listener);
  }

  /** Resolves when it is known whether a server can be reached; rejects if none can. */
  async check(): Promise<void> {
    await this.#probing;
    if (this.#failure) throw this.#failure;
  }

  /** Whether new statements may still use the connection. */
  isCurrent({ isOpen, host, facts }: ServerConnection): boolean {
    return isOpen && host === this.#active && facts.identity === this.#identity;
  }

  /** A new connection; throws a StoreError, at once while no server can be reached. */
  async connect(statementMs: number): Promise<ServerConnection> {
    if (this.#failure) throw this.#failure;
    try {
      return this.#use(await this.#firstReady(this.#inOrder(), statementMs));
    } catch (error) {
      const failure = explainMariadbError(error);
      if (failure?.failure !== 'unreachable') throw failure ?? error;
      this.#fail(failure);
      throw failure;
    }
  }

  /** Must be called when a write was refused because its server accepts none: another server may. */
  distrust(host: DatabaseHost): void {
    if (host !== this.#active || this.#options.hosts.length === 1) return;
    this.#active = null;
    this.#interrupt();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #inOrder(): DatabaseHost[] {
    const { hosts } = this.#options;
    const active = this.#active;
    return active ? [active, ...hosts.filter((host) => host !== active)] : [...hosts];
  }

  async #firstReady(hosts: readonly DatabaseHost[], statementMs: number): Promise<ServerConnection> {
    let refused: unknown = new StoreError('unreachable', 'No database server is ready.');
    let readable: ServerConnection | null = null;
    for (const host of hosts) {
      try {
        const connection = await connectTo(host, statementMs, this.#options);
        const { isReady, isWritable } = connection.facts;
        if (isReady && (isWritable || this.#options.forReads)) {
          readable?.end();
          return connection;
        }
        if (isReady && !readable) readable = connection;
        else connection.end();
      } catch (error) {
        refused = error;
      }
    }
    if (readable) return readable;
    throw refused;
  }

  #use(connection: ServerConnection): ServerConnection {
    const { host, facts } = connection;
    const isOther = this.#identity !== null && this.#identity !== facts.identity;
    this.#active = host;
    this.#identity = facts.identity;
    this.#failure = null;
    connection.onLost = () => {
      this.#interrupt();
      this.#suspect();
    };
    if (isOther) this.#interrupt();
    if (host !== this.#options.hosts[0]) this.#schedule(comeBackMs);
    return connection;
  }

  /** After a lost connection, finds out whether the server is gone before others wait for it in vain. */
  #suspect(): void {
    if (this.#isClosed || this.#failure || this.#probing) return;
    this.#isSuspect = true;
    this.#startProbe();
  }

  #startProbe(): void {
    this.#probing = this.#options.job
      .run(() => this.#probe())
      .then(() => {
        this.#probing = null;
      });
  }

  #interrupt(): void {
    for (const listener of this.#listeners) listener();
  }

  #fail(failure: StoreError): void {
    this.#failure = failure;
    if (failure.failure === 'unreachable') for (const listener of this.#abandon) listener();
    this.#schedule(probeMs);
  }

  #schedule(milliseconds: number): void {
    if (this.#isClosed || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#probing) this.#startProbe();
    }, milliseconds).unref();
  }

  /** Tries all servers while none can be reached or a connection was lost, else those preferred to the active one. */
  async #probe(): Promise<void> {
    const { hosts, deadlines } = this.#options;
    const isSuspect = this.#isSuspect || this.#failure !== null;
    this.#isSuspect = false;
    const preferred = isSuspect || !this.#active ? this.#inOrder() : hosts.slice(0, hosts.indexOf(this.#active));
    try {
      const connection = await this.#firstReady(preferred, deadlines.connectMs);
      if (isSuspect || connection.facts.isWritable || this.#options.forReads) this.#use(connection);
      connection.end();
    } catch (error) {
      if (!isSuspect) return;
      this.#fail(unreachable(error));
      throw error;
    } finally {
      if (this.#failure) this.#schedule(probeMs);
      else if (this.#active !== hosts[0]) this.#schedule(comeBackMs);
    }
  }
}

function unreachable(error: unknown): StoreError {
  const explained = explainMariadbError(error);
  return explained ?? new StoreError('unreachable', 'No database server can be reached.', { cause: error });
}
