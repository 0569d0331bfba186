import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, unless, unlessAbsent } from '../../lib/error-code.ts';
import {
  checkpointBytes,
  type DurablePoint,
  type PartialFile,
  PartialFileLost,
  type PartialFiles,
} from './partial-files.ts';

/** Unfinished files in a hidden folder beside the finished ones, on the same disk and shared by the same instances. */
export function localPartialFiles(folder: string): PartialFiles {
  const at = (id: string) => join(folder, id);
  return {
    mostBytes: Number.POSITIVE_INFINITY,
    async *append(file, body) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      yield* append(at(file.id), file, body, () => syncFolder(folder));
    },
    assemble: async ({ id, length }) => {
      await refuseIncomplete(at(id), length);
      const whole = `${at(id)}.whole`;
      await rm(whole, { force: true });
      await linkOrCopy(at(id), whole);
      return whole;
    },
    remove: async ({ id }) => {
      await rm(at(id), { force: true });
      await rm(`${at(id)}.whole`, { force: true });
    },
  };
}

async function* append(
  path: string,
  { received, state }: PartialFile,
  body: AsyncIterable<Uint8Array>,
  created: () => Promise<void>,
): AsyncGenerator<DurablePoint> {
  const out = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    if (received === 0) await created();
    if ((await out.stat()).size < received) throw new PartialFileLost(`Bytes of ${path} are missing.`);
    // What a killed server wrote after the recorded point.
    await out.truncate(received);
    let [end, durable] = [received, received];
    for await (const chunk of body) {
      await writeAll(out, chunk, end);
      end += chunk.length;
      if (end - durable < checkpointBytes) continue;
      await out.datasync();
      durable = end;
      yield { received: durable, state };
    }
    await out.datasync();
    yield { received: end, state };
  } finally {
    await out.close();
  }
}

/** The name of a new file must survive a power failure as its bytes do; not every system can sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await unless(['EISDIR', 'EPERM', 'EACCES'], open(folder, constants.O_RDONLY));
  try {
    await unless(['EINVAL', 'EPERM', 'ENOTSUP'], opened?.sync() ?? Promise.resolve());
  } finally {
    await opened?.close();
  }
}

async function writeAll(out: Awaited<ReturnType<typeof open>>, chunk: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await out.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  }
}

async function refuseIncomplete(path: string, length: number): Promise<void> {
  const found = await unlessAbsent(stat(path));
  if (found?.size !== length) throw new PartialFileLost(`${path} does not have the bytes that were recorded.`);
}

/** A second name, so that the parts stay until the media item is made; a copy where the disk has no hard links. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV'].includes(errorCode(error))) throw error;
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
}
