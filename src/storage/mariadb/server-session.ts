import type { Connection } from 'mysql2';
import { loggedAt } from '../changes/change-log.ts';
import type { Deadlines } from './mariadb-address.ts';
import { collation } from './mariadb-schema.ts';

/** What a server says of itself when a connection to it is opened. */
export interface ServerFacts {
  /** The same for two connections to the same data: the id of the server, or of its cluster. */
  readonly identity: string;
  /** Whether it answers queries now; a node that left its cluster does not. */
  readonly isReady: boolean;
  readonly isWritable: boolean;
  /** Whether it runs a block of statements that is sent to it as one. */
  readonly runsBlocks: boolean;
  /** Whether reads may be sent as a block. A node of a cluster waits for others before each statement, which is one here. */
  readonly runsReadBlocks: boolean;
}

interface SessionOptions {
  readonly readOnly: boolean;
  readonly deadlines: Deadlines;
}

/**
 * How long a transaction may be idle before the server ends it, so that a frozen process does not keep its locks: less
 * than half of what another statement has, which may be waiting for them.
 */
const idleSeconds = ({ statementMs }: Deadlines): number => Math.max(1, Math.floor(statementMs / 2_100));

const asked = [
  'hostname',
  'port',
  'server_id',
  'server_uid',
  'server_uuid',
  'read_only',
  'innodb_read_only',
  'wsrep_on',
  'max_statement_time',
  'idle_transaction_timeout',
];

/** Configures a new session, and finds out what kind of server it leads to. */
export async function prepareSession(connection: Connection, options: SessionOptions): Promise<ServerFacts> {
  const marks = asked.map((name) => `'${name}'`).join(', ');
  const variables = await pairs(connection, `show variables where Variable_name in (${marks})`);
  for (const text of settings(variables, options)) await query(connection, text);
  const isWritable = variables.get('read_only') !== 'ON' && variables.get('innodb_read_only') !== 'ON';
  // Only MariaDB has this variable, and only MariaDB runs blocks.
  const runsBlocks = variables.has('idle_transaction_timeout');
  const common = { isWritable, runsBlocks, runsReadBlocks: runsBlocks && variables.get('wsrep_on') !== 'ON' };
  if (variables.get('wsrep_on') !== 'ON') return { ...common, identity: serverIdentity(variables), isReady: true };
  const status = await pairs(connection, "show global status where Variable_name like 'wsrep\\_%'");
  return {
    ...common,
    identity: `cluster ${status.get('wsrep_cluster_state_uuid')}`,
    // 4 is a node that has everything its cluster has; 2 is one that gives its state to another one.
    isReady: status.get('wsrep_ready') === 'ON' && ['2', '4'].includes(status.get('wsrep_local_state') ?? ''),
  };
}

/** Allows zero dates, which the layout uses; any other value that does not fit is an error, not truncated. */
function settings(variables: ReadonlyMap<string, string>, { readOnly, deadlines }: SessionOptions): string[] {
  const session = [
    "sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
    "time_zone = '+00:00'",
    `innodb_lock_wait_timeout = ${idleSeconds(deadlines) + 2}`,
    // Many numbers are read as one value; MySQL would cut it after a few hundred.
    `group_concat_max_len = ${2 ** 20}`,
  ];
  if (variables.has('max_statement_time')) session.push(`max_statement_time = ${deadlines.statementMs / 1000}`);
  if (variables.has('idle_transaction_timeout')) session.push(`idle_transaction_timeout = ${idleSeconds(deadlines)}`);
  // A read waits until its node has applied everything that was committed on any node before.
  if (variables.get('wsrep_on') === 'ON') session.push('wsrep_sync_wait = 1');
  return [
    `set names utf8mb4 collate ${collation}`,
    `set ${session.map((setting) => `session ${setting}`).join(', ')}`,
    'set session transaction isolation level read committed',
    // Otherwise MySQL caches table write times for a day; MariaDB ignores this comment.
    'set @platen = 1 /*!80000 , session information_schema_stats_expiry = 0 */',
    ...(readOnly ? ['set session transaction read only'] : []),
  ];
}

function serverIdentity(variables: ReadonlyMap<string, string>): string {
  const own = variables.get('server_uid') ?? variables.get('server_uuid') ?? '';
  return `server ${own} ${variables.get('server_id')} ${variables.get('hostname')}:${variables.get('port')}`;
}

async function pairs(connection: Connection, text: string): Promise<Map<string, string>> {
  const rows = await query(connection, text);
  const found = Array.isArray(rows) ? rows : [];
  return new Map(found.map((row: Record<string, unknown>) => [String(row['Variable_name']), String(row['Value'])]));
}

function query(connection: Connection, text: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(text, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

/**
 * A commit that the server turns into a rollback if it begins later than this after the change was logged. Who waits for
 * the commit gives up at that time, but a server that hangs may still have the statement in its receive buffer, and would
 * otherwise store a change that was refused. The server's clock alone decides.
 */
export function commitWithDeadline(milliseconds: number): string {
  const deadline = `${loggedAt} + interval ${milliseconds * 1_000} microsecond`;
  const refuse = `rollback; signal sqlstate '45000' set message_text = 'The commit came too late.'`;
  return `/* commit */ begin not atomic if sysdate(6) > ${deadline} then ${refuse}; else commit; end if; end`;
}
