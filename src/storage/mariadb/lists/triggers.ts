import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Job } from '../../../lib/jobs.ts';
import type { Tables } from '../../query/tables.ts';
import { explainMariadbError } from '../explain-mariadb-error.ts';
import { raw } from '../raw.ts';

/** A trigger on one of the site's tables. */
export interface TableTrigger {
  readonly name: string;
  readonly text: string;
}

/** Whether a trigger runs for another program: sessions of Platen have set this variable. */
export const isOther = '@platen is null';

/** When triggers keep the lists: on databases that Platen made (`own`), on all (`on`) or on none (`off`). */
export type TriggerUse = 'own' | 'on' | 'off';

type Triggers = readonly TableTrigger[];

/** For the transactions that use a table; whoever wants to read it meanwhile waits too. */
const longestWaitSeconds = 2;

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

function presentTriggers(db: Kysely<Tables>, triggers: Triggers): Promise<{ name: string; isOurs: number }[]> {
  const names = triggers.map(({ name }) => name);
  const text = `select TRIGGER_NAME as name, DEFINER = current_user() as isOurs from information_schema.TRIGGERS
    where TRIGGER_SCHEMA = database() and TRIGGER_NAME in (${names.map(() => '?').join(', ')})`;
  return raw(db, text, names);
}

/**
 * Removes the triggers; false where the server does not let this user do it. Throws where a transaction uses their
 * tables.
 */
export const dropTriggers = (db: Kysely<Tables>, triggers: Triggers): Promise<boolean> =>
  changing(db, (connection) => unlessRefused(() => dropPresent(connection, triggers)));

/**
 * Creates the triggers; false where the server does not let this user do it. Throws where a transaction uses their tables:
 * then some of them are there.
 */
export const createTriggers = (db: Kysely<Tables>, triggers: Triggers): Promise<boolean> =>
  changing(db, async (connection) => {
    const areMade = await unlessRefused(async () => {
      const present = new Set((await presentTriggers(connection, triggers)).map(({ name }) => name));
      for (const { name, text } of triggers) {
        if (present.has(name)) await drop(connection, name);
        await unlessThere(raw(connection, text));
      }
    });
    if (!areMade) await unlessRefused(() => dropPresent(connection, triggers));
    return areMade;
  });

async function dropPresent(db: Kysely<Tables>, triggers: Triggers): Promise<void> {
  for (const { name } of await presentTriggers(db, triggers)) await drop(db, name);
}

const drop = (db: Kysely<Tables>, name: string) => raw(db, `drop trigger if exists \`${name}\``);

/**
 * In a session that does not wait long for tables in use. Triggers run with the modes of the session that made them, so
 * dates that do not exist are let through, whatever the program that writes them has set.
 */
function changing<T>(db: Kysely<Tables>, work: (connection: Kysely<Tables>) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await raw(
      connection,
      `set @platen_mode = @@session.sql_mode, @platen_wait = @@session.lock_wait_timeout,
        session sql_mode = 'ALLOW_INVALID_DATES', session lock_wait_timeout = ${longestWaitSeconds}`,
    );
    try {
      return await work(connection);
    } finally {
      await raw(connection, 'set session sql_mode = @platen_mode, session lock_wait_timeout = @platen_wait');
    }
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

/** Between two attempts: everybody who reads a table waits behind the one who wants to change its triggers. */
const pauseMs = 10_000;

/** `isLate` if the store has been in use before the work was possible. */
type Work = (isLate: boolean) => Promise<void>;

/**
 * Work on triggers, which is not possible while a transaction of anybody uses their tables. It is then tried again in the
 * background until it is done.
 */
export class TriggerSetup {
  readonly #job: Job;
  readonly #work: Work;
  #isDone = false;
  #isClosing = false;
  #timer: NodeJS.Timeout | undefined;
  #trying: Promise<void> | null = null;

  constructor(job: Job, work: Work) {
    this.#job = job;
    this.#work = work;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Resolves when the work is done or was put off. */
  async start(): Promise<void> {
    try {
      await this.#attempt(false);
    } catch (error) {
      if (explainMariadbError(error)?.failure !== 'busy') throw error;
      this.#putOff();
    }
  }

  async #attempt(isLate: boolean): Promise<void> {
    await this.#work(isLate);
    this.#isDone = true;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    await this.#trying;
  }

  #putOff(): void {
    if (this.#isClosing) return;
    this.#timer = setTimeout(() => {
      this.#trying = this.#job
        .run(() => this.#attempt(true))
        .then(() => {
          if (!this.#isDone) this.#putOff();
        });
    }, pauseMs).unref();
  }
}
