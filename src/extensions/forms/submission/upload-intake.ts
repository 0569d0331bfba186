import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileIntake, unlessAbsent } from '../../../extension.ts';
import { formErrors } from '../model/form-errors.ts';
import type { FormTag } from '../template/form-tag.ts';
import { sizeLimit, type UploadedFile } from '../template/upload-rules.ts';

/** A file of a submission on the local disk, under an unguessable name, readable only by the server's user. */
export interface ReceivedFile extends UploadedFile {
  readonly field: string;
  readonly path: string;
  readonly contentType: string;
  readonly digest: string;
}

/** The files of one submission; `clear` removes all that was written. */
export interface UploadIntake {
  readonly take: FileIntake;
  readonly files: readonly ReceivedFile[];
  clear(): Promise<void>;
}

const maxFiles = 10;
/** Enough bytes to include the headers before the first picture or sound in a file. */
const headBytes = 65_536;

/** Streams the files of the form's own fields to disk, and never stores more of one than its field allows. */
export function openIntake(folder: string, tags: readonly FormTag[]): UploadIntake {
  const directory = join(folder, randomUUID());
  const files: ReceivedFile[] = [];
  let seen = 0;
  const take: FileIntake = async ({ field, name, type, stream }) => {
    const tag = tags.find((candidate) => candidate.name === field.replace(/\[\]$/, ''));
    if (!tag || name === '') {
      stream.resume();
      return;
    }
    seen++;
    if (seen > maxFiles) throw formErrors.forms_payload_too_large();
    await mkdir(directory, { recursive: true, mode: 0o700 });
    files.push({
      field: tag.name,
      filename: name,
      contentType: type,
      ...(await receive(stream, join(directory, randomUUID()), sizeLimit(tag))),
    });
  };
  return { take, files, clear: () => rm(directory, { recursive: true, force: true }) };
}

async function receive(stream: AsyncIterable<Buffer>, path: string, limit: number) {
  const file = await open(path, 'wx', 0o600);
  const digest = createHash('sha256');
  let [size, broken, head] = [0, false, Buffer.alloc(0)];
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      // Past the limit the rest is only counted: the field is rejected anyway, and the disk must not fill up.
      if (size > limit) continue;
      digest.update(chunk);
      if (head.length < headBytes) head = Buffer.concat([head, chunk]).subarray(0, headBytes);
      await file.write(chunk);
    }
  } catch {
    broken = true;
  } finally {
    await file.close();
  }
  await chmod(path, 0o400);
  return { path, size, broken, head, digest: digest.digest('hex') };
}

const leftoverAgeMs = 3_600_000;

/** Removes files of a process that died during a submission. */
export async function sweepUploads(folder: string, nowMs: number): Promise<void> {
  for (const name of (await unlessAbsent(readdir(folder))) ?? []) {
    const path = join(folder, name);
    const facts = await unlessAbsent(stat(path));
    if (facts && nowMs - facts.mtimeMs > leftoverAgeMs) await rm(path, { recursive: true, force: true });
  }
}
