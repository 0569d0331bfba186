import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../support/database.ts';
import { freePort } from '../../../support/free-port.ts';
import { type KillableSite, killableSite, temporaryFolder } from '../../../support/server-process.ts';
import { receiverUrl } from './webhook-receiver.ts';

const support = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url));

let database: FreshDatabase;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: KillableSite;
let receiver: ChildProcess;
let port: number;
let told: string;

const startReceiver = async (): Promise<void> => {
  receiver = spawn(process.execPath, [support('receiver-process.mjs'), String(port), told], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (receiver.stdout) await once(receiver.stdout, 'data');
};
const killReceiver = async (): Promise<void> => {
  receiver.kill('SIGKILL');
  await once(receiver, 'exit');
};

beforeAll(async () => {
  database = await freshDatabase();
  folder = await temporaryFolder();
  told = join(folder.path, 'told.ndjson');
  await writeFile(told, '');
  port = await freePort();
  await startReceiver();
  site = await killableSite({
    PLATEN_DATABASE_URL: database.url,
    PLATEN_WORKERS: '2',
    NODE_OPTIONS: `--import ${support('outside-network.mjs')}`,
    RECEIVER_PORT: String(port),
  });
});
afterAll(async () => {
  receiver?.kill('SIGKILL');
  await site?.remove();
  await database?.drop();
  await folder?.remove();
});

const headers = {
  authorization: `Basic ${Buffer.from('admin:password').toString('base64')}`,
  'content-type': 'application/json',
};
/** Null where the server was killed meanwhile. */
async function send(path: string, body: object): Promise<{ id: number } | null> {
  const answer = await fetch(`${site.origin}/wp-json${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  }).catch(() => null);
  // A test reads what it has just asked for.
  return answer?.ok ? ((await answer.json()) as { id: number }) : null;
}

interface Told {
  readonly message: string;
  readonly id: number;
  readonly sequence: number;
  readonly title: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly text: string;
}

it('delivers every change at least once and in order per item, whoever is killed', async () => {
  const added = await site.command('webhook', 'add', receiverUrl, '--events', 'post.*');
  const [, webhookId, secret = ''] = /^Webhook (\d+) .*\n(whsec_\S+)/.exec(added) ?? [];
  const made = await Promise.all(
    Array.from({ length: 4 }, () => send('/wp/v2/posts', { title: 'first', status: 'publish' })),
  );
  const ids = made.map((post) => post?.id ?? 0);
  expect(ids.every((id) => id > 0)).toBe(true);
  const acknowledged = new Map(ids.map((id) => [id, { writes: 1, last: 'first' }]));
  for (let round = 1; round <= 4; round++) {
    const writing = ids.map(async (id) => {
      for (let n = 1; n <= 6; n++) {
        const title = `${round}-${n}`;
        const known = acknowledged.get(id);
        if ((await send(`/wp/v2/posts/${id}`, { title })) && known) {
          known.writes += 1;
          known.last = title;
        }
      }
    });
    // In the midst of the writes and deliveries.
    await new Promise((next) => setTimeout(next, 700));
    if (round % 2 === 1) {
      await killReceiver();
      await Promise.all(writing);
      await startReceiver();
    } else {
      await site.kill();
      await Promise.all(writing);
      await site.start();
    }
  }
  for (const id of ids) {
    expect(await send(`/wp/v2/posts/${id}`, { title: 'the last' })).not.toBeNull();
    acknowledged.set(id, { writes: (acknowledged.get(id)?.writes ?? 0) + 1, last: 'the last' });
  }
  const messages = async (): Promise<Told[]> =>
    (await readFile(told, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  await vi.waitFor(
    async () => {
      const received = await messages();
      for (const id of ids) expect(received.findLast((one) => one.id === id)?.title).toBe('the last');
      const pending = `${site.origin}/wp-json/platen/v1/webhooks/${webhookId}/deliveries?state=pending`;
      expect(await (await fetch(pending, { headers })).json()).toEqual([]);
    },
    { timeout: 400_000, interval: 500 },
  );
  const received = await messages();
  const webhook = new Webhook(secret);
  for (const { message, timestamp, text, signature } of received)
    expect(signature).toBe(webhook.sign(message, new Date(Number(timestamp) * 1000), text));
  for (const id of ids) {
    const own = received.filter((one) => one.id === id);
    const firsts = own.filter((one, at) => own.findIndex(({ message }) => message === one.message) === at);
    const sequences = firsts.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(new Set(sequences).size).toBe(sequences.length);
    // One that was not acknowledged may have been written.
    expect(firsts.length).toBeGreaterThanOrEqual(acknowledged.get(id)?.writes ?? 0);
    // A repetition comes right after the one it repeats.
    expect(own.filter((one, at) => one.message !== own[at - 1]?.message)).toHaveLength(firsts.length);
  }
});
