import { StoreError, type StoreFailure } from '../store-error.ts';

/** The server and network error codes that callers can handle. */
const meanings: Readonly<Record<string, readonly [StoreFailure, string]>> = {
  ER_DUP_ENTRY: ['duplicate', 'The same entry exists already.'],
  ER_DUP_FIELDNAME: ['duplicate', 'The table has this column already.'],
  ER_NO_SUCH_TABLE: ['missing', 'The database does not have a table that a query needs.'],
  ER_BAD_FIELD_ERROR: ['missing', 'The database does not have a column that a query needs.'],
  ER_BAD_DB_ERROR: ['missing', 'There is no database of this name on the server.'],
  ER_LOCK_WAIT_TIMEOUT: ['busy', 'The database was busy with other writes for too long.'],
  ER_CON_COUNT_ERROR: ['busy', 'The database server has no free connection.'],
  ER_TOO_MANY_USER_CONNECTIONS: ['busy', 'The database server has no free connection for this user.'],
  ER_RECORD_FILE_FULL: ['full', 'The disk of the database is full.'],
  ER_DISK_FULL: ['full', 'The disk of the database is full.'],
  ER_OPTION_PREVENTS_STATEMENT: ['readonly', 'The database server does not accept writes.'],
  ER_READ_ONLY_MODE: ['readonly', 'The database server does not accept writes.'],
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: ['readonly', 'The database does not accept writes here.'],
  ER_ACCESS_DENIED_ERROR: ['denied', 'The database server refused the user name or password.'],
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: ['denied', 'The database server refused the user name or password.'],
  ER_DBACCESS_DENIED_ERROR: ['denied', 'The database user may not use this database.'],
  ER_TABLEACCESS_DENIED_ERROR: ['denied', 'The database user may not do this.'],
  ER_SPECIFIC_ACCESS_DENIED_ERROR: ['denied', 'The database user may not do this.'],
  ER_HOST_NOT_PRIVILEGED: ['denied', 'The database server does not accept connections from this machine.'],
  ER_NOT_SUPPORTED_AUTH_MODE: [
    'denied',
    'The database server requires an authentication method that is not supported.',
  ],
  ER_DATA_TOO_LONG: ['refused', 'A value is too long for its column.'],
  ER_WARN_DATA_OUT_OF_RANGE: ['refused', 'A number is too large for its column.'],
  ER_TRUNCATED_WRONG_VALUE: ['refused', 'A value does not fit its column.'],
  ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: ['refused', 'A value does not fit its column.'],
  ER_BAD_NULL_ERROR: ['refused', 'A value is missing or does not fit its column.'],
  ER_NO_DEFAULT_FOR_FIELD: ['refused', 'A value is missing or does not fit its column.'],
  ER_CANT_AGGREGATE_2COLLATIONS: ['refused', 'A text has characters that the tables of this site cannot store.'],
  ER_NET_PACKET_TOO_LARGE: ['refused', 'A value is larger than the database server accepts.'],
  ECONNREFUSED: ['unreachable', 'No database server answers at this address.'],
  ENOTFOUND: ['unreachable', 'The host name of the database server does not exist.'],
  EAI_AGAIN: ['unreachable', 'The host name of the database server cannot be resolved.'],
  ETIMEDOUT: ['unreachable', 'The database server did not answer in time.'],
  EHOSTUNREACH: ['unreachable', 'The database server cannot be reached.'],
  ENETUNREACH: ['unreachable', 'The database server cannot be reached.'],
  ECONNRESET: ['unreachable', 'The database server closed the connection.'],
  EPIPE: ['unreachable', 'The database server closed the connection.'],
  PROTOCOL_CONNECTION_LOST: ['unreachable', 'The database server closed the connection.'],
  ER_SERVER_SHUTDOWN: ['unreachable', 'The database server is shutting down.'],
  ER_NORMAL_SHUTDOWN: ['unreachable', 'The database server is shutting down.'],
  ER_UNKNOWN_COM_ERROR: ['unreachable', 'The database server is not ready for queries.'],
  ER_CONNECTION_KILLED: ['unreachable', 'The database server ended the connection.'],
  ER_QUERY_INTERRUPTED: ['unreachable', 'The database server ended the statement.'],
  ER_STATEMENT_TIMEOUT: ['busy', 'The statement took too long.'],
  ER_QUERY_TIMEOUT: ['busy', 'The statement took too long.'],
  PROTOCOL_SEQUENCE_TIMEOUT: ['unreachable', 'The database server did not answer in time.'],
};

/** Codes after which a connection is of no use, besides those of the network. */
const endsConnection: ReadonlySet<string> = new Set([
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_UNKNOWN_COM_ERROR',
  'ER_CONNECTION_KILLED',
]);

/** Whether the connection is lost, or leads to a server that cannot be used; its transaction is rolled back. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('fatal' in error && error.fatal === true) return true;
  const code = codeOf(error);
  return endsConnection.has(code) || meanings[code]?.[0] === 'unreachable';
}

/** Whether the server accepts no writes. */
export function isReadOnlyError(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ER_OPTION_PREVENTS_STATEMENT' || code === 'ER_READ_ONLY_MODE';
}

/** MariaDB's own codes, which the driver has no names for. */
const mariadbCodes: Readonly<Record<string, string>> = { 1927: 'ER_CONNECTION_KILLED', 1969: 'ER_STATEMENT_TIMEOUT' };

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const own = 'errno' in error ? mariadbCodes[String(error.errno)] : undefined;
  return own ?? ('code' in error ? String(error.code) : '');
}

/** The result of `work`; its error as a StoreError where it is known. */
export async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainMariadbError(error) ?? error;
  }
}

const lostConnection = ['unreachable', 'The database server closed the connection.'] as const;

/** Translates a driver error by its code; null for an unknown one. */
export function explainMariadbError(error: unknown): StoreError | null {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  if (code === 'ER_LOCK_DEADLOCK') {
    return new StoreError('busy', 'The transaction was rolled back to end a deadlock.', { cause: error, undone: true });
  }
  if (code === 'ER_SIGNAL_EXCEPTION') {
    return new StoreError('busy', 'The transaction took too long and was rolled back.', { cause: error, undone: true });
  }
  const meaning = meanings[code] ?? (isConnectionLost(error) ? lostConnection : undefined);
  return meaning ? new StoreError(meaning[0], meaning[1], { cause: error }) : null;
}
