import { Agent, request } from 'node:http';
import { hostileRequests } from './hostile-bodies.ts';
import { sendRaw } from './send-raw.ts';

/** What many connections do to a server at once until they are told to stop. */
export interface Attack {
  /** Ends it; how many requests of each kind were sent. */
  stop(): Promise<Readonly<Record<string, number>>>;
}

type Blow = (origin: string, turn: number) => Promise<unknown>;

/** The ways to attack; each connection takes the next one again and again. */
const blows: Readonly<Record<string, Blow>> = {
  'hostile body': (origin, turn) => {
    const hostile = hostileRequests[turn % hostileRequests.length];
    if (!hostile) return Promise.resolve();
    const [method = '', path = ''] = (hostile.request ?? 'POST /wp/v2/posts').split(' ');
    const { type, pieces, ...framing } = hostile.body;
    const headers = { 'Content-Type': type };
    return sendRaw(origin, { method, path: `/wp-json${path}`, headers, body: pieces(), ...framing });
  },
  'wrong log-in': (origin, turn) =>
    ask(origin, '/wp-json/wp/v2/users/me', {
      authorization: `Basic ${Buffer.from(`admin:guess-${turn}`).toString('base64')}`,
    }),
  'slow body': (origin) => {
    const headers = { 'Content-Type': 'application/json' };
    return sendRaw(origin, { method: 'POST', path: '/wp-json/wp/v2/posts', headers, body: trickle(), length: 400 });
  },
  search: (origin, turn) => ask(origin, `/wp-json/wp/v2/posts?search=%25${turn}%20a&per_page=100&_embed&orderby=relevance`),
};

/** A body that comes in pieces, so that its connection stays in use. */
function* trickle(): Generator<Buffer> {
  for (let piece = 0; piece < 40; piece++) yield Buffer.from('{"title":"');
}

export function startAttack(origin: string, connections: number): Attack {
  const counts: Record<string, number> = {};
  let goesOn = true;
  const kinds = Object.entries(blows);
  const one = async (number: number) => {
    for (let turn = number; goesOn; turn += connections) {
      const [name, blow] = kinds[number % kinds.length] as (typeof kinds)[number];
      await blow(origin, turn).catch(() => {});
      counts[name] = (counts[name] ?? 0) + 1;
      await new Promise((next) => setTimeout(next, 1));
    }
  };
  const running = Array.from({ length: connections }, (_, number) => one(number));
  return {
    async stop() {
      goesOn = false;
      await Promise.all(running);
      return counts;
    },
  };
}

const attackers = new Agent({ keepAlive: true, maxSockets: 64 });
const guests = new Agent({ keepAlive: true, maxSockets: 64 });

/** The status of the answer, and the time until all of it was there; rejects where there is none. */
function ask(origin: string, path: string, headers: Record<string, string> = {}, agent = attackers): Promise<Answered> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}${path}`, { agent, headers, timeout: 60_000 }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - started }));
      answer.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error('There was no answer.')));
    asked.on('error', reject);
    asked.end();
  });
}

interface Answered {
  readonly status: number;
  readonly ms: number;
}

/** How visitors fared. */
export interface Visits {
  readonly asked: number;
  readonly answered: number;
  /** Milliseconds until 50 and 99 of a hundred were answered. */
  readonly p50: number;
  readonly p99: number;
}

/** Visitors who come at a fixed rate, whether or not the ones before them have been answered. */
export async function visitAt(origin: string, perSecond: number, seconds: number): Promise<Visits> {
  const total = Math.round(perSecond * seconds);
  const started = performance.now();
  const visits: Promise<Answered | null>[] = [];
  while (visits.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond) + 1);
    while (visits.length < due) {
      const path = `/wp-json/wp/v2/posts?per_page=5&page=${1 + (visits.length % 3)}`;
      visits.push(ask(origin, path, {}, guests).catch(() => null));
    }
    await new Promise((next) => setTimeout(next, 2));
  }
  const outcomes = await Promise.all(visits);
  const good = outcomes.filter((one) => one?.status === 200).flatMap((one) => (one ? [one.ms] : []));
  const sorted = good.sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { asked: total, answered: good.length, p50: at(0.5), p99: at(0.99) };
}

/** How many visitors a second a server answers when nobody attacks it. */
export async function capacityOf(origin: string, seconds: number, connections = 8): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let answered = 0;
  const one = async (number: number) => {
    for (let turn = number; performance.now() < until; turn++) {
      await ask(origin, `/wp-json/wp/v2/posts?per_page=5&page=${1 + (turn % 3)}`, {}, guests);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => one(number)));
  return answered / seconds;
}
