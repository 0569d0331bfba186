import { type Kysely, sql } from 'kysely';
import type { Job, Jobs } from '../../../lib/jobs.ts';
import { allTags } from '../../changes/change-log.ts';
import type { PostLists } from '../../posts/post-lists.ts';
import { keysOf, listTables, type Tables } from '../../query/tables.ts';
import { isSettled, lastWrites } from '../foreign-writes.ts';
import { markLog } from '../mariadb-log.ts';
import { readMeta, record, withLock } from '../migrate-mariadb.ts';
import { quoted, raw } from '../raw.ts';
import { compactCounters, type ListedTable, listTogether, recount } from './list-counters.ts';
import { comparesAlike, dropLists, listSchema, readCollations, syncLists } from './list-tables.ts';
import { listTriggers } from './list-triggers.ts';
import { foreignMarks } from './marks.ts';
import {
  createTriggers,
  dropTriggers,
  hasTriggers,
  type TableTrigger,
  TriggerSetup,
  type TriggerUse,
  triggerVersion,
} from './triggers.ts';

/** A process that opens the database waits so long for the lists; a large site is opened without them. */
const longestWaitMs = 2_000;
const checkMs = 1_000;
/** So many transactions at a time compact the counters. */
const compactions = 400;
/** The name of our own setting that says how far the lists are. */
const setting = 'lists';

interface MariadbListsOptions {
  readonly db: Kysely<Tables>;
  /** Connections that never wait behind slow statements. */
  readonly quick: Kysely<Tables>;
  readonly prefix: string;
  readonly readOnly: boolean;
  /** Another program made the content tables. */
  readonly isAdopted: boolean;
  /** Adds a row to the change log, so that replicas are known to have what was written before it. */
  readonly mark: (db: Kysely<Tables>) => Promise<void>;
  /**
   * A node of Galera that applies the write of another one may stop a trigger while it is loaded, and nodes count the
   * writes of a table each for itself: in a cluster the site's own tables answer.
   */
  readonly isCluster: boolean;
  readonly jobs: Jobs;
}

/**
 * The lists and counters on a server. Where triggers maintain them, they are right in every state of the database, once
 * they were filled. Elsewhere, and until then, the site's own tables answer.
 */
export class MariadbLists implements PostLists {
  readonly #options: MariadbListsOptions;
  readonly #triggers: readonly TableTrigger[];
  /** What the setting says when the lists are filled, and while they are. */
  readonly #filled: string;
  readonly #filling: string;
  #setup: TriggerSetup | null = null;
  readonly #upkeep: Upkeep;
  readonly #content: ContentVersion;
  #state: 'plain' | 'filling' | 'maintained' = 'plain';
  #nextCheckAt = 0;

  constructor(options: MariadbListsOptions) {
    this.#options = options;
    const { prefix, isAdopted } = options;
    // An adopted database is watched for the writes of others: its tables get no more triggers than lists need.
    this.#triggers = [...listTriggers(prefix), ...(isAdopted ? [] : foreignMarks(prefix))];
    this.#filled = triggerVersion(this.#triggers);
    this.#filling = `filling ${this.#filled}`;
    this.#upkeep = new Upkeep(options.jobs.of('lists'));
    this.#content = new ContentVersion(options);
  }

  /** Creates or removes triggers as wanted, and fills the lists where that has to be done. */
  async start(use: TriggerUse): Promise<void> {
    const { db, prefix, readOnly, isAdopted, isCluster, jobs } = this.#options;
    if (readOnly) {
      const isFilled = (await readMeta(db, setting)) === this.#filled;
      if (isFilled && (await hasTriggers(db, this.#triggers, 'of anybody'))) this.#state = 'maintained';
      return;
    }
    const allowed = isCluster ? 'off' : use;
    const areWanted = allowed === 'on' || (allowed === 'own' && !isAdopted);
    const install = (): Promise<void> => this.#install(allowed, areWanted);
    this.#setup = new TriggerSetup(jobs.of('triggers'), async (isLate) => {
      if (allowed !== 'off' && (await this.#areInstalled())) this.#state = 'filling';
      else await db.connection().execute((connection) => withLock(connection, `${prefix}platen lists`, install));
      // Nobody was told what other programs wrote until now.
      if (isLate && this.areMarked()) await markLog(db, allTags);
      this.#fillSoon();
    });
    await this.#setup.start();
    if (this.#state !== 'filling') return;
    await Promise.race([this.#upkeep.idle(), new Promise((resolve) => setTimeout(resolve, longestWaitMs).unref())]);
  }

  /** Whether triggers of this version are there, and tables that compare texts as the site's do. */
  async #areInstalled(): Promise<boolean> {
    const { db, prefix } = this.#options;
    const state = await readMeta(db, setting);
    if (state !== this.#filled && state !== this.#filling) return false;
    return (await hasTriggers(db, this.#triggers)) && (await comparesAlike(db, prefix));
  }

  async #install(use: TriggerUse, areWanted: boolean): Promise<void> {
    const { db, prefix } = this.#options;
    if (use !== 'off' && (await this.#areInstalled())) {
      this.#state = 'filling';
      return;
    }
    // What was maintained by triggers that are gone may be wrong by now.
    if (await readMeta(db, setting)) await record(db, setting, '');
    // An older version that was started meanwhile took some of these triggers for its own, and must look again.
    await db.deleteFrom('platen_meta').where('name', '=', 'marks').execute();
    if (use === 'off') await dropTriggers(db, this.#triggers);
    if (!(await comparesAlike(db, prefix))) {
      await dropTriggers(db, this.#triggers);
      const texts = [...dropLists(prefix), ...listSchema(prefix, await readCollations(db, `${prefix}posts`))];
      for (const text of texts) await raw(db, text);
    }
    if (!areWanted || !(await createTriggers(db, this.#triggers))) {
      await this.#clear();
      return;
    }
    await record(db, setting, this.#filling);
    this.#state = 'filling';
  }

  /** Removes rows that nothing maintains. */
  async #clear(): Promise<void> {
    const { db, prefix } = this.#options;
    for (const table of quoted(prefix, ...keysOf(listTables))) {
      const rows = await raw(db, `select 1 from ${table} limit 1`);
      if (rows.length > 0) await raw(db, `delete from ${table}`);
    }
  }

  areMaintained(): boolean {
    if (this.#state === 'filling') this.#fillSoon();
    return this.#state === 'maintained';
  }

  areMarked(): boolean {
    return this.#state !== 'plain' && !this.#options.isAdopted;
  }

  compactCounters(): void {
    const { db, readOnly } = this.#options;
    if (readOnly) return;
    this.#upkeep.run(async (isClosing) => {
      for (let turn = 0; turn < compactions && !isClosing(); turn += 1) if (!(await compactCounters(db))) return;
    });
  }

  async insert(
    db: Kysely<Tables>,
    table: ListedTable,
    postIds: readonly number[],
    insert: () => Promise<void>,
  ): Promise<void> {
    // Whoever changes the triggers changes this row before, and so waits for the end of the transaction.
    const found = db.selectFrom('platen_meta').select('value').where('name', '=', setting);
    const state = await found.modifyEnd(sql`lock in share mode`).executeTakeFirst();
    const areOurs = state?.value === this.#filled || state?.value === this.#filling;
    await (areOurs ? listTogether(db, this.#options.prefix, { table, postIds, insert }) : insert());
  }

  contentVersion(): string | Promise<string | null> | null {
    return this.#content.read();
  }

  /** Must be called when a connection is lost: another server counts the writes of its tables differently. */
  interrupt(): void {
    this.#content.interrupt();
  }

  /** Must be called after the content was emptied in a way that triggers do not see. */
  async emptied(): Promise<void> {
    await this.#upkeep.idle();
    await this.#clear();
  }

  async close(): Promise<void> {
    const closing = this.#upkeep.close();
    await this.#setup?.close();
    await closing;
  }

  /** Several processes may fill the lists at once, and one finds that another has done it. */
  #fillSoon(): void {
    if (this.#state !== 'filling' || performance.now() < this.#nextCheckAt) return;
    this.#nextCheckAt = performance.now() + checkMs;
    this.#upkeep.run(async (isClosing) => {
      const { db, prefix, mark } = this.#options;
      if ((await readMeta(db, setting)) !== this.#filled) {
        await syncLists(db, prefix, isClosing);
        if (isClosing()) return;
        await recount(db, prefix, async (transaction) => {
          await record(transaction, setting, this.#filled);
          await mark(transaction);
        });
      }
      this.#state = 'maintained';
    });
  }
}

/** Work in the background, one at a time. What a conflict or a lost connection undoes is done at the next occasion. */
class Upkeep {
  readonly #job: Job;
  #running: Promise<void> | null = null;
  #isClosing = false;

  constructor(job: Job) {
    this.#job = job;
  }

  run(work: (isClosing: () => boolean) => Promise<void>): void {
    if (this.#isClosing) return;
    this.#running ??= this.#job
      .run(() => work(() => this.#isClosing))
      .then(() => {
        this.#running = null;
      });
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  close(): Promise<void> {
    this.#isClosing = true;
    return this.idle();
  }
}

/** Names the state of posts and their terms in an adopted database by the server's times of their last writes. */
class ContentVersion {
  readonly #lastWrites: ReturnType<typeof lastWrites>;
  readonly #mode: 'logged' | 'timed' | 'unknown';
  /** How often a connection was lost: another server may have the same times for another content. */
  #interruptions = 0;

  constructor({ quick, prefix, isAdopted, isCluster }: MariadbListsOptions) {
    this.#lastWrites = lastWrites(quick, [`${prefix}posts`, `${prefix}term_relationships`]);
    this.#mode = !isAdopted ? 'logged' : isCluster ? 'unknown' : 'timed';
  }

  interrupt(): void {
    this.#interruptions += 1;
  }

  read(): string | Promise<string | null> | null {
    return this.#mode === 'timed' ? this.#readTimes() : this.#mode === 'logged' ? '' : null;
  }

  async #readTimes(): Promise<string | null> {
    const interruptions = this.#interruptions;
    const times = await this.#lastWrites();
    // A table that the server has no time for may have been written; a second that has not ended may see further writes.
    if (times.known !== 2 || times.moved >= times.now) return null;
    return `${interruptions} ${times.moved}${isSettled(times) ? ' settled' : ''}`;
  }
}
