import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../support/database.ts';
import { type KillableSite, killableSite } from '../../../support/server-process.ts';
import { lastInFeed } from '../../../support/whole-feed.ts';
import { everythingSeen, FeedCopy, type FeedPage, type Reach } from './feed-copy.ts';

/** More rounds take minutes: `PLATEN_FEED_ROUNDS=20`. */
const rounds = Number(process.env['PLATEN_FEED_ROUNDS'] ?? 2);
const writers = 4;
const writesPerRound = 40;

let database: FreshDatabase;
let site: KillableSite;
beforeAll(async () => {
  database = await freshDatabase();
  site = await killableSite({ PLATEN_DATABASE_URL: database.url, PLATEN_WORKERS: '2' });
});
afterAll(async () => {
  await site?.remove();
  await database.drop();
});

const authorization = `Basic ${Buffer.from('admin:password').toString('base64')}`;

/** Null where the server was killed meanwhile. */
async function ask(path: string, init: RequestInit = {}): Promise<Response | null> {
  return fetch(`${site.origin}/wp-json${path}`, init).catch(() => null);
}

/** A consumer as a program would write it: a dump first, then the feed; it tries again whatever fails. */
class Consumer {
  readonly copy = new FeedCopy();
  readonly headers: Record<string, string>;
  readonly reach: Reach;
  #since = '';
  #last = '';

  constructor(reach: Reach) {
    this.reach = reach;
    this.headers = reach === 'all' ? { authorization } : {};
  }

  /** Takes a dump; one that breaks off is resumed, and the feed from its first cursor repairs it. */
  async begin(): Promise<void> {
    for (;;) {
      const answered = await ask(`/platen/v1/dump${this.#last && `?after=${this.#last}`}`, { headers: this.headers });
      const text = answered?.ok ? await wholeLines(answered) : '';
      for (const line of text.split('\n').filter((one) => one !== '')) {
        const { cursor, type, id, item, end } = JSON.parse(line);
        if (end) return;
        if (cursor) this.#since ||= cursor;
        else if (type !== 'settings') {
          this.copy.set(type, id, item);
          this.#last = `${type}:${id}`;
        }
      }
    }
  }

  /** Reads the feed until it has everything and `isOver` says that nothing more will come. */
  async follow(isOver: () => boolean): Promise<void> {
    for (;;) {
      const wasOver = isOver();
      const answered = await ask(`/platen/v1/changes?since=${this.#since}&wait=1&limit=20`, { headers: this.headers });
      const page = answered?.ok ? await bodyOf<FeedPage>(answered) : null;
      if (answered && !answered.ok && answered.status < 500)
        throw new Error(`${answered.status} ${await answered.text()}`);
      if (!page) continue;
      this.copy.take(page);
      this.#since = page.cursor;
      if (wasOver && page.changes.length === 0 && !page.more && (await this.#hasAll())) return;
    }
  }

  /** Changes after that of a killed transaction are not shown before it is known that it cannot come any more. */
  async #hasAll(): Promise<boolean> {
    const [seq = ''] = this.#since.split('.');
    return Number.parseInt(seq, 36) >= (await lastInFeed(database.url));
  }
}

/** Null where the server was killed before it had sent everything. */
async function bodyOf<Body>(answered: Response): Promise<Body | null> {
  return (answered.json() as Promise<Body>).catch(() => null);
}

/** What arrived of a body, up to its last whole line. */
async function wholeLines(answered: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answered.body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch {
    // The server was killed; what came before counts.
  }
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

const ids: number[] = [];
let made = 0;

async function write(): Promise<void> {
  const one = ids[Math.floor(Math.random() * ids.length)] ?? 1;
  const send = (path: string, body: object) =>
    ask(`/wp/v2/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const statuses = ['publish', 'draft', 'private', 'publish'];
  made += 1;
  const acts = [
    async () => {
      const answered = await send('posts', { title: `Post ${made}`, status: statuses[made % 4] });
      const item = answered?.ok ? await bodyOf<{ id: number }>(answered) : null;
      if (item) ids.push(item.id);
    },
    () => send(`posts/${one}`, { title: `Changed ${made}`, status: statuses[made % 3] }),
    () => send('comments', { post: one, content: `Comment ${made}` }),
    () => send('tags', { name: `Tag ${made}` }),
    () => send(`posts/${one}`, { tags: [1 + (made % 5)], sticky: false }),
    () => ask(`/wp/v2/posts/${one}${made % 2 ? '?force=true' : ''}`, { method: 'DELETE', headers: { authorization } }),
  ];
  await acts[made % acts.length]?.();
}

it(`a consumer's copy equals the site after ${rounds} rounds of writes with a kill in each`, async () => {
  const steady = new Consumer('all');
  await steady.begin();
  for (let round = 1; round <= rounds; round += 1) {
    let [done, isOver] = [0, false];
    const consumers = [steady, new Consumer('public'), new Consumer('all')];
    const hammer = async (): Promise<void> => {
      while (done < writesPerRound) {
        done += 1;
        await write();
      }
    };
    const hammering = Array.from({ length: writers }, hammer);
    const following = consumers.map(async (consumer) => {
      if (consumer !== steady) await consumer.begin();
      await consumer.follow(() => isOver);
    });
    await until(() => done > writesPerRound / 2);
    await site.kill();
    await site.start();
    await Promise.all(hammering);
    isOver = true;
    await Promise.all(following);
    for (const { copy, headers, reach } of consumers) {
      const client = {
        get: async (path: string) => {
          const answered = await fetch(`${site.origin}/wp-json${path}`, { headers });
          return {
            status: answered.status,
            headers: Object.fromEntries(answered.headers),
            body: await answered.json(),
          };
        },
      };
      const seen = await everythingSeen(client, reach);
      expect([...copy.items.keys()].sort()).toEqual([...seen.keys()].sort());
      for (const [key, item] of seen) expect([round, key, copy.items.get(key)]).toEqual([round, key, item]);
    }
  }
}, 900_000);

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
