import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ApiError } from '../errors.ts';
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
  /** Longest pause between two pieces; a sender that says nothing for longer is given up. */
  readonly idleMs?: number;
}

const IDLE_MS = 30_000;

/** A private place for files in the making, outside everything that is served. */
export interface Spool {
  /** Streams a body to disk, holding one chunk in memory at a time; throws UploadRefused and leaves nothing behind. */
  receive(body: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<SpooledFile>;
  /** A name for a file in the making; whoever writes it discards it. */
  scratch(): string;
  /** Notes down paths that are about to appear in the store and belong to no row yet, until it is settled. */
  intend(paths: readonly string[]): Promise<Intent>;
  /** Removes the spools of processes that are gone, handing over what they had intended and never settled. */
  recover(undo: (paths: readonly string[]) => Promise<void>): Promise<void>;
  /** Removes the spool and all that is in it. */
  close(): Promise<void>;
}

/** A note that survives a crash, so that the next start can tidy up. */
export interface Intent {
  change(paths: readonly string[]): Promise<void>;
  settle(): Promise<void>;
}

/** Opens a spool of this process's own below `root`. */
export async function openSpool(root: string): Promise<Spool> {
  await mkdir(root, { recursive: true });
  const folder = join(root, `${ownPrefix()}.${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  const scratch = () => join(folder, randomUUID());
  return {
    receive: (body, options) => receive(body, scratch(), options),
    scratch,
    intend: (paths) => intend(`${scratch()}${INTENT}`, paths),
    recover: (undo) => recover(root, undo),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

const INTENT = '.intent';

async function intend(file: string, paths: readonly string[]): Promise<Intent> {
  const change = (next: readonly string[]) => writeFile(file, JSON.stringify(next));
  await change(paths);
  return { change, settle: () => rm(file, { force: true }) };
}

async function receive(
  body: AsyncIterable<Uint8Array>,
  file: string,
  { maxBytes, md5, idleMs = IDLE_MS }: ReceiveOptions,
): Promise<SpooledFile> {
  const discard = () => rm(file, { force: true });
  try {
    const { size, head, digest } = await write(arriving(body, idleMs), file, maxBytes);
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
    for await (const chunk of body) {
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

/** A body that breaks off or dries up is the sender's failure, told apart from a full disk, which is ours. */
async function* arriving(body: AsyncIterable<Uint8Array>, idleMs: number): AsyncGenerator<Uint8Array> {
  const giveUp = () => body instanceof Readable && body.destroy(new Error('Nothing arrived for too long.'));
  let timer = setTimeout(giveUp, idleMs);
  try {
    // Turning a body away must not cut the connection on which the refusal will be told.
    for await (const chunk of body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body) {
      clearTimeout(timer);
      yield chunk as Uint8Array;
      timer = setTimeout(giveUp, idleMs);
    }
  } catch (error) {
    // Whoever hands the body over may have refused it already, for its size, say.
    if (error instanceof UploadRefused || error instanceof ApiError) throw error;
    throw new UploadRefused('interrupted', 'The upload broke off.', error);
  } finally {
    clearTimeout(timer);
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

async function recover(root: string, undo: (paths: readonly string[]) => Promise<void>): Promise<void> {
  for (const name of await readdir(root)) {
    if (!(await isAbandoned(root, name))) continue;
    for (const file of await readdir(join(root, name))) {
      if (file.endsWith(INTENT)) await undo(readIntent(await readFile(join(root, name, file), 'utf8')));
    }
    await rm(join(root, name), { recursive: true, force: true });
  }
}

/** A note that was cut off in the writing announces nothing: what it was about had not begun. */
function readIntent(note: string): string[] {
  try {
    const paths: unknown = JSON.parse(note);
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}

/** A spool is abandoned when its process on this machine has ended, or when another machine's lay still for a day. */
async function isAbandoned(root: string, name: string): Promise<boolean> {
  const [, host, pid] = /^(.*)\.(\d+)\.\d+\.[\da-f-]{36}$/.exec(name) ?? [];
  if (host === undefined || name.startsWith(ownPrefix())) return false;
  if (host === hostname()) return !isAlive(Number(pid));
  return (await stat(join(root, name))).mtimeMs < Date.now() - DAY_MS;
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
