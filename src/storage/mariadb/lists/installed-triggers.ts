import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import type { TableTrigger } from './table-trigger.ts';

/** When triggers keep the lists: on databases that Platen made (`own`), on all (`on`) or on none (`off`). */
export type TriggerUse = 'own' | 'on' | 'off';

type Triggers = readonly TableTrigger[];

const run = (db: Kysely<Tables>, text: string) => db.executeQuery(CompiledQuery.raw(text));

/** What the triggers do, as a short text that changes with it. */
export const triggerVersion = (triggers: Triggers): string =>
  createHash('sha256').update(JSON.stringify(triggers)).digest('hex').slice(0, 16);

/** Whether all triggers are there, and belong to this user: those of a user who is gone make every write fail. */
export async function hasTriggers(
  db: Kysely<Tables>,
  triggers: Triggers,
  whose: 'of this user' | 'of anybody' = 'of this user',
): Promise<boolean> {
  const present = await presentTriggers(db, triggers);
  const usable = present.filter(({ isOurs }) => whose === 'of anybody' || Number(isOurs) === 1);
  return usable.length === triggers.length;
}

async function presentTriggers(db: Kysely<Tables>, triggers: Triggers): Promise<{ name: string; isOurs: number }[]> {
  const names = triggers.map(({ name }) => name);
  const { rows } = await db.executeQuery<{ name: string; isOurs: number }>(
    CompiledQuery.raw(
      `select TRIGGER_NAME as name, DEFINER = current_user() as isOurs from information_schema.TRIGGERS
       where TRIGGER_SCHEMA = database() and TRIGGER_NAME in (${names.map(() => '?').join(', ')})`,
      names,
    ),
  );
  return rows;
}

/** Removes the triggers; false where the server does not let this user do it. */
export const dropTriggers = (db: Kysely<Tables>, triggers: Triggers): Promise<boolean> =>
  unlessRefused(async () => {
    for (const { name } of await presentTriggers(db, triggers)) await run(db, `drop trigger if exists \`${name}\``);
  });

/**
 * Creates the triggers; false where the server does not let this user do it. They run with the modes of this session, so
 * dates that do not exist are let through, whatever the program that writes them has set.
 */
export function createTriggers(db: Kysely<Tables>, triggers: Triggers): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    await run(connection, "set @platen_mode = @@session.sql_mode, session sql_mode = 'ALLOW_INVALID_DATES'");
    const areMade = await unlessRefused(async () => {
      await dropTriggers(connection, triggers);
      for (const { text } of triggers) await unlessThere(run(connection, text));
    });
    await run(connection, 'set session sql_mode = @platen_mode');
    if (!areMade) await dropTriggers(connection, triggers);
    return areMade;
  });
}

/** In a cluster a process at another node may be creating the same trigger. */
async function unlessThere(creating: Promise<unknown>): Promise<void> {
  await creating.catch((error: unknown) => {
    if (errorNumber(error) !== 1359) throw error;
  });
}

/** Without the right to use triggers, or to create them on a server that writes a log of changes. */
const refusals: ReadonlySet<unknown> = new Set([1044, 1142, 1227, 1419]);

async function unlessRefused(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!refusals.has(errorNumber(error))) throw error;
    return false;
  }
}

const errorNumber = (error: unknown): unknown => (error instanceof Error && 'errno' in error ? error.errno : undefined);
