import { keptConnection } from './storm/kept-connection.ts';

export interface Hunt {
  /** Where to write and where to read; each entry gets a connection of its own. */
  readonly writeTo: readonly string[];
  readonly readFrom: readonly string[];
  /** `name:password` of somebody who may write. */
  readonly login: string;
  readonly posts: number;
  readonly milliseconds: number;
  /** The hunt goes on beyond its time until this many writes were acknowledged. */
  readonly leastWrites?: number;
  /** The same of reads that were answered from memory. */
  readonly leastHits?: number;
}

export interface Catch {
  readonly writes: number;
  /** Writes that were refused for now, which a cluster may do; on one machine none is expected. */
  readonly refused: number;
  readonly ids: readonly number[];
  readonly reads: number;
  /** Reads that were answered from memory. */
  readonly hits: number;
  /** Reads that showed less than what had been acknowledged before they were sent. */
  readonly stale: readonly string[];
}

/**
 * Writes ever higher numbers into titles on some connections while others read them, one by one and as lists, and
 * compares each answer with the numbers that had been acknowledged to anybody before the question was asked.
 */
export async function huntStale(hunt: Hunt): Promise<Catch> {
  const ids = await makePosts(hunt);
  const acknowledged = new Map(ids.map((id) => [id, 0]));
  const found = { writes: 0, refused: 0, ids, reads: 0, hits: 0, stale: [] as string[] };
  const until = Date.now() + hunt.milliseconds;
  const { leastWrites = 0, leastHits = 0 } = hunt;
  const isOver = () => Date.now() >= until && found.writes >= leastWrites && found.hits >= leastHits;
  let next = 0;

  const write = async (origin: string, lane: number) => {
    const ask = keptConnection(origin);
    // Each post has one writer, so that the last number acknowledged is the last one written.
    const own = ids.filter((_, at) => at % hunt.writeTo.length === lane);
    for (let turn = 0; !isOver(); turn++) {
      const id = own[turn % own.length] as number;
      const number = ++next;
      const { status } = await ask('POST', `/wp-json/wp/v2/posts/${id}`, { title: `n${number}` }, hunt.login);
      if (status !== 200 && status !== 503) throw new Error(`a write was answered ${status}`);
      if (status === 200) {
        acknowledged.set(id, number);
        found.writes += 1;
      } else found.refused += 1;
      // Long enough that answers are kept and found again, short enough that they are overtaken.
      await pause(15 + (turn % 4) * 15);
    }
    ask.end();
  };
  const read = async (origin: string, lane: number) => {
    const ask = keptConnection(origin);
    for (let turn = lane; !isOver(); turn++) {
      const before = new Map(acknowledged);
      // Each address is asked for a few times in a row, so that cached responses are among those that are judged.
      const id = ids[(turn >> 2) % ids.length] as number;
      const path =
        (turn >> 2) % 4 === 0
          ? `/wp-json/wp/v2/posts?include=${ids.join()}&per_page=100`
          : `/wp-json/wp/v2/posts/${id}`;
      const { body, cache, status } = await ask('GET', path);
      if (status === 503) continue;
      found.reads += 1;
      if (cache === 'hit') found.hits += 1;
      for (const post of [body].flat() as { id: number; title: { rendered: string } }[]) {
        const shown = Number(post.title.rendered.slice(1));
        const least = before.get(post.id) ?? 0;
        if (!(shown >= least)) found.stale.push(`${path} at ${origin}: n${shown} after n${least} (${cache})`);
      }
    }
    ask.end();
  };
  await Promise.all([...hunt.writeTo.map(write), ...hunt.readFrom.map(read)]);
  return found;
}

async function makePosts({ writeTo, posts, login }: Hunt): Promise<number[]> {
  const ask = keptConnection(writeTo[0] as string);
  const ids: number[] = [];
  for (let n = 0; n < posts; n++) {
    const { body } = await ask('POST', '/wp-json/wp/v2/posts', { title: 'n0', status: 'publish' }, login);
    ids.push((body as { id: number }).id);
  }
  ask.end();
  return ids;
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
