import { availableParallelism } from 'node:os';
import { authErrors } from '../auth-errors.ts';

/** Who wants a password verified. */
export interface HashingRequest {
  readonly network: string;
  readonly account: string;
  /** Whether exactly these credentials were right before; no guess can claim that. */
  readonly known: boolean;
}

export interface HashingLimits {
  /** How many verifications run at the same time. */
  readonly running: number;
  /** How many may wait in all; as many known ones may wait besides. */
  readonly waiting: number;
  /** How many may wait for one account from one network. */
  readonly waitingPerPair: number;
}

/** Verifies passwords, a few at a time; refuses with `rest_busy` when too many wait. */
export interface HashingQueue {
  run<T>(request: HashingRequest, work: () => Promise<T>): Promise<T>;
}

/** Hashing is slow on purpose; more hashes in parallel than cores would only slow down everything else. */
const defaultLimits: HashingLimits = {
  running: Math.max(1, Math.min(3, availableParallelism() - 1)),
  waiting: 200,
  waitingPerPair: 10,
};

type Start = () => void;
type Lanes = Map<string, Map<string, Start[]>>;

/**
 * Known credentials come first. The others are served round-robin by network and, within a network, by account:
 * whoever sends many guesses waits behind them, and others do not.
 */
export function createHashingQueue(limits: HashingLimits = defaultLimits): HashingQueue {
  const known: Start[] = [];
  const lanes: Lanes = new Map();
  let running = 0;
  let waiting = 0;

  const line = (request: HashingRequest): Start[] => {
    if (request.known) {
      if (known.length >= limits.waiting) throw busy();
      return known;
    }
    const pair = pairLine(lanes, request);
    if (pair.length >= limits.waitingPerPair || waiting >= limits.waiting) throw busy();
    waiting += 1;
    return pair;
  };
  const enter = async (request: HashingRequest): Promise<void> => {
    if (running >= limits.running) {
      const own = line(request);
      return new Promise((start) => void own.push(start));
    }
    running += 1;
  };
  /** The slot of a finished verification is handed on directly, so that no newcomer takes it in between. */
  const leave = (): void => {
    const first = known.shift();
    const next = first ?? nextInTurn(lanes);
    if (next === undefined) running -= 1;
    else {
      if (first === undefined) waiting -= 1;
      next();
    }
  };

  return {
    async run(request, work) {
      await enter(request);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

const busy = () => authErrors.rest_busy(undefined, { headers: { 'Retry-After': '1' } });

function pairLine(lanes: Lanes, { network, account }: HashingRequest): Start[] {
  const accounts = lanes.get(network) ?? new Map<string, Start[]>();
  lanes.set(network, accounts);
  const pair = accounts.get(account) ?? [];
  accounts.set(account, pair);
  return pair;
}

/** The first of the account whose turn it is, of the network whose turn it is; both then go to the end of the line. */
function nextInTurn(lanes: Lanes): Start | undefined {
  for (const [network, accounts] of lanes) {
    lanes.delete(network);
    for (const [account, pair] of accounts) {
      accounts.delete(account);
      const next = pair.shift();
      if (pair.length > 0) accounts.set(account, pair);
      if (next === undefined) continue;
      if (accounts.size > 0) lanes.set(network, accounts);
      return next;
    }
  }
  return undefined;
}
