import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ApiError } from '../../errors.ts';
import { isDeadOwner, processSpace, workerIdentity } from '../../jobs/process-identity.ts';
import { UploadRefused } from '../upload-refused.ts';
import { headBytes } from './file-bytes.ts';

/** A completely received upload that is not in the file store yet. */
export interface SpooledFile {
  readonly file: string;
  readonly size: number;
  /** The first bytes, for checking the type without reading the file again. */
  readonly head: Uint8Array;
  discard(): Promise<void>;
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
  /** Records paths that are about to be stored and belong to no row yet, until the intent is settled. */
  intend(paths: readonly string[]): Promise<Intent>;
  /** Removes the spools of ended processes, and calls `undo` with the paths they recorded and never settled. */
  recover(undo: (paths: readonly string[]) => Promise<void>): Promise<void>;
  /** Removes the spool and everything in it. */
  close(): Promise<void>;
}

/** A record that survives a crash, so that the next start can remove the files it lists. */
export interface Intent {
  change(paths: readonly string[]): Promise<void>;
  settle(): Promise<void>;
}

/** Opens a spool for this process below `root`. */
export async function openSpool(root: string): Promise<Spool> {
  const folder = join(root, workerIdentity().replaceAll('/', '.'));
  let making: Promise<unknown> | null = null;
  // Made for the first file: many processes never receive one.
  const made = () => {
    making ??= mkdir(folder, { recursive: true, mode: 0o700 });
    return making;
  };
  const scratch = () => join(folder, randomUUID());
  return {
    folder,
    receive: async (body, options) => {
      await made();
      return receive(body, scratch(), options);
    },
    scratch,
    intend: async (paths) => {
      await made();
      return intend(`${scratch()}${intentSuffix}`, paths);
    },
    recover: (undo) => recover(root, undo),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

const intentSuffix = '.intent';

async function intend(file: string, paths: readonly string[]): Promise<Intent> {
  const change = (next: readonly string[]) => writeFile(file, JSON.stringify(next));
  await change(paths);
  return { change, settle: () => rm(file, { force: true }) };
}

async function receive(
  body: AsyncIterable<Uint8Array>,
  file: string,
  { maxBytes, md5, idleMs = defaultIdleMs }: ReceiveOptions,
): Promise<SpooledFile> {
  const discard = () => rm(file, { force: true });
  try {
    const { size, head, digest } = await write(arriving(body, idleMs), file, maxBytes);
    if (size === 0) throw new UploadRefused('no-data', 'The file is empty.');
    if (md5 !== undefined && !digestMatches(md5, digest)) {
      throw new UploadRefused('hash-mismatch', 'The checksum does not match the file. Send the file again.');
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
    for await (const chunk of body) {
      const room = headBytes - size;
      if (room > 0) head.push(chunk.subarray(0, room));
      size += chunk.length;
      if (size > maxBytes) throw new UploadRefused('too-large', `Files may have at most ${maxBytes} bytes.`);
      hash.update(chunk);
      await out.writeFile(chunk);
    }
    // The database row will refer to the file, so it must survive a power failure as the row does.
    await out.datasync();
  } finally {
    await out.close();
  }
  return { size, head: Buffer.concat(head), digest: hash.digest() };
}

/** Reports a body that ends early or stalls as a refused upload, to distinguish it from a disk error. */
async function* arriving(body: AsyncIterable<Uint8Array>, idleMs: number): AsyncGenerator<Uint8Array> {
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

async function recover(root: string, undo: (paths: readonly string[]) => Promise<void>): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!(await isAbandoned(root, name))) continue;
    for (const file of await readdir(join(root, name))) {
      if (file.endsWith(intentSuffix)) await undo(readIntent(await readFile(join(root, name, file), 'utf8')));
    }
    await rm(join(root, name), { recursive: true, force: true });
  }
}

/** The paths of a record. A truncated one lists nothing: storing the files had not begun. */
function readIntent(note: string): string[] {
  try {
    const paths: unknown = JSON.parse(note);
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}

/** Whether the spool's process has ended; one elsewhere, or before a restart, when unchanged for a day. */
async function isAbandoned(root: string, name: string): Promise<boolean> {
  const [, space, pid, started] = /^(.*)\.(\d+)\.(\d+)\.[\da-f-]{36}$/.exec(name) ?? [];
  if (space === undefined) return false;
  if (space === processSpace) return isDeadOwner(`${space}/${pid}/${started}`);
  return (await stat(join(root, name))).mtimeMs < Date.now() - dayMs;
}
