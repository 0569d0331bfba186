import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from './file-store.ts';
import { createLocalFileStore } from './local-file-store.ts';
import { createS3FileStore } from './s3-file-store.ts';

interface OpenedStore {
  readonly store: FileStore;
  close(): Promise<void>;
}

const stores: Record<string, (folder: string) => Promise<OpenedStore>> = {
  'local folder': async (folder) => {
    const store = createLocalFileStore(join(folder, 'uploads'));
    return { store, close: () => store.close() };
  },
  'S3 bucket': async (folder) => {
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      allowMismatchedSignatures: true,
      directory: join(folder, 'buckets'),
      configureBuckets: [{ name: 'media', configs: [] }],
    });
    const { port } = await server.run();
    const store = await createS3FileStore({
      bucket: 'media',
      prefix: 'site',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    });
    return {
      store,
      close: async () => {
        await store.close();
        await server.close();
      },
    };
  },
};

describe.each(Object.entries(stores))('%s', (_, openStore) => {
  let folder: string;
  let opened: OpenedStore;
  let store: FileStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-store-'));
    opened = await openStore(folder);
    store = opened.store;
  });
  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });

  async function put(path: string, content: string | Buffer) {
    const file = join(folder, 'incoming');
    await writeFile(file, content);
    return store.put(path, file, 'text/plain');
  }
  async function read(path: string, span?: { first: number; last: number }) {
    const stream = await store.read(path, span);
    return stream === null ? null : (await buffer(stream)).toString();
  }
  async function list(prefix: string) {
    const paths: string[] = [];
    for await (const path of store.list(prefix)) paths.push(path);
    return paths.sort();
  }

  it('puts one file in the place of another, and nothing anywhere else', async () => {
    await put('2021/09/old.txt', 'old');
    const before = await store.stat('2021/09/old.txt');
    const file = join(folder, 'newer');
    for (const path of ['2021/09/old.txt', '2021/09/none.txt', '../outside.txt', '.hidden/x.txt']) {
      await writeFile(file, `new at ${path}`);
      await store.replace(path, file, 'text/plain');
    }
    expect(await read('2021/09/old.txt')).toBe('new at 2021/09/old.txt');
    expect(await read('2021/09/none.txt')).toBe('new at 2021/09/none.txt');
    const after = await store.stat('2021/09/old.txt');
    expect(after?.tag).not.toBe(before?.tag);
    expect(await store.read('2021/09/old.txt', undefined, before?.tag)).toBeNull();
    const opened = await store.read('2021/09/old.txt', undefined, after?.tag);
    expect(opened && String(await buffer(opened))).toBe('new at 2021/09/old.txt');
    expect((await list('2021/09/')).sort()).toEqual(['2021/09/none.txt', '2021/09/old.txt']);
    expect(await readdir(folder)).not.toContain('outside.txt');
  });

  it('keeps a file and gives it back, whole and in part', async () => {
    expect(await put('2021/03/note.txt', '0123456789')).toBe(true);
    expect(await read('2021/03/note.txt')).toBe('0123456789');
    expect(await read('2021/03/note.txt', { first: 2, last: 4 })).toBe('234');
    expect(await store.stat('2021/03/note.txt')).toMatchObject({ size: 10, tag: expect.stringMatching(/^[\w-]+$/) });
  });

  it('takes the local file over', async () => {
    await put('2021/03/moved.txt', 'x');
    expect(await readdir(folder)).not.toContain('incoming');
  });

  it('never overwrites', async () => {
    expect(await put('2021/03/once.txt', 'first')).toBe(true);
    expect(await put('2021/03/once.txt', 'second')).toBe(false);
    expect(await read('2021/03/once.txt')).toBe('first');
  });

  it('knows nothing of what is not there', async () => {
    expect(await store.stat('2021/03/none.txt')).toBeNull();
    expect(await read('2021/03/none.txt')).toBeNull();
    expect(await store.stat('2021')).toBeNull();
    await expect(store.remove('2021/03/none.txt')).resolves.toBeUndefined();
  });

  it('removes', async () => {
    await put('2021/04/gone.txt', 'x');
    await store.remove('2021/04/gone.txt');
    expect(await store.stat('2021/04/gone.txt')).toBeNull();
  });

  it('lists by prefix', async () => {
    for (const path of ['2022/01/a.txt', '2022/01/a-1.txt', '2022/01/b.txt', '2022/02/a.txt']) await put(path, 'x');
    expect(await list('2022/01/a')).toEqual(['2022/01/a-1.txt', '2022/01/a.txt']);
    expect(await list('2022/')).toEqual(['2022/01/a-1.txt', '2022/01/a.txt', '2022/01/b.txt', '2022/02/a.txt']);
    expect(await list('2023/')).toEqual([]);
  });

  it.each(['../canary', '/canary', '2021/../../canary', '.platen-partial/x', 'a\0b', ''])(
    'has no file %j, whatever is asked of it',
    async (path) => {
      await writeFile(join(folder, 'canary'), 'sings');
      expect(await put(path, 'x')).toBe(false);
      expect(await store.stat(path)).toBeNull();
      expect(await read(path)).toBeNull();
      await store.remove(path);
      expect(await readFile(join(folder, 'canary'), 'utf8')).toBe('sings');
    },
  );

  it('of many who want one name, one gets it', async () => {
    const wanted = Array.from({ length: 8 }, async (_, n) => {
      const file = join(folder, `incoming-${n}`);
      await writeFile(file, `content ${n}`);
      return store.put('2021/05/race.txt', file, 'text/plain');
    });
    const won = (await Promise.all(wanted)).flatMap((isStored, n) => (isStored ? [n] : []));
    expect(won).toHaveLength(1);
    expect(await read('2021/05/race.txt')).toBe(`content ${won[0]}`);
  });

  it('a large file is kept byte for byte', async () => {
    const content = Buffer.alloc(3_000_000, 'platen');
    await put('2021/06/large.bin', content);
    const stream = await store.read('2021/06/large.bin');
    expect((await buffer(stream!)).equals(content)).toBe(true);
  });
});

describe('a bucket', () => {
  /** An S3 server that answers uploads with the given statuses; `lost` stores the object and hangs up. */
  async function openService(answers: (number | 'lost')[]) {
    const seen: (string | undefined)[] = [];
    let mark: string | undefined;
    const service = createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        if (request.method !== 'PUT') {
          return response.writeHead(mark ? 200 : 404, mark ? { 'x-amz-meta-platen-upload': mark } : {}).end();
        }
        seen.push(request.headers['if-none-match']);
        const answer = answers.shift() ?? 200;
        if (answer !== 'lost') return response.writeHead(answer).end();
        mark = String(request.headers['x-amz-meta-platen-upload']);
        return request.socket.destroy();
      });
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const store = await createS3FileStore({
      bucket: 'media',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    const file = join(tmpdir(), `platen-${crypto.randomUUID()}`);
    await writeFile(file, 'x');
    const close = async () => {
      await rm(file, { force: true });
      await store.close();
      service.close();
    };
    return { seen, put: () => store.put('2021/03/a.txt', file, 'text/plain'), close };
  }

  it('leaves it to the service to refuse a name that was given away meanwhile', async () => {
    const { seen, put, close } = await openService([412]);
    expect(await put()).toBe(false);
    expect(seen).toEqual(['*']);
    await close();
  });

  it('knows its own object after the reply was lost', async () => {
    const { seen, put, close } = await openService(['lost', 412]);
    expect(await put()).toBe(true);
    expect(seen).toHaveLength(2);
    await close();
  });

  it('does without the condition where the service does not know it', async () => {
    const { seen, put, close } = await openService([501, 200]);
    expect(await put()).toBe(true);
    expect(seen).toEqual(['*', undefined]);
    await close();
  });

  it('tries again when the service stumbles, and not when it refuses', async () => {
    const stumbling = await openService([503, 500, 200]);
    expect(await stumbling.put()).toBe(true);
    expect(stumbling.seen).toHaveLength(3);
    await stumbling.close();
    const refusing = await openService([403]);
    await expect(refusing.put()).rejects.toThrow();
    expect(refusing.seen).toHaveLength(1);
    await refusing.close();
  });
});

describe('a local folder', () => {
  it('does not follow links out of itself', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-store-'));
    const store = createLocalFileStore(join(folder, 'uploads'));
    await mkdir(join(folder, 'uploads'));
    await writeFile(join(folder, 'secret'), 'x');
    await symlink(join(folder, 'secret'), join(folder, 'uploads', 'link.txt'));
    expect(await store.stat('link.txt')).toBeNull();
    expect(await store.read('link.txt')).toBeNull();
    await rm(folder, { recursive: true });
  });

  it('without hard links gives a name to one, and leaves no empty file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-store-'));
    const noLinks = async () => {
      throw Object.assign(new Error('no hard links here'), { code: 'EPERM' });
    };
    const store = createLocalFileStore(join(folder, 'uploads'), noLinks);
    const puts = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const file = join(folder, `incoming-${n}`);
        await writeFile(file, 'whole');
        return store.put('2021/03/a.txt', file, 'text/plain');
      }),
    );
    expect(puts.filter(Boolean)).toHaveLength(1);
    expect(await readFile(join(folder, 'uploads/2021/03/a.txt'), 'utf8')).toBe('whole');
    expect(await readdir(join(folder, 'uploads/.platen-partial'))).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('sweeps abandoned copies and leaves running ones', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-store-'));
    const partial = join(folder, '.platen-partial');
    await mkdir(partial);
    await writeFile(join(partial, 'running'), 'x');
    await writeFile(join(partial, 'abandoned'), 'x');
    await utimes(join(partial, 'abandoned'), 0, 0);
    await createLocalFileStore(folder).sweep();
    expect(await readdir(partial)).toEqual(['running']);
    await rm(folder, { recursive: true });
  });
});
