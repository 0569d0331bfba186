import { type FileHandle, open } from 'node:fs/promises';
import { StoreError } from '../store-error.ts';

/**
 * Makes commits survive a power cut. SQLite writes a commit to the log beside the file, and readers see it at once; that
 * the disk has it takes much longer. Waiting for that blocks nobody here, and all commits that were written meanwhile share
 * the next wait. Nobody is told that a write is stored before.
 */
export class WalSync {
  readonly #path: string;
  #file: Promise<FileHandle> | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /** The path of the database file. */
  constructor(path: string) {
    this.#path = `${path}-wal`;
  }

  /** Resolves when everything that was committed before is on the disk. */
  sync(): Promise<void> {
    if (!this.#running) return this.#start();
    // The running one may have begun before the commit was written.
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  /** What the disk is busy with; null where it has everything that it was asked to store. */
  get running(): Promise<void> | null {
    return this.#running;
  }

  async close(): Promise<void> {
    await this.#running?.catch(() => {});
    await this.#next?.catch(() => {});
    const file = await this.#file?.catch(() => null);
    this.#file = null;
    await file?.close();
  }

  #start(): Promise<void> {
    this.#next = null;
    const running = this.#write().finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }

  async #write(): Promise<void> {
    try {
      // SQLite keeps the log as long as a connection to the file is open.
      this.#file ??= open(this.#path, 'r+');
      await (await this.#file).datasync();
    } catch (cause) {
      this.#file = null;
      throw new StoreError('unreachable', 'The disk did not confirm that it has stored a change.', { cause });
    }
  }
}
