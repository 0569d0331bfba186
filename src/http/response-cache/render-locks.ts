import type { ServerResponse } from 'node:http';

/** A request without a cached response, and the two ways to continue it. */
export interface RenderRequest {
  readonly response: ServerResponse;
  /** Renders the response, under the lock or without one. */
  readonly render: () => void;
  /** Looks into the cache once more, and renders on a miss. */
  readonly lookAgain: () => void;
}

interface RenderLock {
  readonly key: string;
  /** In order of arrival; a request whose connection closes is removed. */
  readonly waiting: Set<RenderRequest>;
  /** Whether the response was rendered and is being stored in the cache. */
  isStoring: boolean;
  /** Removes the timer and the listeners of the lock. */
  stopWatching: () => void;
}

/** Why a lock is released; decides what the waiting requests do. */
type Outcome = 'stored' | 'unshareable' | 'abandoned' | 'overdue';

const longestMs = 10_000;
const mostRemembered = 1_000;

/**
 * Coalesces requests: of those that want the same response at once, one holds the lock and renders, and the others
 * wait.
 *
 * A lock is held by an open response and is released in `#release` alone: when the response is stored, when it turns
 * out not to be shareable, when its connection closes, when rendering throws, and in any case after the longest time.
 */
export class RenderLocks {
  readonly #locks = new Map<string, RenderLock>();
  /** Keys whose response could not be shared last time; requests do not wait for these. */
  readonly #unshareable = new Set<string>();
  readonly #longestMs: number;

  constructor(options: { readonly longestMs?: number } = {}) {
    this.#longestMs = options.longestMs ?? longestMs;
  }

  /** How many locks are held, and how many requests wait for them. */
  count(): { readonly held: number; readonly waiting: number } {
    let waiting = 0;
    for (const lock of this.#locks.values()) waiting += lock.waiting.size;
    return { held: this.#locks.size, waiting };
  }

  /** Calls `render` or `lookAgain`, now or when the lock is released; neither if the connection closes before. */
  enter(key: string, request: RenderRequest): void {
    const { response } = request;
    if (isClosed(response)) return;
    // A response that is queued behind another one on its connection gets no event when the connection closes.
    const isQueued = response.socket === null;
    const lock = this.#locks.get(key);
    if (isQueued || (!lock && this.#unshareable.has(key))) request.render();
    else if (lock) this.#wait(lock, request);
    else this.#hold(key, request);
  }

  /** Marks the response as being stored; call the returned function when that is done. */
  storing(key: string): () => void {
    this.#unshareable.delete(key);
    const lock = this.#locks.get(key);
    if (!lock) return () => {};
    lock.isStoring = true;
    return () => this.#release(lock, 'stored');
  }

  #wait(lock: RenderLock, request: RenderRequest): void {
    lock.waiting.add(request);
    request.response.once('close', () => lock.waiting.delete(request));
  }

  #hold(key: string, { response, render }: RenderRequest, waiting = new Set<RenderRequest>()): void {
    const lock: RenderLock = { key, waiting, isStoring: false, stopWatching: () => {} };
    this.#locks.set(key, lock);
    const closed = (): void => {
      if (!lock.isStoring) this.#release(lock, response.writableFinished ? 'unshareable' : 'abandoned');
    };
    // A streamed response is never stored, and a slow client would keep the others waiting until it ends.
    const streamed = (): void => this.#release(lock, 'unshareable');
    const timer = setTimeout(() => this.#release(lock, 'overdue'), this.#longestMs).unref();
    response.once('close', closed).once('pipe', streamed);
    lock.stopWatching = () => {
      clearTimeout(timer);
      response.off('close', closed).off('pipe', streamed);
    };
    try {
      render();
    } catch (error) {
      this.#release(lock, 'abandoned');
      throw error;
    }
  }

  #release(lock: RenderLock, outcome: Outcome): void {
    if (this.#locks.get(lock.key) !== lock) return;
    this.#locks.delete(lock.key);
    lock.stopWatching();
    if (outcome === 'unshareable') this.#remember(lock.key);
    if (outcome === 'abandoned') this.#handOver(lock);
    else this.#letGo(lock);
  }

  /** Continues each request in its own microtask, so that one that throws does not block the others. */
  #letGo({ waiting }: RenderLock): void {
    for (const request of waiting) queueMicrotask(() => isClosed(request.response) || request.lookAgain());
  }

  /** Nothing was rendered, so the next waiting request gets the lock, and the rest keep waiting. */
  #handOver({ key, waiting }: RenderLock): void {
    for (const next of waiting) {
      waiting.delete(next);
      if (isClosed(next.response)) continue;
      this.#hold(key, next, waiting);
      return;
    }
  }

  #remember(key: string): void {
    this.#unshareable.add(key);
    const [oldest] = this.#unshareable;
    if (this.#unshareable.size > mostRemembered && oldest !== undefined) this.#unshareable.delete(oldest);
  }
}

/** Whether the connection is closed, so that no response can be sent. */
export function isClosed(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed;
}
