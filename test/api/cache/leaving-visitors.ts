import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Less than a render lock is held as a last resort, with time to see others overtake. */
const lateMs = 4_000;

/** Different addresses whose answers are cached. */
export const manyPaths = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `/wp-json/wp/v2/posts?per_page=${(n % 100) + 1}&visit=${n}`);

/** Asks for what the paths name, as one message, and leaves without waiting for an answer. */
export function visitAndLeave(origin: URL, asked: readonly string[], afterMs: number): Promise<void> {
  return new Promise((left) => {
    const socket = connect(Number(origin.port), origin.hostname);
    socket.on('error', () => {});
    socket.once('close', () => left());
    socket.once('connect', () => {
      const text = asked.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${origin.host}\r\n\r\n`).join('');
      socket.write(text, () => {
        if (afterMs === 0) socket.destroy();
        else setTimeout(() => socket.destroy(), afterMs);
      });
    });
  });
}

/** Visitors of all these paths, of whom half leave at once and the others soon after. */
export function comeAndLeave(origin: URL, paths: readonly string[]): Promise<void> {
  return each(paths, 40, (path, place) => visitAndLeave(origin, [path], place % 2 === 0 ? 0 : Math.random() * 20));
}

/** Works the list off, a few at a time. */
export async function each<T>(items: readonly T[], atOnce: number, work: (item: T, place: number) => Promise<void>) {
  const left = items.entries();
  const hand = async () => {
    for (const [place, item] of left) await work(item, place);
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
}

/**
 * Those of the paths that do not answer as they should. On a busy machine every answer may be late; an address is held
 * back if others that nobody has asked for before overtake it.
 */
export async function unanswered(origin: URL, asked: readonly string[]): Promise<string[]> {
  const dead: string[] = [];
  await each(asked, 16, async (path) => {
    let isAnswered = false;
    const answer = statusOf(new URL(path, origin)).finally(() => {
      isAnswered = true;
    });
    await Promise.race([answer, sleep(lateMs, undefined, { ref: false })]);
    let overtaking = 0;
    while (!isAnswered && overtaking < 8) {
      const beside = await statusOf(new URL(`/wp-json/wp/v2/posts?beside=${randomUUID()}`, origin));
      if (beside === 200) overtaking += 1;
    }
    const isOvertaken = !isAnswered;
    let status = await answer;
    // A database that is busy refuses for now, which says nothing of the address.
    for (let again = 0; status === 503 && again < 20; again += 1) {
      await sleep(1_000);
      status = await statusOf(new URL(path, origin));
    }
    if (isOvertaken || status !== 200) dead.push(`${path}: ${isOvertaken ? 'held back' : status}`);
  });
  return dead;
}

/** 0 where there is no answer. */
function statusOf(url: URL): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(60_000) })
    .then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    })
    .catch(() => 0);
}
