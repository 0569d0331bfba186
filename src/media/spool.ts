import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { HEAD_BYTES } from './file-bytes.ts';
import { UploadRefused } from './upload-refused.ts';

/** An upload that has fully arrived on this machine and belongs to nobody yet. */
export interface SpooledFile {
  readonly file: string;
  readonly size: number;
  /** The first bytes, for a judgement without reading the file again. */
  readonly head: Uint8Array;
  discard(): Promise<void>;
}

export interface ReceiveOptions {
  readonly maxBytes: number;
  /** The digest the client announced, in hexadecimal or base64. */
  readonly md5?: string;
}

/** A private place for files in the making, outside everything that is served. */
export interface Spool {
  /** Streams a body to disk, holding one chunk in memory at a time; throws UploadRefused and leaves nothing behind. */
  receive(body: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<SpooledFile>;
  /** A name for a file in the making; whoever writes it discards it. */
  scratch(): string;
  /** Removes the spool and all that is in it. */
  close(): Promise<void>;
}

/**
 * Opens a spool of this process's own below `root`, and removes the spools of processes that are gone, so that what a
 * crash left is cleared at the next start.
 */
export async function openSpool(root: string): Promise<Spool> {
  await mkdir(root, { recursive: true });
  await removeAbandoned(root);
  const folder = join(root, `${ownPrefix()}.${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  const scratch = () => join(folder, randomUUID());
  return {
    receive: (body, options) => receive(body, scratch(), options),
    scratch,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function receive(
  body: AsyncIterable<Uint8Array>,
  file: string,
  { maxBytes, md5 }: ReceiveOptions,
): Promise<SpooledFile> {
  const discard = () => rm(file, { force: true });
  try {
    const { size, head, digest } = await write(body, file, maxBytes);
    if (size === 0) throw new UploadRefused('no-data', 'The file is empty.');
    if (md5 !== undefined && !digestMatches(md5, digest)) {
      throw new UploadRefused('hash-mismatch', 'The file is not the one the checksum was made of.');
    }
    return { file, size, head, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function write(body: AsyncIterable<Uint8Array>, file: string, maxBytes: number) {
  const hash = createHash('md5');
  const head: Uint8Array[] = [];
  let size = 0;
  const out = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of arriving(body)) {
      const room = HEAD_BYTES - size;
      if (room > 0) head.push(chunk.subarray(0, room));
      size += chunk.length;
      if (size > maxBytes) throw new UploadRefused('too-large', `Files may have at most ${maxBytes} bytes.`);
      hash.update(chunk);
      await out.writeFile(chunk);
    }
    // Its name will be in the database; it should outlive a power cut like the row does.
    await out.datasync();
  } finally {
    await out.close();
  }
  return { size, head: Buffer.concat(head), digest: hash.digest() };
}

/** A body that breaks off is the sender's failure, told apart from a full disk, which is ours. */
async function* arriving(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    // Turning a body away must not cut the connection on which the refusal will be told.
    yield* body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body;
  } catch (error) {
    if (error instanceof UploadRefused) throw error;
    throw new UploadRefused('interrupted', 'The upload broke off.', error);
  }
}

/** RFC 1864 says base64; clients of this interface send hexadecimal. */
function digestMatches(announced: string, digest: Buffer): boolean {
  const value = announced.trim();
  return value.toLowerCase() === digest.toString('hex') || value === digest.toString('base64');
}

const DAY_MS = 86_400_000;

/** Tells this process from an earlier one with the same id, which in containers is the rule. */
function ownPrefix(): string {
  return `${hostname()}.${process.pid}.${Math.trunc(performance.timeOrigin)}`;
}

/** A spool is abandoned when its process on this machine has ended, or when another machine's lay still for a day. */
async function removeAbandoned(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const [, host, pid] = /^(.*)\.(\d+)\.\d+\.[\da-f-]{36}$/.exec(name) ?? [];
    if (host === undefined || name.startsWith(ownPrefix())) continue;
    const folder = join(root, name);
    const gone = host === hostname() ? !isAlive(Number(pid)) : (await stat(folder)).mtimeMs < Date.now() - DAY_MS;
    if (gone) await rm(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
