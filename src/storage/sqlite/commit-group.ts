import { StoreError } from '../store-error.ts';
import type { SqliteFile } from './sqlite-file.ts';

/** How many transactions share a commit. */
const mostMembers = 32;
/** How long a commit waits for others, and then for the disk, which has not confirmed the one before. */
const mostWaitMs = 10;

interface CommitSteps {
  /** Called after each commit; the transactions have ended when it resolves. */
  committed(): void | Promise<void>;
  /** What the disk is busy with, if it is. */
  storing(): Promise<void> | null;
}

interface Group {
  members: number;
  timer: NodeJS.Timeout | null;
  readonly settled: PromiseWithResolvers<void>;
}

/**
 * Commits transactions that end at about the same time as one: in turns of the event loop that follow each other, or while
 * the disk is still busy with the commit before, which they would have to wait for anyway. Most of what a commit costs is
 * the same for one transaction and for several. They run one after the other, under the caller's lock; each is a savepoint of those
 * before it, so that it can be undone alone. None has ended before all are committed.
 */
export class CommitGroup {
  readonly #writer: SqliteFile;
  readonly #steps: CommitSteps;
  #group: Group | null = null;
  /** A transaction that joined the group is running. */
  #isJoined = false;
  #isRunning = false;
  #isDue = false;

  constructor(writer: SqliteFile, steps: CommitSteps) {
    this.#writer = writer;
    this.#steps = steps;
  }

  /** Begins a transaction; returns whether it joined others. */
  begin(): boolean {
    this.#isJoined = this.#group !== null;
    this.#writer.run(this.#isJoined ? 'savepoint member' : 'begin immediate', []);
    this.#isRunning = true;
    return this.#isJoined;
  }

  /** The running transaction has done its work; resolves when it is committed, with the others of its group. */
  end(): Promise<void> {
    if (this.#isJoined) this.#writer.run('release member', []);
    this.#isRunning = false;
    this.#group ??= this.#opened();
    this.#group.members += 1;
    const { settled, members } = this.#group;
    if (this.#isDue || members >= mostMembers) this.close();
    return settled.promise;
  }

  /** Undoes the running transaction. Some errors, such as a full disk, have undone the whole group already. */
  undo(): void {
    const { database } = this.#writer;
    this.#isRunning = false;
    if (!database.isTransaction) this.#lost();
    else if (this.#isJoined) database.exec('rollback to member; release member');
    else this.#writer.run('rollback', []);
    if (this.#isDue) this.close();
  }

  /** The running transaction is the last of its group: those that follow must find it committed. */
  closeNext(): void {
    if (this.#isRunning) this.#isDue = true;
  }

  /** Commits the transactions that have ended, now; or as soon as the one that runs has ended. */
  close(): void {
    this.#isDue = this.#isRunning;
    const group = this.#group;
    if (this.#isRunning || !group) return;
    this.#group = null;
    if (group.timer) clearTimeout(group.timer);
    try {
      this.#writer.run('commit', []);
    } catch (error) {
      if (this.#writer.database.isTransaction) this.#writer.run('rollback', []);
      group.settled.reject(error);
      return;
    }
    group.settled.resolve(this.#steps.committed());
  }

  #opened(): Group {
    const group: Group = { members: 0, timer: null, settled: Promise.withResolvers() };
    const until = performance.now() + mostWaitMs;
    const close = (): void => {
      if (this.#group === group) this.close();
    };
    const look = (members: number): void => {
      if (this.#group !== group) return;
      const isGrowing = group.members > members || this.#isRunning;
      if (isGrowing && performance.now() < until) {
        setImmediate(look, group.members);
        return;
      }
      const storing = this.#steps.storing();
      if (!storing) {
        close();
        return;
      }
      group.timer = setTimeout(close, mostWaitMs);
      storing.then(close, close);
    };
    setImmediate(look, 0);
    return group;
  }

  #lost(): void {
    if (this.#group?.timer) clearTimeout(this.#group.timer);
    this.#group?.settled.reject(
      new StoreError('busy', 'A transaction that was stored together with another one failed with it.', {
        undone: true,
      }),
    );
    this.#group = null;
  }
}
