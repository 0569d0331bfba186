import type { TouchedTags } from '../store/site.ts';
import { type LoggedChange, readTags } from './change-log.ts';

/** A committed row of the change log; the random token tells it from another row that reuses its number. */
export interface ChangeRow {
  readonly seq: number;
  readonly token: number;
  /** Null where the tags were not asked for. */
  readonly tags: string | null;
}

/** What one statement saw of the log. */
export interface LogView {
  /** The lowest number in the log; null if the log is empty. */
  readonly oldest: number | null;
  /** The rows from a number on, in ascending order. */
  readonly rows: readonly ChangeRow[];
}

/** Access to the change log of a server with concurrent writers. Each call is one statement of its own. */
export interface ChangeLog {
  /** The rows numbered `from` and above, with the tags of those above `head`. */
  read(from: number, head: number): Promise<LogView>;
  /** The rows of these numbers, with tags. */
  rows(numbers: readonly number[]): Promise<readonly ChangeRow[]>;
}

interface Sighting {
  readonly token: number;
  readonly atMs: number;
  /** The last read of the log that may have begun before the row was committed; 0 for a row that a read has shown. */
  readonly unreadUntil: number;
}

/** How often the floor is noted. */
const floorStepMs = 1_000;
/** With more rows than this above the floor, own ones are left to the next poll: nobody may poll for long. */
const mostSkipped = 10_000;
/** At most this many missing numbers are fenced at once. */
const mostGaps = 1_000;

/**
 * Finds the log rows that were committed since it last looked, whatever the order of commits.
 *
 * A row gets its number before its transaction commits, so a row may appear below one that was seen already. The floor
 * is the highest number up to which no number is missing: nothing can appear at or below it any more. All rows above
 * the floor are compared with those seen before, so a late row is found however late it is. A number that stays
 * missing is fenced: a tombstone is inserted under it, after which a transaction that holds the number cannot commit.
 *
 * The log has lost rows if a row that was seen, or the row of the floor, is gone or has another token, or if the
 * oldest number goes down. Then everything counts as changed, as it does after an interrupted connection: what was read
 * through it may be lost.
 *
 * A row that this process committed itself is known without a read of the log. It is like one that was seen, but for a read
 * that was under way: that one may not show it yet.
 */
export class LogTracker {
  readonly #log: ChangeLog;
  readonly #floorStepMs: number;
  /** The row of the floor; null while the log is empty. */
  #floor: ChangeRow | null = null;
  #oldest: number | null = null;
  #head = 0;
  /** The rows above the floor. */
  #seen = new Map<number, Sighting>();
  /** The floor at some times of the past, oldest first. */
  #floors: { readonly seq: number; readonly atMs: number }[] = [];
  #interruptions = 1;
  #answered = 0;
  /** How many reads of the log have begun. */
  #reads = 0;

  constructor(log: ChangeLog, options: { readonly floorStepMs?: number } = {}) {
    this.#log = log;
    this.#floorStepMs = options.floorStepMs ?? floorStepMs;
  }

  /** The lowest and the highest number of the log, as last seen. */
  get range(): { readonly oldest: number; readonly head: number } {
    return { oldest: this.#oldest ?? 0, head: this.#head };
  }

  /** The highest number up to which no number is missing, as of the last poll. */
  get floor(): number {
    return this.#floor?.seq ?? 0;
  }

  /** The highest number that was below the floor at this time already; 0 if none is known. */
  settled(beforeMs: number): number {
    while (this.#floors[1] && this.#floors[1].atMs <= beforeMs) this.#floors.shift();
    const [first] = this.#floors;
    return first && first.atMs <= beforeMs ? first.seq : 0;
  }

  /** Must be called when a connection is lost or the server is another one: the next poll takes everything as changed. */
  interrupt(): void {
    this.#interruptions += 1;
  }

  /** Takes the whole log as seen. What was read before this call may be older than the log. */
  async restart(nowMs: number): Promise<void> {
    const interruptions = this.#interruptions;
    const { rows, oldest } = await this.#log.read(0, Number.MAX_SAFE_INTEGER);
    this.#seen = new Map(rows.map(({ seq, token }) => [seq, { token, atMs: nowMs, unreadUntil: 0 }]));
    this.#oldest = oldest;
    this.#head = rows.at(-1)?.seq ?? 0;
    this.#floor = rows[0] ?? null;
    this.#floors = [];
    this.#raiseFloor(nowMs);
    this.#answered = interruptions;
  }

  /** The tags of all rows committed since the last call; null for none. On an error nothing counts as seen. */
  async poll(nowMs: number): Promise<TouchedTags | null> {
    if (!this.#isCurrent) return this.#startOver(nowMs);
    const interruptions = this.#interruptions;
    this.#reads += 1;
    const read = this.#reads;
    const view = await this.#log.read(this.#floor?.seq ?? 0, this.#head);
    const isWhole = !this.#hasLostRows(view, read);
    const fresh = isWhole ? await this.#withTags(view.rows.filter((row) => !this.#knows(row))) : null;
    if (fresh === null || interruptions !== this.#interruptions) return this.#startOver(nowMs);
    for (const { seq, token } of fresh) this.#seen.set(seq, { token, atMs: nowMs, unreadUntil: 0 });
    this.#oldest = view.oldest;
    this.#head = Math.max(this.#head, view.rows.at(-1)?.seq ?? 0);
    this.#raiseFloor(nowMs);
    if (fresh.length === 0) return null;
    const touched = readTags(fresh);
    return touched === 'everything' || touched.size > 0 ? touched : null;
  }

  /**
   * Takes a row as found that this process has committed, so that no poll reports its tags: who calls this does. Must be
   * called after the commit was acknowledged. The floor stays where it is until the next poll, because a read that is under
   * way begins at the floor.
   */
  skip({ seq, token }: LoggedChange, nowMs: number): void {
    if (!this.#isCurrent || this.#floor === null || this.#seen.size >= mostSkipped) return;
    // A poll may have found it before the commit was acknowledged.
    if (seq <= this.#floor.seq || this.#seen.has(seq)) return;
    this.#seen.set(seq, { token, atMs: nowMs, unreadUntil: this.#reads });
  }

  /**
   * Whether the tracker of another server's log has found every row that was found here. The rows that belong to a
   * change are committed with its log row, so that server then has all those changes.
   */
  isCoveredBy(other: LogTracker): boolean {
    const [floor, otherFloor] = [this.#floor, other.#floor];
    if (floor === null || otherFloor === null || !this.#isCurrent || !other.#isCurrent) return false;
    if ((other.#oldest ?? 0) > (this.#oldest ?? 0)) return false;
    const has = (seq: number, token?: number): boolean => {
      const found = seq === otherFloor.seq ? otherFloor.token : other.#seen.get(seq)?.token;
      return found === undefined ? seq < otherFloor.seq : token === undefined || found === token;
    };
    if (!has(floor.seq, floor.token)) return false;
    for (let seq = otherFloor.seq + 1; seq < floor.seq; seq += 1) if (!has(seq)) return false;
    for (const [seq, { token }] of this.#seen) if (!has(seq, token)) return false;
    return true;
  }

  get #isCurrent(): boolean {
    return this.#interruptions === this.#answered;
  }

  /** The numbers missing below a row that was first seen at this time or before. */
  gaps(seenBeforeMs: number): number[] {
    let last = 0;
    for (const [seq, { atMs }] of this.#seen) if (atMs <= seenBeforeMs) last = Math.max(last, seq);
    const missing: number[] = [];
    for (let seq = (this.#floor?.seq ?? 0) + 1; seq < last && missing.length < mostGaps; seq += 1) {
      if (!this.#seen.has(seq)) missing.push(seq);
    }
    return missing;
  }

  async #startOver(nowMs: number): Promise<TouchedTags> {
    await this.restart(nowMs);
    return 'everything';
  }

  #knows({ seq }: ChangeRow): boolean {
    return seq === this.#floor?.seq || this.#seen.has(seq);
  }

  /** Whether a read shows that the log is another one; `read` is its number. */
  #hasLostRows({ rows, oldest }: LogView, read: number): boolean {
    if (this.#floor === null) return rows.length > 0;
    if (rows[0]?.seq !== this.#floor.seq || rows[0].token !== this.#floor.token) return true;
    if (oldest === null || oldest < (this.#oldest ?? 0)) return true;
    const shown = new Map(rows.map((row) => [row.seq, row.token]));
    for (const [seq, { token, unreadUntil }] of this.#seen) {
      const found = shown.get(seq);
      if (found === undefined ? read > unreadUntil : found !== token) return true;
    }
    return false;
  }

  /** Late rows come without their tags, which are read now; null if one is gone already. */
  async #withTags(fresh: readonly ChangeRow[]): Promise<readonly ChangeRow[] | null> {
    const late = fresh.filter((row) => row.tags === null);
    if (late.length === 0) return fresh;
    const found = await this.#log.rows(late.map((row) => row.seq));
    const tagged = new Map(found.map((row) => [row.seq, row]));
    if (late.some(({ seq, token }) => tagged.get(seq)?.token !== token)) return null;
    return fresh.map((row) => tagged.get(row.seq) ?? row);
  }

  #raiseFloor(nowMs: number): void {
    if (this.#floor === null) return;
    let { seq, token } = this.#floor;
    for (let next = this.#seen.get(seq + 1); next !== undefined; next = this.#seen.get(seq + 1)) {
      seq += 1;
      token = next.token;
      this.#seen.delete(seq);
    }
    this.#seen.delete(this.#floor.seq);
    this.#floor = { seq, token, tags: null };
    const last = this.#floors.at(-1);
    if (!last || nowMs - last.atMs >= this.#floorStepMs) this.#floors.push({ seq, atMs: nowMs });
  }
}
