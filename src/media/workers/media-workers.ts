import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createWorkQueue } from '../../limits/work-queue.ts';
import type { AvDetails } from '../details/av-details.ts';
import type { FileBytes } from '../files/file-bytes.ts';
import { defaultImageLimits, type ImageLimits, type ImageProcessor } from '../images/image-processor.ts';
import { UploadRefused } from '../upload-refused.ts';
import type { PictureConverter } from './picture-converter.ts';
import { defaultWorkerLimits, type WorkerLimits, WorkerLost, WorkerProcess } from './worker-process.ts';
import type { TaskArguments, TaskName, TaskResult } from './worker-tasks.ts';

/** Examines files in worker processes, so that a hostile file can only affect its own upload. */
export interface MediaWorkers {
  /** What the first bytes of a file are. Throws UploadRefused. */
  bytes(head: Uint8Array): Promise<FileBytes>;
  /** The metadata of an audio or video file; only its size and type where it cannot be read in time. */
  details(file: string, mime: string, size: number): Promise<AvDetails>;
  readonly images: ImageProcessor;
  readonly pictures: PictureConverter;
  close(): Promise<void>;
}

export interface MediaWorkerOptions {
  /** Where decoders may write temporary files. */
  readonly folder: string;
  readonly imageLimits?: ImageLimits;
  /** How long reading an audio or video file may take. */
  readonly detailsMs?: number;
  readonly processes?: WorkerLimits;
}

const bytesMs = 2_000;
const defaultDetailsMs = 5_000;

/**
 * Signatures have their own process, since every upload needs one; slow tasks share a few other processes, so
 * that memory does not grow with the number of uploads. Those give way to the server where processors are scarce, so
 * that other requests do not wait for pictures.
 */
export function createMediaWorkers({
  folder,
  imageLimits = defaultImageLimits,
  detailsMs = defaultDetailsMs,
  processes = defaultWorkerLimits,
}: MediaWorkerOptions): MediaWorkers {
  const quick = createLane(1, folder, processes);
  const slow = createLane(Math.min(2, availableParallelism()), folder, { ...processes, givesWay: true });
  const pictureMs = imageLimits.seconds * 1000;
  return {
    bytes: (head) =>
      refusing('type', 'The type of the file cannot be determined.', quick.run('bytes', [head], bytesMs)),
    details: async (file, mime, size) => {
      try {
        return await slow.run('details', [file, mime, size], detailsMs);
      } catch (error) {
        if (error instanceof WorkerLost) return { filesize: size, mime_type: mime };
        throw error;
      }
    },
    images: {
      inspect: (file, mime) => picture(slow.run('inspect', [imageLimits, file, mime], pictureMs)),
      makeCopies: (file, found, orders) => picture(slow.run('copies', [imageLimits, file, found, orders], pictureMs)),
    },
    pictures: {
      measure: (file) => slow.run('measure', [file], pictureMs).catch(() => null),
      convert: async (file, target, conversion) => {
        try {
          return await slow.run('convert', [file, target, conversion], pictureMs);
        } catch {
          await rm(target, { force: true });
          return null;
        }
      },
    },
    close: async () => {
      await quick.close();
      await slow.close();
    },
  };
}

function picture<T>(work: Promise<T>): Promise<T> {
  return refusing('broken-image', 'The picture cannot be read, or takes too long or too much memory to read.', work);
}

/** Refuses a file whose worker process was lost. */
async function refusing<T>(reason: UploadRefused['reason'], message: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WorkerLost) throw new UploadRefused(reason, message, error);
    throw error;
  }
}

/** A few processes and the queue in front of them. */
function createLane(atOnce: number, folder: string, limits: WorkerLimits) {
  const queue = createWorkQueue({ running: atOnce });
  const all = Array.from({ length: atOnce }, () => new WorkerProcess(folder, limits));
  const free = [...all];
  return {
    run: <Name extends TaskName>(
      name: Name,
      args: TaskArguments<Name>,
      deadlineMs: number,
    ): Promise<TaskResult<Name>> =>
      queue.run(() => {
        // The queue admits as many tasks as there are processes, so one is free; the last used is most likely running.
        const worker = free.pop()!;
        return worker.run(name, args, deadlineMs).finally(() => free.push(worker));
      }),
    close: async () => {
      for (const worker of all) await worker.close();
    },
  };
}
