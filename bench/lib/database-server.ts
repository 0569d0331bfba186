import { readFile } from 'node:fs/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** Whether a database server answers. */
export function isReachable(mysqlUrl: string): Promise<boolean> {
  return runOnServer(mysqlUrl, 'select 1').then(
    () => true,
    () => false,
  );
}

/** Runs one statement on the database server. */
export async function runOnServer(mysqlUrl: string, statement: string): Promise<void> {
  await rowsOf(mysqlUrl, statement);
}

export async function hasDatabase(mysqlUrl: string, name: string): Promise<boolean> {
  return (await rowsOf(mysqlUrl, 'show databases')).some((row) => row['Database'] === name);
}

/** The process of the database server; null where it does not run on this machine or may not be looked at. */
export async function serverPid(mysqlUrl: string): Promise<number | null> {
  try {
    const [row] = await rowsOf(mysqlUrl, 'select @@pid_file as file');
    const pid = Number(await readFile(row?.['file'], 'utf8'));
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    return /^(?:mariadbd|mysqld)\n$/.test(name) ? pid : null;
  } catch {
    return null;
  }
}

async function rowsOf(mysqlUrl: string, statement: string): Promise<RowDataPacket[]> {
  const connection = await createConnection(mysqlUrl);
  try {
    const [rows] = await connection.query(statement);
    return Array.isArray(rows) ? (rows as RowDataPacket[]) : [];
  } finally {
    await connection.end();
  }
}
