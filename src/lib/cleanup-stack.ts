/**
 * What has been opened so far, to be closed in reverse order. It does what `AsyncDisposableStack` does, which not every
 * supported Node has.
 */
export class CleanupStack {
  readonly #closers: (() => unknown)[] = [];

  /** Closes this after what is added later. */
  defer(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** Returns what it is given. */
  adopt<T>(opened: T, close: (opened: T) => unknown): T {
    this.defer(() => close(opened));
    return opened;
  }

  /** Closes everything once, even if some of it fails to close; throws the first failure then. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** Runs the steps of an opening. If one fails, what the earlier ones opened is closed, and the failure thrown on. */
export async function withCleanup<T>(steps: (opened: CleanupStack) => Promise<T>): Promise<T> {
  const opened = new CleanupStack();
  try {
    return await steps(opened);
  } catch (error) {
    // The reason of the failure matters more than a second one that it caused.
    await opened.close().catch(() => {});
    throw error;
  }
}
