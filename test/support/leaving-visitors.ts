import { connect } from 'node:net';

/** Less than a render lock is held as a last resort. */
const answerMs = 8_000;

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

/** Those of the paths that do not answer as they should. */
export async function unanswered(origin: URL, asked: readonly string[]): Promise<string[]> {
  const dead: string[] = [];
  await each(asked, 16, async (path) => {
    const status = await fetch(new URL(path, origin), { signal: AbortSignal.timeout(answerMs) }).then(
      (answer) => answer.arrayBuffer().then(() => answer.status),
      () => 0,
    );
    if (status !== 200) dead.push(`${path}: ${status}`);
  });
  return dead;
}
