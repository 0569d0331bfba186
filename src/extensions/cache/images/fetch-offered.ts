import { randomUUID } from 'node:crypto';
import { lstat, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fetcher } from '../../../extension.ts';
import type { ImageJob, OfferedFile } from './image-jobs.ts';
import { localServer } from './image-notice.ts';
import type { PictureContext } from './make-pictures.ts';

const fetchBytes = 20 * 1024 * 1024;
const fetchMs = 30_000;

/** What fetching finished files depends on. */
export interface PullContext extends PictureContext {
  readonly fetch: Fetcher;
  readonly clock: () => number;
}

/** A local copy of an offered file; `gone` if the node no longer has it, null if it cannot be fetched. */
export async function fetchOffered(
  job: ImageJob,
  offered: OfferedFile,
  context: PullContext,
): Promise<string | 'gone' | null> {
  const target = join(context.spool, `${randomUUID()}.pulled`);
  const server = job.node?.server ?? '';
  if (server === localServer) return takeLocal(offered.path, target, context);
  try {
    const url = new URL(offered.path.replace(/^\/+/, ''), `${server.replace(/\/+$/, '')}/`).href;
    if (!url.startsWith(`${new URL(server).origin}/`)) return null;
    const answer = await context.fetch(url, { maxBytes: fetchBytes, timeoutMs: fetchMs });
    if (answer.status === 404) return 'gone';
    if (answer.status !== 200 || answer.url !== url) return null;
    await writeFile(target, answer.body);
    return target;
  } catch {
    return null;
  }
}

/** A file of our own workers; `gone` where it lay on a machine that is gone, so that it is made again. */
async function takeLocal(name: string, target: string, { spool }: PullContext): Promise<string | 'gone' | null> {
  if (!/^[\w-][\w.-]*$/.test(name)) return null;
  const found = await lstat(join(spool, name)).catch(() => null);
  if (found === null) return 'gone';
  if (!found.isFile()) return null;
  await rename(join(spool, name), target);
  return target;
}
