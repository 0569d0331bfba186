import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import { listTriggers } from './list-triggers.ts';

/** When triggers keep the lists: on databases that Platen made (`own`), on all (`on`) or on none (`off`). */
export type TriggerUse = 'own' | 'on' | 'off';

const run = (db: Kysely<Tables>, text: string) => db.executeQuery(CompiledQuery.raw(text));

/** What the triggers do, as a short text that changes with it. */
export const triggerVersion = (prefix: string): string =>
  createHash('sha256')
    .update(JSON.stringify(listTriggers(prefix)))
    .digest('hex')
    .slice(0, 16);

/** Whether all triggers are there, and belong to this user: those of a user who is gone make every write fail. */
export async function hasTriggers(db: Kysely<Tables>, prefix: string): Promise<boolean> {
  const names = listTriggers(prefix).map(({ name }) => name);
  const { rows } = await db.executeQuery<{ n: number }>(
    CompiledQuery.raw(
      `select count(*) as n from information_schema.TRIGGERS where TRIGGER_SCHEMA = database()
       and TRIGGER_NAME in (${names.map(() => '?').join(', ')}) and DEFINER = current_user()`,
      names,
    ),
  );
  return Number(rows[0]?.n) === names.length;
}

export async function dropTriggers(db: Kysely<Tables>, prefix: string): Promise<void> {
  for (const { name } of listTriggers(prefix)) await run(db, `drop trigger if exists \`${name}\``);
}

/**
 * Creates the triggers; false where the server does not let this user do it. They run with the modes of this session, so
 * dates that do not exist are let through, whatever the program that writes them has set.
 */
export function createTriggers(db: Kysely<Tables>, prefix: string): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    await run(connection, "set @platen_mode = @@session.sql_mode, session sql_mode = 'ALLOW_INVALID_DATES'");
    try {
      await dropTriggers(connection, prefix);
      for (const { text } of listTriggers(prefix)) await run(connection, text);
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await dropTriggers(connection, prefix).catch(() => {});
      return false;
    } finally {
      await run(connection, 'set session sql_mode = @platen_mode');
    }
  });
}

/** Without the right to create triggers, or to create them on a server that writes a log of changes. */
const refusals: ReadonlySet<unknown> = new Set([1044, 1142, 1227, 1419, 1359]);
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'errno' in error && refusals.has(error.errno);
