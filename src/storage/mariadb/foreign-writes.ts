import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../query/tables.ts';

const checkMs = 1000;

/** What a server says of the writes to some tables. */
export interface WriteTimes {
  /** The server's clock, in seconds. */
  readonly now: number;
  readonly moved: number;
  /** The number of tables with a known write time. */
  readonly known: number;
}

/**
 * Detects writes to the site's tables by other programs that share them. The server stores the second of each
 * table's last write; a second that had not ended at the last check counts as new, so no write is missed. A server
 * that reports no times counts as written.
 */
export class ForeignWrites {
  readonly #look: LastWrites;
  readonly #areExpected: () => boolean;
  #last: WriteTimes | null = null;
  #nextAt = 0;

  /** Where they are not expected, nothing is looked at. */
  constructor(look: LastWrites, areExpected = () => true) {
    this.#look = look;
    this.#areExpected = areExpected;
  }

  async happened(): Promise<boolean> {
    if (Date.now() < this.#nextAt || !this.#areExpected()) return false;
    this.#nextAt = Date.now() + checkMs;
    const last = this.#last;
    const state = await this.#look();
    this.#last = state;
    if (last === null) return false;
    return state.known === 0 || state.known !== last.known || state.moved !== last.moved || state.moved >= last.now;
  }
}

export type LastWrites = () => Promise<WriteTimes>;

/** Asks the server when these tables were last written. */
export function lastWrites(db: Kysely<Tables>, tables: readonly string[]): LastWrites {
  const marks = tables.map(() => '?').join(', ');
  const query = CompiledQuery.raw(
    `select unix_timestamp() as now, coalesce(max(unix_timestamp(UPDATE_TIME)), 0) as moved, count(UPDATE_TIME) as known
     from information_schema.TABLES where TABLE_SCHEMA = database() and TABLE_NAME in (${marks})`,
    [...tables],
  );
  return async () => {
    const [row] = (await db.executeQuery<Record<keyof WriteTimes, number | string>>(query)).rows;
    return { now: Number(row?.now), moved: Number(row?.moved), known: Number(row?.known) };
  };
}
