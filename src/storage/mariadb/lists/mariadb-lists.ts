import { CompiledQuery, type Kysely, sql } from 'kysely';
import { allTags } from '../../changes/change-log.ts';
import type { PostLists } from '../../posts/post-lists.ts';
import { keysOf } from '../../query/keys-of.ts';
import { listTables, type Tables } from '../../query/tables.ts';
import { explainMariadbError } from '../explain-mariadb-error.ts';
import { lastWrites } from '../foreign-writes.ts';
import { markLog } from '../mariadb-log.ts';
import { withLock } from '../migrate-mariadb.ts';
import { installMarks } from './installed-marks.ts';
import { createTriggers, dropTriggers, hasTriggers, type TriggerUse, triggerVersion } from './installed-triggers.ts';
import { comparesAlike, dropLists, listSchema, readCollations } from './list-tables.ts';
import { type ListedTable, listTogether } from './list-together.ts';
import { listTriggers } from './list-triggers.ts';
import { foldCounts, recount } from './recount.ts';
import { syncLists } from './sync-lists.ts';
import type { TableTrigger } from './table-trigger.ts';
import { TriggerSetup } from './trigger-setup.ts';

/** Bringing the lists up to date may take this share of the time at most. */
const restShare = 20;
/** A process that opens the database waits so long for the lists; a large site is opened without them. */
const longestWaitMs = 2_000;
const checkMs = 1_000;
/** So many transactions at a time fold the parts of counts. */
const folds = 400;

export interface MariadbListsOptions {
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
}

/**
 * The lists and counts on a server. Either triggers keep them: then they are right in every state of the database, once
 * they were filled. Or they are compared with the site's tables: then they are used only while the server says that those tables
 * were not written since the comparison began; at other times lists and totals come from the site's tables.
 */
export class MariadbLists implements PostLists {
  readonly #options: MariadbListsOptions;
  readonly #lastWrites: ReturnType<typeof lastWrites>;
  readonly #triggers: readonly TableTrigger[];
  readonly #version: string;
  /** How often a connection was lost: another server may have the same times for another content. */
  #interruptions = 0;
  #hasTriggers = false;
  #isFilled = false;
  /** The second of the server's clock in which the last comparison began. */
  #comparedAt: number | null = null;
  #nextCheckAt = 0;
  #nextCompareAt = 0;
  #working: Promise<void> | null = null;
  #listSetup: TriggerSetup | null = null;
  #markSetup: TriggerSetup | null = null;
  #areMarked = false;
  #isClosing = false;

  constructor(options: MariadbListsOptions) {
    const { quick, prefix } = options;
    this.#options = options;
    this.#triggers = listTriggers(prefix);
    this.#version = triggerVersion(this.#triggers);
    this.#lastWrites = lastWrites(quick, [`${prefix}posts`, `${prefix}term_relationships`]);
  }

  /** Creates or removes triggers as wanted, and fills the lists where that has to be done. */
  async start(use: TriggerUse): Promise<void> {
    const { db, prefix, readOnly, isAdopted } = this.#options;
    if (readOnly) {
      this.#isFilled =
        (await this.#readState()) === this.#version && (await hasTriggers(db, this.#triggers, 'of anybody'));
      return;
    }
    const { isCluster } = this.#options;
    const allowed = isCluster ? 'off' : use;
    const isWanted = allowed === 'on' || (allowed === 'own' && !isAdopted);
    const locked = (work: () => Promise<void>): Promise<void> =>
      db.connection().execute((connection) => withLock(connection, `${prefix}platen lists`, work));
    // An adopted database is watched for the writes of others: its tables get no more triggers than lists need.
    if (!isAdopted) {
      this.#markSetup = new TriggerSetup(async (isLate) => {
        await locked(async () => {
          this.#areMarked = await installMarks(db, prefix, isWanted);
        });
        // Nobody was told what other programs wrote until now.
        if (isLate) await markLog(db, allTags);
      });
      await this.#markSetup.start();
    }
    this.#listSetup = new TriggerSetup(async () => {
      if (allowed === 'off' || !(await this.#isInstalled())) await locked(() => this.#install(allowed, isWanted));
      if (this.#hasTriggers) await this.#checkFilled();
    });
    await this.#listSetup.start();
    if (!this.#hasTriggers || this.#isFilled) return;
    await Promise.race([this.#working, new Promise((resolve) => setTimeout(resolve, longestWaitMs).unref())]);
  }

  /** Whether triggers of this version are there, and tables that compare texts as the site's do. */
  async #isInstalled(): Promise<boolean> {
    const { db, prefix } = this.#options;
    const state = await this.#readState();
    if (state !== this.#version && state !== this.#filling) return false;
    this.#hasTriggers = (await hasTriggers(db, this.#triggers)) && (await comparesAlike(db, prefix));
    return this.#hasTriggers;
  }

  async #install(use: TriggerUse, isWanted: boolean): Promise<void> {
    const { db, prefix } = this.#options;
    if (use !== 'off' && (await this.#isInstalled())) return;
    this.#hasTriggers = false;
    // What was kept by triggers that are gone may be wrong by now.
    if (await this.#readState()) await this.#record(db, '');
    if (use === 'off') await dropTriggers(db, this.#triggers);
    if (!(await comparesAlike(db, prefix))) {
      await dropTriggers(db, this.#triggers);
      const texts = [...dropLists(prefix), ...listSchema(prefix, await readCollations(db, `${prefix}posts`))];
      for (const text of texts) await db.executeQuery(CompiledQuery.raw(text));
    }
    this.#hasTriggers = isWanted && (await createTriggers(db, this.#triggers));
    if (this.#hasTriggers) await this.#record(db, this.#filling);
  }

  get #filling(): string {
    return `filling ${this.#version}`;
  }

  areKept(): boolean {
    return this.#isFilled;
  }

  areCurrent(): boolean | Promise<boolean> {
    if (this.#isFilled) return true;
    // Tables of lists that could not be set up yet may compare texts in another way than the site's.
    if (this.#options.isCluster || this.#listSetup?.isDone === false) return false;
    // Nobody shares a check that is under way: it may have been answered before a write that was acknowledged since.
    return this.#hasTriggers ? this.#checkFilled() : this.#compared();
  }

  fold(): void {
    if (this.#options.readOnly) return;
    void this.#work(async () => {
      for (let turn = 0; turn < folds && !this.#isClosing; turn += 1) if (!(await foldCounts(this.#options.db))) return;
    });
  }

  async insert(
    db: Kysely<Tables>,
    table: ListedTable,
    postIds: readonly number[],
    insert: () => Promise<void>,
  ): Promise<void> {
    // Whoever changes the triggers changes this row before, and so waits for the end of the transaction.
    const state = await this.#readState(db, 'locked');
    const areOurs = state === this.#version || state === this.#filling;
    await (areOurs ? listTogether(db, this.#options.prefix, { table, postIds, insert }) : insert());
  }

  /** Must be called when a connection is lost: another server counts the writes of its tables differently. */
  interrupt(): void {
    this.#comparedAt = null;
    this.#interruptions += 1;
  }

  areMarked(): boolean {
    return this.#areMarked;
  }

  async stamp(): Promise<string | null> {
    if (!this.#options.isAdopted) return '';
    if (this.#options.isCluster) return null;
    const interruptions = this.#interruptions;
    const { known, moved, now } = await this.#lastWrites();
    // A second that has not ended may see further writes.
    return known === 2 && moved < now ? `${interruptions} ${moved}` : null;
  }

  /** Must be called after the content was emptied in a way that triggers do not see. */
  async emptied(): Promise<void> {
    const { db, prefix } = this.#options;
    await this.#working;
    for (const name of keysOf(listTables)) await db.executeQuery(CompiledQuery.raw(`delete from \`${prefix}${name}\``));
    this.#comparedAt = null;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([this.#listSetup?.close(), this.#markSetup?.close()]);
    await this.#working;
  }

  /** Whether the site's tables were not written since the last comparison began; else begins another one. */
  async #compared(): Promise<boolean> {
    const state = await this.#lastWrites();
    // A table that the server has no time for may have been written and forgotten.
    const isKnown = state.known === 2;
    if (isKnown && this.#comparedAt !== null && state.moved < this.#comparedAt) return true;
    const isDue = isKnown && state.moved < state.now && performance.now() >= this.#nextCompareAt;
    if (isDue && !this.#options.readOnly) void this.#work(() => this.#compare(state.now));
    return false;
  }

  /** Another process may have filled the lists; several may do it at once. */
  async #checkFilled(): Promise<boolean> {
    if (performance.now() < this.#nextCheckAt) return false;
    this.#nextCheckAt = performance.now() + checkMs;
    this.#isFilled = (await this.#readState()) === this.#version;
    if (!this.#isFilled) void this.#work(() => this.#fill());
    return this.#isFilled;
  }

  async #fill(): Promise<void> {
    const { db, prefix, mark } = this.#options;
    await syncLists(db, prefix, () => this.#isClosing);
    if (this.#isClosing) return;
    await recount(db, prefix, async (transaction) => {
      await this.#record(transaction, this.#version);
      await mark(transaction);
    });
    this.#isFilled = true;
  }

  async #compare(begunAt: number): Promise<void> {
    const { db, prefix } = this.#options;
    const begun = performance.now();
    await syncLists(db, prefix, () => this.#isClosing);
    if (this.#isClosing) return;
    await recount(db, prefix);
    this.#comparedAt = begunAt;
    this.#nextCompareAt = performance.now() + (performance.now() - begun) * restShare;
  }

  /** Runs upkeep, one at a time. What a conflict or a lost connection undoes is done at the next occasion. */
  #work(work: () => Promise<void>): Promise<void> {
    this.#working ??= work()
      .catch((error: unknown) => {
        if (!explainMariadbError(error)) throw error;
      })
      .finally(() => {
        this.#working = null;
      });
    return this.#working;
  }

  async #readState(db = this.#options.db, mode: 'locked' | 'plain' = 'plain'): Promise<string> {
    const found = db.selectFrom('platen_meta').select('value').where('name', '=', 'lists');
    const row = await (mode === 'locked' ? found.modifyEnd(sql`lock in share mode`) : found).executeTakeFirst();
    return row?.value ?? '';
  }

  async #record(db: Kysely<Tables>, value: string): Promise<void> {
    await db.insertInto('platen_meta').values({ name: 'lists', value }).onDuplicateKeyUpdate({ value }).execute();
  }
}
