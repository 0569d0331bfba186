import type { BenchRequest, RequestKind, RunningPeer } from './peer.ts';
import { type Load, type LoadOptions, putUnderLoad } from './wrk.ts';

/** Peer → kind → one load per round, in the order of the rounds. */
export type Measured = Map<string, Map<RequestKind, Load[]>>;

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
      return request ? [{ kind, name, request }] : [];
    }),
  );
  const measured: Measured = new Map([...peers.keys()].map((name) => [name, new Map()]));
  // The first stretch lets compilers and caches do their work and is not counted.
  for (let round = 0; round <= options.rounds; round++) {
    for (const [at, { kind, name, request }] of turns.entries()) {
      options.progress(round * turns.length + at, (options.rounds + 1) * turns.length, `${name}, ${kind}`);
      const seconds = round === 0 ? Math.min(2, options.seconds) : options.seconds;
      const load = await putUnderLoad(request, { ...options, seconds });
      if (round > 0) loadsOf(measured, name, kind).push(load);
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

/** Where the rates of two peers stand to each other: the middle of the ratios of each round. */
export function ratio(measured: Measured, kind: RequestKind, one: string, other: string): number | null {
  const [above, below] = [one, other].map((name) => measured.get(name)?.get(kind) ?? []) as [Load[], Load[]];
  if (above.length === 0 || above.length !== below.length) return null;
  return median(above.map((load, round) => load.perSecond / (below[round] as Load).perSecond));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] as number)) / 2;
}

function loadsOf(measured: Measured, name: string, kind: RequestKind): Load[] {
  const kinds = measured.get(name) as Map<RequestKind, Load[]>;
  const loads = kinds.get(kind) ?? [];
  kinds.set(kind, loads);
  return loads;
}

async function checkAnswer(name: string, { url, headers, body, isRight }: BenchRequest): Promise<void> {
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
