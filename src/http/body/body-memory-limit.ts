import { type ApiError, errors } from '../../lib/errors.ts';

export interface BodyMemoryLimits {
  /** Bytes of all large bodies that are read or parsed at the same time. */
  readonly bytes: number;
  readonly bytesPerNetwork: number;
  readonly waiting: number;
  readonly milliseconds: number;
}

/** Room in memory for large bodies. Those that find none wait before they are read. */
export interface BodyMemoryLimit {
  /** Waits for room; the returned function gives it back. Refuses with 503 where too many wait, or for too long. */
  enter(network: string, bytes: number): Promise<() => void>;
}

const megabyte = 1024 * 1024;

/** Room for several of the largest bodies that a site takes, and for half of them from one network. */
export function defaultBodyMemoryLimit(limits: {
  readonly bytes: number;
  readonly milliseconds: number;
}): BodyMemoryLimit {
  const bytesPerNetwork = Math.max(limits.bytes, 64 * megabyte);
  return createBodyMemoryLimit({
    bytes: 2 * bytesPerNetwork,
    bytesPerNetwork,
    waiting: 64,
    milliseconds: limits.milliseconds,
  });
}

interface Waiting {
  readonly network: string;
  readonly bytes: number;
  readonly go: () => void;
}

export function createBodyMemoryLimit(limits: BodyMemoryLimits): BodyMemoryLimit {
  const waiting = new Set<Waiting>();
  const taken = new Map<string, number>();
  let total = 0;

  const take = (network: string, bytes: number): void => {
    total += bytes;
    const own = (taken.get(network) ?? 0) + bytes;
    if (own === 0) taken.delete(network);
    else taken.set(network, own);
  };
  /** A body larger than the room has it to itself. */
  const fits = (used: number, bytes: number, most: number) => used === 0 || used + bytes <= most;
  const mayEnter = (network: string, bytes: number) =>
    fits(total, bytes, limits.bytes) && fits(taken.get(network) ?? 0, bytes, limits.bytesPerNetwork);
  const admit = (): void => {
    for (const one of waiting) {
      // Whoever waits for the others of its own network does not hold up the rest.
      if (mayEnter(one.network, one.bytes)) one.go();
      else if (!fits(total, one.bytes, limits.bytes)) return;
    }
  };
  const entered = (network: string, bytes: number): (() => void) => {
    take(network, bytes);
    return () => {
      take(network, -bytes);
      admit();
    };
  };

  return {
    async enter(network, bytes) {
      if (waiting.size === 0 && mayEnter(network, bytes)) return entered(network, bytes);
      if (waiting.size >= limits.waiting) throw tooMany();
      return new Promise((resolve, reject) => {
        const one: Waiting = {
          network,
          bytes,
          go: () => {
            clearTimeout(late);
            waiting.delete(one);
            resolve(entered(network, bytes));
          },
        };
        const late = setTimeout(() => {
          waiting.delete(one);
          reject(tooMany());
          admit();
        }, limits.milliseconds);
        waiting.add(one);
        admit();
      });
    },
  };
}

const tooMany = (): ApiError => errors.rest_bodies_waiting(undefined, { headers: { 'Retry-After': '2' } });
