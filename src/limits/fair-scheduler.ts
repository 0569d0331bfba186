import { AsyncLocalStorage } from 'node:async_hooks';

/** What wants to run: it counts for `network`, and `isSlow` if its work goes on after its first turn. */
export interface TurnRequest {
  readonly network: string;
  readonly isSlow: boolean;
  /** Called at most once; the request counts as running until the promise settles. */
  readonly start: () => Promise<void>;
  /** Called instead, if too many wait: those of the same network, or of all. */
  readonly refuse: (why: 'network' | 'all') => void;
  /** Whether nobody waits for it any more; it is then dropped. */
  readonly isGone: () => boolean;
}

export interface FairSchedulerLimits {
  /** How many slow ones run at the same time. */
  readonly slowRunning: number;
  readonly waitingPerNetwork: number;
  readonly waiting: number;
  /** How many quick ones may go before a slow one that was there first. */
  readonly quickInARow: number;
}

export const usualTurnLimits: FairSchedulerLimits = {
  slowRunning: 4,
  waitingPerNetwork: 256,
  waiting: 2_048,
  quickInARow: 8,
};

/**
 * Starts one request per turn of the event loop, so that what is answered at once, such as a cached response, waits for
 * one other request at most, however many there are. Networks take it in turn, and quick requests go before slow ones.
 */
export interface FairScheduler {
  add(request: TurnRequest): void;
  count(): { readonly waiting: number; readonly slowRunning: number };
}

export function createFairScheduler(limits: FairSchedulerLimits = usualTurnLimits): FairScheduler {
  const lanes = { quick: new FairLane(), slow: new FairLane() };
  let [isTaken, slowRunning, inARow] = [false, 0, 0];
  // A request must not run in the async context, such as the transaction, of the one before it.
  const inOwnContext = AsyncLocalStorage.snapshot();

  const run = (request: TurnRequest): void => {
    isTaken = true;
    setImmediate(inOwnContext, nextTurn);
    if (!request.isSlow) {
      void request.start();
      return;
    }
    slowRunning += 1;
    const end = () => {
      slowRunning -= 1;
      if (!isTaken) inOwnContext(nextTurn);
    };
    void request.start().then(end, end);
  };
  const nextTurn = (): void => {
    isTaken = false;
    let next = take();
    while (next?.isGone()) next = take();
    if (next) run(next);
  };
  const take = (): TurnRequest | undefined => {
    const maySlow = slowRunning < limits.slowRunning && lanes.slow.size > 0;
    if (lanes.quick.size > 0 && (!maySlow || inARow < limits.quickInARow)) {
      inARow += 1;
      return lanes.quick.take();
    }
    inARow = 0;
    return maySlow ? lanes.slow.take() : undefined;
  };

  return {
    add(request) {
      const lane = request.isSlow ? lanes.slow : lanes.quick;
      const mayRun = !isTaken && lane.size === 0 && (!request.isSlow || slowRunning < limits.slowRunning);
      if (mayRun) run(request);
      else if (lanes.quick.size + lanes.slow.size >= limits.waiting) request.refuse('all');
      else if (lane.of(request.network) >= limits.waitingPerNetwork) request.refuse('network');
      else lane.add(request);
    },
    count: () => ({ waiting: lanes.quick.size + lanes.slow.size, slowRunning }),
  };
}

/** Requests by network; each network with a request gives one in its turn. */
class FairLane {
  readonly #byNetwork = new Map<string, TurnRequest[]>();
  size = 0;

  of(network: string): number {
    return this.#byNetwork.get(network)?.length ?? 0;
  }

  add(request: TurnRequest): void {
    this.size += 1;
    const others = this.#byNetwork.get(request.network);
    if (others) others.push(request);
    else this.#byNetwork.set(request.network, [request]);
  }

  take(): TurnRequest | undefined {
    const [first] = this.#byNetwork;
    if (!first) return undefined;
    const [network, requests] = first;
    const request = requests.shift();
    this.size -= 1;
    // Deleted and set again, it stands behind the others.
    this.#byNetwork.delete(network);
    if (requests.length > 0) this.#byNetwork.set(network, requests);
    return request;
  }
}
