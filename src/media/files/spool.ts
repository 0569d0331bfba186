import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isDeadOwner, processSpace, workerIdentity } from '../../background/lease.ts';
import { unlessAbsent } from '../../lib/error-code.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Store } from '../../storage/store.ts';
import { UploadRefused } from '../upload-refusal.ts';
import { headBytes } from '../workers/file-bytes.ts';

/** A completely received upload that is not in the file store yet. */
export interface SpooledFile {
  readonly file: string;
  readonly size: number;
  /** The first bytes, for checking the type without reading the file again. */
  readonly head: Uint8Array;
  /** The SHA-256 digest of the content, in hexadecimal. */
  readonly sha256: string;
  discard(): Promise<void>;
  /** Runs in the transaction that creates the row of the file. */
  settled?(store: Store, attachmentId: number): Promise<void>;
}

export interface ReceiveOptions {
  readonly maxBytes: number;
  /** The MD5 digest the client sent, in hexadecimal or base64. */
  readonly md5?: string;
  /** Longest pause between two chunks; a client that sends nothing for longer is disconnected. */
  readonly idleMs?: number;
}

const defaultIdleMs = 30_000;

/** A private folder for unfinished files, outside the served folders. */
export interface Spool {
  readonly folder: string;
  /** Streams a body to disk, one chunk in memory at a time; on failure throws UploadRefused and removes the file. */
  receive(body: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<SpooledFile>;
  /** A path for a temporary file; the caller removes the file. */
  scratch(): string;
  /** The same, once the folder exists. */
  readyScratch(): Promise<string>;
  /** Makes the folder. */
  ready(): Promise<unknown>;
  /** The name of this spool, which no other one has. */
  readonly name: string;
  /** Calls `cleanUp` with the names of the spools of ended processes, then removes these spools. */
  recover(cleanUp: (names: readonly string[]) => Promise<void>): Promise<void>;
  /** Removes the spool and everything in it. */
  close(): Promise<void>;
}

/** Opens a spool for this process below `root`. */
export async function openSpool(root: string): Promise<Spool> {
  const name = workerIdentity().replaceAll('/', '.');
  const folder = join(root, name);
  let making: Promise<unknown> | null = null;
  // Made for the first file: many processes never receive one.
  const made = () => {
    making ??= mkdir(folder, { recursive: true, mode: 0o700 });
    return making;
  };
  const scratch = () => join(folder, randomUUID());
  return {
    folder,
    name,
    receive: async (body, options) => {
      await made();
      return receive(body, scratch(), options);
    },
    scratch,
    ready: made,
    readyScratch: async () => {
      await made();
      return scratch();
    },
    recover: (cleanUp) => recover(root, cleanUp),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function receive(
  body: AsyncIterable<Uint8Array>,
  file: string,
  { maxBytes, md5, idleMs = defaultIdleMs }: ReceiveOptions,
): Promise<SpooledFile> {
  const discard = () => rm(file, { force: true });
  try {
    const { size, head, digest, sha256 } = await write(arriving(body, idleMs), file, maxBytes);
    if (size === 0) throw new UploadRefused('no-data', 'The file is empty.');
    if (md5 !== undefined && !digestMatches(md5, digest)) {
      throw new UploadRefused('hash-mismatch', 'The checksum does not match the file. Send the file again.');
    }
    return { file, size, head, sha256, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** A complete local file as one that was received. */
export async function spooledFile(file: string): Promise<SpooledFile> {
  const opened = await open(file, 'r');
  try {
    const { size } = await opened.stat();
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    const content = createHash('sha256');
    for await (const chunk of opened.createReadStream({ start: 0, autoClose: false })) content.update(chunk);
    return { file, size, head, sha256: content.digest('hex'), discard: () => rm(file, { force: true }) };
  } finally {
    await opened.close();
  }
}

async function write(body: AsyncIterable<Uint8Array>, file: string, maxBytes: number) {
  const hash = createHash('md5');
  const content = createHash('sha256');
  const head: Uint8Array[] = [];
  let size = 0;
  const out = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of body) {
      const room = headBytes - size;
      if (room > 0) head.push(chunk.subarray(0, room));
      size += chunk.length;
      if (size > maxBytes) throw new UploadRefused('too-large', `Files may have at most ${maxBytes} bytes.`);
      hash.update(chunk);
      content.update(chunk);
      await out.writeFile(chunk);
    }
    // The database row will refer to the file, so it must survive a power failure as the row does.
    await out.datasync();
  } finally {
    await out.close();
  }
  return { size, head: Buffer.concat(head), digest: hash.digest(), sha256: content.digest('hex') };
}

/** Reports a body that ends early or stalls as a refused upload, to distinguish it from a disk error. */
export async function* arriving(
  body: AsyncIterable<Uint8Array>,
  idleMs: number = defaultIdleMs,
): AsyncGenerator<Uint8Array> {
  const giveUp = () =>
    body instanceof Readable && body.destroy(new Error('No data was received within the idle timeout.'));
  let timer = setTimeout(giveUp, idleMs);
  try {
    // Refusing a body must not close the connection, which is needed for the response.
    const chunks: AsyncIterable<Uint8Array> =
      body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body;
    for await (const chunk of chunks) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(giveUp, idleMs);
    }
  } catch (error) {
    // The source of the body may have refused it already, for example for its size.
    if (error instanceof UploadRefused || error instanceof ApiError) throw error;
    throw new UploadRefused('interrupted', 'The upload ended before the whole file arrived. Send it again.', error);
  } finally {
    clearTimeout(timer);
  }
}

/** RFC 1864 specifies base64; clients of this interface send hexadecimal. */
function digestMatches(announced: string, digest: Buffer): boolean {
  const value = announced.trim();
  return value.toLowerCase() === digest.toString('hex') || value === digest.toString('base64');
}

const dayMs = 86_400_000;

async function recover(root: string, cleanUp: (names: readonly string[]) => Promise<void>): Promise<void> {
  const names = (await unlessAbsent(readdir(root))) ?? [];
  const abandoned: string[] = [];
  for (const name of names) if (await isAbandoned(root, name)) abandoned.push(name);
  await cleanUp(abandoned);
  for (const name of abandoned) await rm(join(root, name), { recursive: true, force: true });
}

/** Whether the spool's process has ended; one elsewhere, or before a restart, when unchanged for a day. */
async function isAbandoned(root: string, name: string): Promise<boolean> {
  const [, space, pid, started] = /^(.*)\.(\d+)\.(\d+)\.[\da-f-]{36}$/.exec(name) ?? [];
  if (space === undefined) return false;
  if (space === processSpace) return isDeadOwner(`${space}/${pid}/${started}`);
  // Another process may recover at the same time, and have removed it.
  const found = await unlessAbsent(stat(join(root, name)));
  return found !== null && found.mtimeMs < Date.now() - dayMs;
}
