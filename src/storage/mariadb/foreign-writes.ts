import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../query/tables.ts';

/** What a server says of the writes to some tables. */
export interface WriteTimes {
  /**
   * The server's clock in seconds, less the time that a write takes: the server tells when its transaction began, not when it
   * was committed.
   */
  readonly now: number;
  readonly moved: number;
  /** The number of tables with a known write time. */
  readonly known: number;
}

export type LastWrites = () => Promise<WriteTimes>;

/** The seconds that a write takes as a rule. */
const writeSeconds = 1;
/** Those that one may take that waits for locks of others: the server's own limit is 50. */
const longestWriteSeconds = 60;

/** Asks the server when these tables were last written: by anybody, in whole seconds. */
export function lastWrites(db: Kysely<Tables>, tables: readonly string[]): LastWrites {
  const marks = tables.map(() => '?').join(', ');
  const query = CompiledQuery.raw(
    `select unix_timestamp() - ${writeSeconds} as now, coalesce(max(unix_timestamp(UPDATE_TIME)), 0) as moved, count(UPDATE_TIME) as known
     from information_schema.TABLES where TABLE_SCHEMA = database() and TABLE_NAME in (${marks})`,
    [...tables],
  );
  return async () => {
    const [row] = (await db.executeQuery<Record<keyof WriteTimes, number | string>>(query)).rows;
    return { now: Number(row?.now), moved: Number(row?.moved), known: Number(row?.known) };
  };
}

/**
 * Whether even a slow write that began before the last one has ended. Until then the times do not tell of it: it is committed
 * without moving them.
 */
export const isSettled = ({ now, moved }: WriteTimes): boolean => now >= moved + longestWriteSeconds;

/**
 * Whether tables may have been written after an earlier look. A second that had not ended then counts as new, and so does, once,
 * what slow writes may have added, so no write is missed; a server that reports no times counts as written.
 */
export const hasMoved = (since: WriteTimes, times: WriteTimes): boolean =>
  times.known === 0 ||
  times.known !== since.known ||
  times.moved !== since.moved ||
  times.moved >= since.now ||
  isSettled(times) !== isSettled(since);

const checkMs = 1000;

/** Detects writes to the site's tables by other programs that share them, once a second. */
export class ForeignWrites {
  readonly #look: LastWrites;
  readonly #areExpected: () => boolean;
  #last: WriteTimes | null = null;
  #nextAt = 0;

  /** Where they are not expected, nothing is looked at. */
  constructor(look: LastWrites, areExpected: () => boolean) {
    this.#look = look;
    this.#areExpected = areExpected;
  }

  async happened(): Promise<boolean> {
    if (performance.now() < this.#nextAt || !this.#areExpected()) return false;
    this.#nextAt = performance.now() + checkMs;
    const last = this.#last;
    this.#last = await this.#look();
    return last !== null && hasMoved(last, this.#last);
  }
}
