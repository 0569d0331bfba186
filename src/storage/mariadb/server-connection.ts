import type { Connection } from 'mysql2';
import { loadOptional } from '../../lib/error-code.ts';
import { loggedAt } from '../changes/change-log.ts';
import { StoreError } from '../store-error.ts';
import { isConnectionLost } from './explain-mariadb-error.ts';
import { type DatabaseHost, type Deadlines, type MariadbAddress, within } from './mariadb-address.ts';
import { collation } from './mariadb-schema.ts';
import { commitWithDeadline, prepareSession, type ServerFacts } from './server-session.ts';

export interface ConnectOptions {
  readonly address: MariadbAddress;
  readonly readOnly: boolean;
  readonly deadlines: Deadlines;
}

/** The driver has no type for values of any kind, which is what a statement may bind. */
type QueryValues = Parameters<Connection['query']>[1];
type Answer = (error: unknown, result?: unknown) => void;

/** One connection that is ready for statements. A statement that is not answered in time ends it. */
export class ServerConnection {
  readonly raw: Connection;
  readonly facts: ServerFacts;
  readonly host: DatabaseHost;
  readonly #statementMs: number;
  /** Called once when it is lost: not when `end` or `destroy` closes it. */
  onLost: () => void = () => {};
  isOpen = true;
  /** Those who wait for the answers to statements that were sent. */
  readonly #waiting = new Set<Answer>();
  #isInTransaction = false;
  /** Whether the server is yet to be told that a transaction begins: it is, with its first statement. */
  #isToBegin = false;
  /** Whether the transaction has a row in the change log. */
  #isLogged = false;

  constructor(raw: Connection, facts: ServerFacts, host: DatabaseHost, statementMs: number) {
    this.raw = raw;
    this.facts = facts;
    this.host = host;
    this.#statementMs = statementMs;
    raw.on('error', () => this.#lose());
    raw.on('end', () => this.#lose());
  }

  query(text: string, values: QueryValues, answer: Answer): void {
    if (!this.isOpen) {
      // The server rolls a transaction back when its connection ends.
      if (text === 'rollback') answer(null, nothingDone);
      else answer(new StoreError('unreachable', 'The connection to the database server has ended.'));
      return;
    }
    const isEnd = text === 'commit' || text === 'rollback';
    if (text === 'begin' || (isEnd && this.#isToBegin)) {
      this.#isInTransaction = !isEnd;
      this.#isToBegin = !isEnd;
      this.#isLogged = false;
      answer(null, nothingDone);
      return;
    }
    const isFirst = this.#isToBegin;
    this.#isToBegin = false;
    const once: Answer = (error, result) => {
      if (!this.#waiting.delete(once)) return;
      clearTimeout(timer);
      if (isEnd) this.#isInTransaction = false;
      if (error && isConnectionLost(error)) this.#lose();
      answer(error, isFirst && !error ? withoutFirst(result) : result);
    };
    const timer = setTimeout(() => {
      this.#lose();
      once(new StoreError('unreachable', 'The database server did not answer in time.'));
    }, this.#statementMs);
    this.#waiting.add(once);
    this.raw.query(isFirst ? `begin; ${this.#followed(text)}` : this.#followed(text), values, once);
  }

  /** Keeps track of what the transaction logs; the text to send. */
  #followed(text: string): string {
    if (this.#isInTransaction && text.includes(loggedAt)) this.#isLogged = true;
    const canBeLate = text === 'commit' && this.#isLogged && this.facts.runsBlocks;
    return canBeLate ? commitWithDeadline(this.#statementMs) : text;
  }

  /**
   * Gives it up at once: its server cannot be reached. A transaction is left to its deadline, because its commit may be
   * under way.
   */
  abandon(): void {
    if (!this.isOpen || this.#isInTransaction) return;
    this.isOpen = false;
    this.raw.destroy();
    const failure = new StoreError('unreachable', 'The database server does not answer.');
    for (const answer of this.#waiting) answer(failure);
  }

  end(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.raw.end(() => {});
  }

  #lose(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.raw.destroy();
    this.onLost();
  }
}

const nothingDone = { insertId: 0, affectedRows: 0 };

/** The answer to a text without that to its first statement. */
function withoutFirst(results: unknown): unknown {
  const rest = Array.isArray(results) ? results.slice(1) : [];
  return rest.length === 1 ? rest[0] : rest;
}

/** Connects to one server and prepares the session, all within the deadline for it. */
export async function connectTo(host: DatabaseHost, statementMs: number, options: ConnectOptions) {
  const { address, deadlines } = options;
  const { createConnection } = await loadOptional('mysql2', 'A MariaDB or MySQL database', () => import('mysql2'));
  const raw = createConnection({
    ...host,
    user: address.user,
    password: address.password,
    database: address.database,
    ...(address.ssl && { ssl: {} }),
    connectTimeout: deadlines.connectMs,
    charset: collation,
    // Stored dates have no zone, and some are zero, so they must not be converted to Date.
    dateStrings: true,
    decimalNumbers: true,
    // An update counts the rows it matches, whether or not a value changes.
    flags: ['FOUND_ROWS'],
    // Statements that need not wait for each other are sent as one text; values are still escaped one by one.
    multipleStatements: true,
    // An object among the values must never become SQL.
    stringifyObjects: true,
  });
  // The promises below report the error too; without a listener it would end the process.
  raw.on('error', () => {});
  const late = () => new StoreError('unreachable', 'The database server did not answer in time.');
  try {
    const facts = await within(deadlines.connectMs, prepareSession(raw, options), late);
    return new ServerConnection(raw, facts, host, statementMs);
  } catch (error) {
    raw.destroy();
    throw error;
  }
}
