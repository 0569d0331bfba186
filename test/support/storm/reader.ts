import type { Random } from '../../simulation/random.ts';
import { type KeptAnswer, type KeptConnection, keptConnection } from './kept-connection.ts';
import type { Episode, Lane, LaneState } from './lane.ts';

/** What readers found. */
export interface Found {
  reads: number;
  /** Reads that were answered from memory. */
  hits: number;
  /** Answers that show less than what was acknowledged, or more than what was sent. */
  readonly wrong: string[];
}

/** A question about the content of an episode, and what is wrong with an answer to it; null where nothing is. */
interface Question {
  readonly path: (episode: Episode) => string;
  readonly fault: (answer: KeptAnswer, states: readonly LaneState[], episode: Episode) => string | null;
}

const questions: readonly Question[] = [
  {
    path: ({ tag }) => `/posts?tags=${tag}&per_page=1&_fields=id`,
    fault: ({ total }, states) => notAmong(total, states.map(sizeOf)),
  },
  { path: ({ tag }) => `/posts?tags=${tag}&per_page=100&orderby=id&_fields=id,title`, fault: listFault },
  {
    path: ({ word }) => `/posts?search=${word}&per_page=1&_fields=id`,
    fault: ({ total }, states) => notAmong(total, states.map(sizeOf)),
  },
  {
    path: ({ tag }) => `/tags/${tag}?_fields=count`,
    fault: ({ body }, states) => notAmong((body as { count: number }).count, states.map(sizeOf)),
  },
  {
    path: ({ first }) => `/comments?post=${first}&per_page=1&_fields=id`,
    fault: ({ total }, states) =>
      notAmong(
        total,
        states.map(({ comments }) => comments),
      ),
  },
];

const sizeOf = ({ published }: LaneState): number => published.size;

function notAmong<T>(shown: T, allowed: readonly T[]): string | null {
  return allowed.includes(shown) ? null : `${shown}, not ${[...new Set(allowed)].join(' or ')}`;
}

/** The rows of a list are not read at one moment: each is judged by itself. */
function listFault({ body }: KeptAnswer, states: readonly LaneState[]): string | null {
  const shown = new Map((body as ShownPost[]).map((post) => [post.id, post.title.rendered]));
  const faults: string[] = [];
  for (const [id, title] of shown) {
    if (!states.some(({ published }) => published.get(id) === title || published.get(0) === title))
      faults.push(`${id} is shown as ${title}`);
  }
  const [state] = states;
  for (const id of state?.published.keys() ?? [])
    if (!shown.has(id) && states.every(({ published }) => published.has(id))) faults.push(`${id} is missing`);
  return faults.join('; ') || null;
}

interface ShownPost {
  readonly id: number;
  readonly title: { readonly rendered: string };
}

/** Whether an item is shown as it is, or not shown as it is not. */
function itemFault({ status, body }: KeptAnswer, id: number, states: readonly LaneState[]): string | null {
  const title = status === 200 ? (body as ShownPost).title.rendered : undefined;
  return notAmong(
    title,
    states.map(({ published }) => published.get(id)),
  );
}

/** Asks one server about what the lanes write, over one connection, and judges each answer. */
export async function readThrough(
  origin: string,
  lanes: readonly Lane[],
  found: Found,
  { isOver, random }: { readonly isOver: () => boolean; readonly random: Random },
): Promise<void> {
  let ask: KeptConnection = keptConnection(origin);
  for (let turn = 0; !isOver(); turn += 1) {
    const lane = random.pick(lanes);
    const { episode } = lane;
    try {
      if (episode) await judge(ask, lane, episode, found, random);
      // A page deep in a list that everybody writes: judged when all is quiet again.
      if (turn % 10 === 0) await ask('GET', '/wp-json/wp/v2/posts?page=90&orderby=title&_fields=id');
    } catch {
      // The server was killed; another one, or the same one again, will answer.
      ask.end();
      ask = keptConnection(origin);
      await new Promise((done) => setTimeout(done, 100));
    }
    await new Promise((done) => setTimeout(done, 5));
  }
  ask.end();
}

async function judge(ask: KeptConnection, lane: Lane, episode: Episode, found: Found, random: Random) {
  const at = random.below(questions.length + 2);
  const ids = [...episode.state.published.keys()].filter((id) => id !== 0);
  const id = random.pick(ids);
  const question = questions[at];
  const path = question ? question.path(episode) : `/posts/${id}?_fields=id,title`;
  // Asked twice, so that answers from memory are among those that are judged.
  for (let again = 0; again < 2; again += 1) {
    const askedAt = performance.now() - lane.options.lateMs;
    const answer = await ask('GET', `/wp-json/wp/v2${path}`);
    const states = episode.possible(askedAt, performance.now());
    if (episode.isOver || answer.status === 503) return;
    found.reads += 1;
    if (answer.cache === 'hit') found.hits += 1;
    const fault = question ? question.fault(answer, states, episode) : itemFault(answer, id, states);
    if (fault) found.wrong.push(`${lane.options.name}: ${path}: ${fault} (${answer.status}, ${answer.cache})`);
  }
}
