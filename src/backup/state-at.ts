import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { blobFile, listGenerations, pointFile } from './backup-folder.ts';
import { BackupError } from './backup-format.ts';
import { type PointHead, readPoint } from './restore-point.ts';
import type { SiteState } from './restore-site.ts';

/** A state of a continuous backup, and the point it comes from. */
export interface StateAt extends SiteState {
  readonly point: PointHead;
}

/** Puts together, in `target`, the database as it was at the last point up to a time; throws BackupError. */
export async function stateAt(
  folder: string,
  atMs: number,
  target: string,
  progress?: (done: number, all: number) => void,
): Promise<StateAt> {
  const generations = await listGenerations(folder);
  const first = generations[0]?.points[0];
  if (first === undefined) throw new BackupError('The folder holds no backup.');
  const generation = generations.findLast(({ points }) => points[0]! <= atMs);
  if (!generation) throw new BackupError(`The backup begins later, at ${new Date(first).toISOString()}.`);
  const times = generation.points.filter((at) => at <= atMs);
  let files: PointHead['files'] = [];
  let last: PointHead | null = null;
  const file = await open(target, 'wx', 0o600);
  try {
    for (const [i, at] of times.entries()) {
      const { head, pages } = await readPoint(pointFile(generation.folder, at));
      for (const [position, number] of head.changed.entries())
        await file.write(pages, position * head.pageSize, head.pageSize, number * head.pageSize);
      await file.truncate(head.pages * head.pageSize);
      files = head.files ?? files;
      last = head;
      progress?.(i + 1, times.length);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (!last || (await digestOfFile(target)) !== last.digest)
    throw new BackupError('A restore point is missing or damaged: the database does not have its digest.');
  const missing = files.find(([, digest]) => !existsSync(blobFile(folder, digest)));
  if (missing) throw new BackupError(`The backup lacks the bytes of ${JSON.stringify(missing[0])}.`);
  return {
    point: last,
    database: target,
    files: new Map(files),
    fileAt: (_path, digest) => blobFile(folder, digest),
  };
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
