import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Answered, askOnce } from './ask-once.ts';

/** What many connections do to a server at once until they are told to stop. */
export interface Attack {
  /** Ends it; how many requests of each kind were sent. */
  stop(): Promise<Readonly<Record<string, number>>>;
}

const program = fileURLToPath(new URL('./attack-process.ts', import.meta.url));

/** `only` names some of the ways to attack, with commas between them. */
export async function startAttack(origin: string, connections: number, only = ''): Promise<Attack> {
  const child = fork(program, [origin, String(connections), only]);
  await once(child, 'message');
  return {
    async stop() {
      const told = once(child, 'message');
      const ended = once(child, 'exit');
      child.send('stop');
      const [counts] = await told;
      await ended;
      return counts;
    },
  };
}

/** What visitors ask for, with the beginning of one more parameter. */
const visited = '/wp-json/wp/v2/posts?per_page=5&';

/** How visitors fared. */
export interface Visits {
  readonly asked: number;
  readonly answered: number;
  /** Milliseconds until 50 and 99 of a hundred were answered. */
  readonly p50: number;
  readonly p99: number;
}

/** Visitors who come at a fixed rate, whether or not the ones before them have been answered. */
export async function visitAt(origin: string, perSecond: number, seconds: number, path = visited): Promise<Visits> {
  const total = Math.round(perSecond * seconds);
  const started = performance.now();
  const visits: Promise<Answered | null>[] = [];
  while (visits.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond) + 1);
    while (visits.length < due) {
      visits.push(askOnce(origin, `${path}nth=${visits.length % 3}`).catch(() => null));
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
export async function capacityOf(origin: string, seconds: number, path = visited, connections = 8): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let answered = 0;
  const one = async (number: number) => {
    for (let turn = number; performance.now() < until; turn++) {
      await askOnce(origin, `${path}nth=${turn % 3}`);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => one(number)));
  return answered / seconds;
}
