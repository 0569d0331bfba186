import { constants } from 'node:fs';
import { copyFile, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../lib/error-code.ts';
import type { Fetcher } from '../../lib/fetcher.ts';
import { FetchRefused, type RefusalReason } from '../../lib/outbound-url.ts';
import { isMediaPath } from '../../media/files/media-path.ts';

/** Copies one file of the old site to a local path, which does not exist yet; returns a reason if that fails. */
export type FileSource = (path: string, url: string, target: string) => Promise<string | null>;

/** The reason of `noSource`. */
export const notAsked = 'Files were not asked for';

/** The end of the reason for a host that is left alone. */
export const noAnswer = 'does not answer: its files were left for another run';

/** Imports no files. */
export const noSource: FileSource = async () => notAsked;

/** Reads from a copy of the old site's uploads folder, which is not changed. */
export function folderSource(folder: string): FileSource {
  return async (path, _url, target) => {
    if (!isMediaPath(path)) return 'its path is not one of a file';
    try {
      const found = await stat(join(folder, path));
      if (!found.isFile()) return 'it is not a file';
      await copyFile(join(folder, path), target, constants.COPYFILE_FICLONE);
      return null;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return 'it is not in the folder';
      throw error;
    }
  };
}

interface FetchLimits {
  readonly maxBytes: number;
  /** Waits before another attempt. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

const timeoutMs = 60_000;
/** How long to wait before the second and the third attempt. */
const pausesMs = [500, 2000];
/** A host that failed this many times in a row, each time after all attempts, is left alone for the rest of the run. */
const mostFailures = 4;

/** Failures that may pass. */
const passing: ReadonlySet<RefusalReason> = new Set(['connection', 'time', 'unresolved']);
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Fetches from the old site, through the guarded fetcher; straight to the disk, so that memory stays free. */
export function fetchSource(fetch: Fetcher, { maxBytes, wait = sleep }: FetchLimits): FileSource {
  const failures = new Map<string, number>();
  return async (_path, url, target) => {
    const host = URL.canParse(url) ? new URL(url).host : '';
    if ((failures.get(host) ?? 0) >= mostFailures) return `${host} ${noAnswer}`;
    for (let attempt = 0; ; attempt += 1) {
      const failed = await fetchOnce(fetch, url, target, maxBytes);
      if (failed === null || !failed.mayPass) {
        failures.delete(host);
        return failed?.reason ?? null;
      }
      const pause = pausesMs[attempt];
      if (pause === undefined) {
        failures.set(host, (failures.get(host) ?? 0) + 1);
        return failed.reason;
      }
      await wait(pause);
    }
  };
}

interface Failure {
  readonly reason: string;
  /** Whether another attempt may succeed. */
  readonly mayPass: boolean;
}

async function fetchOnce(fetch: Fetcher, url: string, target: string, maxBytes: number): Promise<Failure | null> {
  const file = await open(target, 'w', 0o600);
  let diskFault: unknown;
  try {
    const { status } = await fetch(url, {
      maxBytes,
      timeoutMs,
      receive: async (chunks) => {
        for await (const chunk of chunks)
          await file.write(chunk).catch((error: unknown) => {
            diskFault = error;
            throw error;
          });
      },
    });
    if (status === 200) return null;
    return { reason: `the old site answered ${status}`, mayPass: passingStatuses.has(status) };
  } catch (error) {
    if (diskFault !== undefined) throw diskFault;
    if (!(error instanceof FetchRefused)) throw error;
    return { reason: `it could not be fetched: ${error.message}`, mayPass: passing.has(error.reason) };
  } finally {
    await file.close();
  }
}
