import type { BenchRequest, RequestKind, RunningPeer } from './peer.ts';
import { processorSeconds } from './process-facts.ts';
import { type Load, type LoadOptions, putUnderLoad } from './wrk.ts';

/** A stretch of load, and how many requests the server's own processes answer in a second of processor time. */
export interface Stretch extends Load {
  readonly perProcessorSecond: number | null;
}

/** Peer → kind → one load per round, in the order of the rounds. */
export type Measured = Map<string, Map<RequestKind, Stretch[]>>;

export interface RoundsOptions extends LoadOptions {
  readonly rounds: number;
  readonly progress: (done: number, all: number, text: string) => void;
}

/**
 * Measures every peer with every kind of request, round by round: within a round the peers take turns, so that whatever
 * else the machine is doing hits all of them alike.
 */
export async function measureRounds(
  peers: ReadonlyMap<string, RunningPeer>,
  kinds: readonly RequestKind[],
  options: RoundsOptions,
): Promise<Measured> {
  const turns = kinds.flatMap((kind) =>
    [...peers].flatMap(([name, peer]) => {
      const request = peer.requests[kind];
      return request ? [{ kind, name, request, pid: peer.pid }] : [];
    }),
  );
  const measured: Measured = new Map([...peers.keys()].map((name) => [name, new Map()]));
  // The first stretch lets compilers and caches do their work and is not counted.
  for (let round = 0; round <= options.rounds; round++) {
    for (const [at, { kind, name, request, pid }] of turns.entries()) {
      options.progress(round * turns.length + at, (options.rounds + 1) * turns.length, `${name}, ${kind}`);
      const stretch = await measureStretch(pid, request, options);
      if (round > 0) stretchesOf(measured, name, kind).push(stretch);
    }
  }
  return measured;
}

/** Throws where a peer does not answer what was asked. */
export async function checkAnswers(
  peers: ReadonlyMap<string, RunningPeer>,
  kinds: readonly RequestKind[],
): Promise<void> {
  for (const [name, peer] of peers)
    for (const kind of kinds) {
      const request = peer.requests[kind];
      if (request) await checkAnswer(`${name}, ${kind}`, request);
    }
}

/** What is under way when a stretch ends is not counted, so the counted must be many times that. */
const requestsPerConnection = 10;
const longestSeconds = 30;

/**
 * One load on one server, with the processor time the server took for it. A stretch with too few answers is done again,
 * twice as long, while that is not too long.
 */
export async function measureStretch(pid: number, request: BenchRequest, options: LoadOptions): Promise<Stretch> {
  const before = processorSeconds(pid);
  const load = await putUnderLoad(request, options);
  const after = processorSeconds(pid);
  const isShort = load.requests < requestsPerConnection * options.connections;
  const seconds = Math.min(options.seconds * 2, longestSeconds);
  if (isShort && seconds > options.seconds) return measureStretch(pid, request, { ...options, seconds });
  if (load.requests === 0) throw new Error(`${request.url} gave no answer within ${options.seconds} s.`);
  const isTold = before !== null && after !== null && after > before;
  return { ...load, perProcessorSecond: isTold ? load.requests / (after - before) : null };
}

/** What of a stretch is compared. */
export type Rate = 'perSecond' | 'perProcessorSecond';

/** Where the rates of two peers stand to each other: the middle of the ratios of each round. */
export function ratio(
  measured: Measured,
  kind: RequestKind,
  pair: readonly [string, string],
  rate: Rate,
): number | null {
  const [above = [], below = []] = pair.map(
    (name) =>
      measured
        .get(name)
        ?.get(kind)
        ?.map((one) => one[rate]) ?? [],
  );
  if (above.length === 0 || above.length !== below.length) return null;
  const ratios = above.map((one, round) => (one ?? Number.NaN) / (below[round] ?? Number.NaN));
  return ratios.some(Number.isNaN) ? null : median(ratios);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] as number)) / 2;
}

function stretchesOf(measured: Measured, name: string, kind: RequestKind): Stretch[] {
  const kinds = measured.get(name) as Map<RequestKind, Stretch[]>;
  const stretches = kinds.get(kind) ?? [];
  kinds.set(kind, stretches);
  return stretches;
}

/** Throws where the answer to a request is not what was asked for. */
export async function checkAnswer(name: string, { url, headers, body, isRight }: BenchRequest): Promise<void> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    ...(headers ? { headers } : {}),
    ...(body === undefined ? {} : { body: body.replace('@@', String(Date.now())) }),
  });
  const text = await answer.text();
  const isSound = answer.ok && isRight(parsed(text));
  if (!isSound) throw new Error(`${name}: ${url} answered ${answer.status} ${text.slice(0, 300)}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
