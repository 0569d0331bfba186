import { createCipheriv, createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestBucket, type TestBucket } from '../support/bucket.ts';
import { type KillableSite, killableSite, temporaryFolder } from '../support/server-process.ts';

/** Of the file; the long tier sets 2048. */
const megabytes = Number(process.env['PLATEN_TEST_UPLOAD_MB'] ?? 64);
const size = megabytes * 1024 * 1024;
/** What the server may take beyond what it took before, whatever the size of the file. */
const mostMemory = 200;
const cuts = 10;

const authorization = `Basic ${Buffer.from('admin:password').toString('base64')}`;
const common = { authorization, 'tus-resumable': '1.0.0' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let source: string;
let digest: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  source = join(folder.path, 'big.zip');
  // Bytes that are the same in every run; the first ones are those of an archive.
  const random = createCipheriv('aes-128-ctr', Buffer.alloc(16, 7), Buffer.alloc(16));
  const hash = createHash('sha256');
  const block = Buffer.alloc(1024 * 1024);
  const blocks = function* () {
    for (let n = 0; n < megabytes; n += 1) {
      const bytes = random.update(block);
      if (n === 0) bytes.write('PK\x03\x04', 'latin1');
      hash.update(bytes);
      yield bytes;
    }
  };
  await pipeline(Readable.from(blocks()), createWriteStream(source));
  digest = hash.digest('hex');
}, 600_000);
afterAll(() => folder.remove());

let site: KillableSite | undefined;
let bucket: TestBucket | undefined;
afterEach(async () => {
  await site?.remove();
  await bucket?.close();
  [site, bucket] = [undefined, undefined];
});

const limits = { PLATEN_UPLOAD_LIMIT_MB: '4096' };

async function begin(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/wp-json/platen/v1/uploads`, {
    method: 'POST',
    headers: {
      ...common,
      'upload-length': String(size),
      'upload-metadata': `filename ${Buffer.from('big.zip').toString('base64')}`,
    },
  });
  expect(answer.status).toBe(201);
  return String(answer.headers.get('location'));
}

async function offsetOf(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: common });
  expect(answer.status).toBe(200);
  return Number(answer.headers.get('upload-offset'));
}

/** Sends the file from an offset; after so many bytes it runs `cut`. The id of the media item where it got to the end. */
async function send(url: string, offset: number, most: number, cut: () => Promise<void>): Promise<number | null> {
  const headers = {
    ...common,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    'content-length': String(size - offset),
  };
  const sending = request(url, { method: 'PATCH', headers, agent: false });
  const answered = new Promise<number | null>((resolve) => {
    sending.once('response', (answer) => {
      answer.resume();
      expect(answer.statusCode).toBe(204);
      resolve(Number(answer.headers['platen-attachment-id']));
    });
    sending.once('error', () => resolve(null));
  });
  let sent = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      sent += chunk.length;
      if (sent < most) return done(null, chunk);
      void cut().then(() => sending.destroy(new Error('cut')));
    },
  });
  await pipeline(createReadStream(source, { start: offset }), meter, sending).catch(() => {});
  return answered;
}

/** Most resident memory of the server, in megabytes, sampled until it is stopped. */
function watchMemory(opened: KillableSite) {
  let most = 0;
  const look = () => {
    const resident = /VmHWM:\s+(\d+) kB/.exec(statusOf(opened.pid()))?.[1];
    most = Math.max(most, Number(resident ?? 0) / 1024);
  };
  const timer = setInterval(look, 100);
  return () => {
    look();
    clearInterval(timer);
    return most;
  };
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // Between a kill and the next start.
    return '';
  }
}

async function digestAt(url: string): Promise<string> {
  const hash = createHash('sha256');
  const { body } = await fetch(url);
  for await (const chunk of body ?? []) hash.update(chunk);
  return hash.digest('hex');
}

interface Media {
  readonly id: number;
  readonly source_url: string;
}

const listed = async (origin: string): Promise<Media[]> =>
  (await (await fetch(`${origin}/wp-json/wp/v2/media`, { headers: { authorization } })).json()) as Media[];

describe.each(['folder', 'bucket'] as const)(`a file of ${megabytes} MB, stored in a %s`, (place) => {
  const open = async (): Promise<KillableSite> => {
    if (place === 'bucket') bucket = await openTestBucket();
    site = await killableSite({ ...limits, ...(bucket ? { PLATEN_MEDIA_STORAGE: bucket.storage } : {}) });
    return site;
  };

  it('arrives whole, cut ten times and with the server killed twice', async () => {
    const opened = await open();
    const before = watchMemory(opened)();
    const memory = watchMemory(opened);
    const url = await begin(opened.origin);
    let acknowledged = 0;
    let id: number | null = null;
    for (let round = 1; round <= cuts; round += 1) {
      const offset = await offsetOf(url);
      expect(offset).toBeGreaterThanOrEqual(acknowledged);
      acknowledged = offset;
      const isKill = round === 4 || round === 8;
      id = await send(url, offset, size / (cuts + 1), isKill ? () => opened.kill() : () => pause(20));
      expect(id).toBeNull();
      if (isKill) await opened.start();
    }
    const offset = await offsetOf(url);
    expect(offset).toBeGreaterThan(size / 4);
    id = await send(url, offset, Number.POSITIVE_INFINITY, async () => {});
    const most = memory();
    process.stderr.write(
      `${place}: ${megabytes} MB, memory ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB\n`,
    );
    const all = await listed(opened.origin);
    expect(all.map((one) => one.id)).toEqual([id]);
    expect(await digestAt(all[0]!.source_url)).toBe(digest);
    expect(most - before).toBeLessThan(mostMemory);
    if (bucket) expect(bucket.keys('site/.platen-uploads')).toEqual([]);
  }, 1_800_000);

  it('arrives whole when the server is killed while it makes the media item', async () => {
    const opened = await open();
    const url = await begin(opened.origin);
    // The last bytes arrive, and the server is killed at once.
    const sending = send(url, 0, Number.POSITIVE_INFINITY, async () => {});
    await expect.poll(async () => (await shownOffset(url)) === size, { interval: 5, timeout: 600_000 }).toBe(true);
    await opened.kill();
    await sending;
    await opened.start();
    const answer = await fetch(url, { method: 'HEAD', headers: common });
    expect(answer.status).toBe(200);
    const all = await listed(opened.origin);
    expect(all.map((one) => String(one.id))).toEqual([answer.headers.get('platen-attachment-id')]);
    expect(await digestAt(all[0]!.source_url)).toBe(digest);
  }, 1_800_000);
});

/** As GET says it, which does not end the request that sends. */
async function shownOffset(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization } }).catch(() => null);
  return Number(answer?.headers.get('upload-offset') ?? 0);
}

it('tus-js-client sends a file to its end, though the server is killed on the way', async () => {
  const opened = await killableSite(limits);
  site = opened;
  let killing: Promise<void> | null = null;
  const id = await new Promise<string | undefined>((resolve, reject) => {
    const upload = new Upload(createReadStream(source), {
      endpoint: `${opened.origin}/wp-json/platen/v1/uploads`,
      headers: { authorization },
      metadata: { filename: 'client.zip', filetype: 'application/zip', title: 'Sent by a client' },
      chunkSize: 6 * 1024 * 1024,
      uploadSize: size,
      // On a busy machine it takes a while until the server is back.
      retryDelays: [100, 500, ...Array.from({ length: 60 }, () => 2000)],
      onProgress: (sent) => {
        if (sent > size / 2) killing ??= opened.kill().then(() => opened.start());
      },
      onError: reject,
      onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('platen-attachment-id')),
    });
    upload.start();
  });
  await killing;
  expect(killing).not.toBeNull();
  const all = await listed(opened.origin);
  expect(all.map((one) => String(one.id))).toEqual([id]);
  expect(await digestAt(all[0]!.source_url)).toBe(digest);
}, 600_000);
