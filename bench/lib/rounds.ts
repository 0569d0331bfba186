import { loadOf } from './load-of.ts';
import {
  type BenchLoad,
  type BenchRequest,
  methodOf,
  type PeerRequests,
  type RequestKind,
  type RunningPeer,
} from './peer.ts';
import { processorSeconds } from './process-facts.ts';
import { type Load, type LoadOptions, putUnderLoad } from './wrk.ts';

/** A measured load, and how many requests the server's own processes answer per second of processor time. */
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
 * Measures every peer with every kind of request, round by round: within a round the peers alternate, and every other
 * round has the reverse order, so that other load on the machine affects all of them alike.
 */
export async function measureRounds(
  peers: ReadonlyMap<string, RunningPeer>,
  kinds: readonly RequestKind[],
  options: RoundsOptions,
): Promise<Measured> {
  const steps = kinds.flatMap((kind) =>
    [...peers].flatMap(([name, peer]) => {
      const load = loadOf(peer.requests, kind);
      return load.length > 0 ? [{ kind, name, load, pid: peer.pid }] : [];
    }),
  );
  const measured: Measured = new Map([...peers.keys()].map((name) => [name, new Map()]));
  // The first load is a warm-up for compilers and caches and is not counted.
  for (let round = 0; round <= options.rounds; round++) {
    for (const [at, { kind, name, load, pid }] of (round % 2 === 0 ? steps : steps.toReversed()).entries()) {
      options.progress(round * steps.length + at, (options.rounds + 1) * steps.length, `${name}, ${kind}`);
      const stretch = await measureStretch(pid, load, options);
      if (round > 0) stretchesOf(measured, name, kind).push(stretch);
    }
  }
  return measured;
}

/** Throws if a peer does not return the expected responses. */
export async function checkAnswers(
  peers: ReadonlyMap<string, RunningPeer>,
  kinds: readonly RequestKind[],
): Promise<void> {
  for (const [name, peer] of peers)
    for (const kind of kinds)
      for (const request of new Set(loadOf(peer.requests, kind))) await checkAnswer(`${name}, ${kind}`, request);
}

/** The requests that a server answers as expected, and the kinds that it does not. */
export async function answeredRequests(
  requests: PeerRequests,
  kinds: readonly RequestKind[],
): Promise<{ readonly requests: PeerRequests; readonly lacking: readonly RequestKind[] }> {
  const lacking: RequestKind[] = [];
  for (const kind of kinds)
    for (const request of new Set(loadOf(requests, kind)))
      if (!lacking.includes(kind))
        await checkAnswer(kind, request).catch(() => {
          lacking.push(kind);
        });
  const kept = Object.entries(requests).filter(([kind]) => !lacking.includes(kind as RequestKind));
  return { requests: Object.fromEntries(kept), lacking };
}

/** Requests still running at the end of a load are not counted, so the counted ones must be many times as many. */
const requestsPerConnection = 10;
const longestSeconds = 30;

/**
 * One load on one server, with the processor time its processes used for it. A load with too few responses is repeated
 * with twice the duration, up to a limit.
 */
export async function measureStretch(
  pids: number | readonly number[],
  sent: BenchLoad,
  options: LoadOptions,
): Promise<Stretch> {
  const before = processorSecondsOf(pids);
  const load = await putUnderLoad(sent, options);
  const after = processorSecondsOf(pids);
  const isShort = load.requests < requestsPerConnection * options.connections;
  const seconds = Math.min(options.seconds * 2, longestSeconds);
  if (isShort && seconds > options.seconds) return measureStretch(pids, sent, { ...options, seconds });
  if (load.requests === 0) throw new Error(`${[sent].flat()[0]?.url} gave no answer within ${options.seconds} s.`);
  const isTold = before !== null && after !== null && after > before;
  return { ...load, perProcessorSecond: isTold ? load.requests / (after - before) : null };
}

/** The processor time of all of these processes; null where one cannot be told. */
function processorSecondsOf(pids: number | readonly number[]): number | null {
  const all = [pids].flat().map(processorSeconds);
  return all.some((seconds) => seconds === null) ? null : all.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** The value of a load that is compared. */
export type Rate = 'perSecond' | 'perProcessorSecond';

/** The ratio of the rates of two peers: the median of the ratios of all rounds. */
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

/** Throws if the response to a request is not the expected one. */
export async function checkAnswer(name: string, request: BenchRequest): Promise<void> {
  const { url, headers, body, isRight } = request;
  const numbered = (text: string) => text.replaceAll('@@', String(Date.now()));
  const answer = await fetch(numbered(url), {
    method: methodOf(request),
    ...(headers ? { headers } : {}),
    ...(body === undefined ? {} : { body: numbered(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const isSound = answer.ok && isRight(isJson ? parsed(text) : text);
  if (!isSound) throw new Error(`${name}: ${url} answered ${answer.status} ${text.slice(0, 300)}`);
  const [asked, given] = [headers?.['accept-encoding'], answer.headers.get('content-encoding')];
  if (asked !== undefined && asked !== given)
    throw new Error(`${name}: ${url} was asked for ${asked} and answered with ${given ?? 'no encoding'}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
