import { createConnection } from 'mysql2/promise';

/** Whether a database server answers. */
export function isReachable(mysqlUrl: string): Promise<boolean> {
  return runOnServer(mysqlUrl, 'select 1').then(
    () => true,
    () => false,
  );
}

/** Runs one statement on the database server. */
export async function runOnServer(mysqlUrl: string, statement: string): Promise<void> {
  const connection = await createConnection(mysqlUrl);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
