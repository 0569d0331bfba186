import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { availableParallelism, getPriority, setPriority } from 'node:os';
import { siblingModuleUrl } from '../../lib/sibling-module.ts';
import { createWorkQueue } from '../../limits/work-queue.ts';
import { UploadRefused } from '../upload-refusal.ts';
import type { AvDetails } from './av-details.ts';
import type { FileBytes } from './file-bytes.ts';
import { defaultImageLimits, type ImageLimits, type ImageProcessor, type PictureConverter } from './image-processor.ts';
import { killAfter } from './kill-after.ts';
import {
  begun,
  type MediaTaskAnswer,
  type TaskArguments,
  type TaskName,
  type TaskRequest,
  type TaskResult,
} from './worker-tasks.ts';

/** Examines files in worker processes, so that a hostile file can only affect its own upload. */
export interface MediaWorkers {
  /** What the first bytes of a file are. Throws UploadRefused. */
  bytes(head: Uint8Array): Promise<FileBytes>;
  /** The metadata of an audio or video file; only its size and type where it cannot be read in time. */
  details(file: string, mime: string, size: number): Promise<AvDetails>;
  /** Writes a picture of a file: its cover, a frame of a film, the first page of a PDF. False where there is none. */
  preview(file: string, mime: string, target: string): Promise<boolean>;
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
  /** How many processes there are for pictures, sounds and films; default two, or one where there is one processor. */
  readonly picturesAtOnce?: number;
}

const bytesMs = 2_000;
const defaultDetailsMs = 5_000;
/** Longer than programs have, so that they are ended before the process that would end them. */
const previewMs = 40_000;

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
  picturesAtOnce = Math.min(2, availableParallelism()),
}: MediaWorkerOptions): MediaWorkers {
  const quick = createLane(1, folder, processes);
  const slow = createLane(picturesAtOnce, folder, { ...processes, givesWay: true });
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
    preview: async (file, mime, target) => {
      for (const task of previewTasks(mime)) {
        const made = await slow.run(task, [file, mime, target], previewMs).catch(() => false);
        if (made) return true;
        // A process that was killed may have left half of it.
        await rm(target, { force: true });
      }
      return false;
    },
    images: {
      inspect: (file, mime) => picture(slow.run('inspect', [imageLimits, file, mime], pictureMs)),
      makeCopies: (file, found, orders) => picture(slow.run('copies', [imageLimits, file, found, orders], pictureMs)),
      change: (file, found, changes, target) =>
        picture(slow.run('change', [imageLimits, file, found, changes, target], pictureMs)),
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

/** What may show a file, in the order in which it is tried. */
function previewTasks(mime: string): readonly ('cover' | 'poster' | 'page')[] {
  if (mime.startsWith('audio/')) return ['cover'];
  if (mime.startsWith('video/')) return ['cover', 'poster'];
  return mime === 'application/pdf' ? ['page'] : [];
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

/** A task got no result: its process crashed, ran out of memory, or was killed at its deadline. */
export class WorkerLost extends Error {}

export interface WorkerLimits {
  /** JavaScript heap. */
  readonly heapMegabytes: number;
  /** Resident memory, including that of decoders. */
  readonly residentMegabytes: number;
  /** A process that is idle for this long is ended; the next task starts another. */
  readonly idleMs: number;
  /** Whether other processes go first where processors are scarce. */
  readonly givesWay?: boolean;
}

export const defaultWorkerLimits: WorkerLimits = { heapMegabytes: 256, residentMegabytes: 1024, idleMs: 10_000 };

/** Longest time for a process to start and load a task, even on a busy machine. */
const startMs = 60_000;

/** Runs one task at a time in its own process, which is killed at a deadline with all its threads and memory. */
export class WorkerProcess {
  readonly #folder: string;
  readonly #limits: WorkerLimits;
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `folder` is where decoders may write temporary files. */
  constructor(folder: string, limits: WorkerLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Throws the task's UploadRefused, and WorkerLost where the process ended for any other reason. */
  async run<Name extends TaskName>(
    name: Name,
    args: TaskArguments<Name>,
    deadlineMs: number,
  ): Promise<TaskResult<Name>> {
    if (this.#isClosed) throw new WorkerLost('The media workers are closed.');
    const child = this.#wake();
    try {
      const answer = await exchange(child, { name, args }, deadlineMs);
      // Both sides run the same code, so the result has the type of the named task.
      return resultOf(answer) as TaskResult<Name>;
    } finally {
      this.#rest(child);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    if (this.#child) await ended(this.#child);
  }

  #wake(): ChildProcess {
    clearTimeout(this.#idle);
    this.#child ??= start(this.#folder, this.#limits);
    this.#child.ref();
    this.#child.channel?.ref();
    return this.#child;
  }

  /** An idle process does not keep its parent alive; one that has ended is dropped. */
  #rest(child: ChildProcess): void {
    if (!isAlive(child)) {
      this.#child = null;
      return;
    }
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => {
      this.#child = null;
      child.kill('SIGKILL');
    }, this.#limits.idleMs).unref();
  }
}

/** The environment variables that decoders need; the server's secrets are not passed on. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'];

/** Low enough to go after the server, high enough to finish within the deadlines on a busy machine. */
const lowerPriority = 5;

function start(folder: string, { heapMegabytes, residentMegabytes, givesWay = false }: WorkerLimits): ChildProcess {
  const body = siblingModuleUrl('./worker-main', import.meta.url);
  const known = passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const child = fork(body, [String(residentMegabytes * 1024 * 1024)], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: { ...Object.fromEntries(known), TMPDIR: folder },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (givesWay) lowerPriorityOf(child);
  return child;
}

/** Done before the process has started threads, which inherit its priority. It is as well off without. */
function lowerPriorityOf({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.max(getPriority(), lowerPriority));
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

/** Sends a task and waits for its result or for the end of the process, when its files are closed. */
function exchange(child: ChildProcess, request: TaskRequest, deadlineMs: number): Promise<MediaTaskAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<MediaTaskAnswer>();
  const lost = (cause: unknown) => reject(new WorkerLost('The worker process ended before it answered.', { cause }));
  const failed = (error: Error) => void ended(child).then(() => lost(error));
  const exited = (code: number | null, signal: string | null) => lost({ code, signal });
  let deadline = killAfter(child, startMs);
  const onMessage = (message: MediaTaskAnswer | typeof begun) => {
    deadline.cancel();
    if (message === begun) deadline = killAfter(child, deadlineMs);
    else resolve(message);
  };
  child.on('message', onMessage).on('exit', exited).on('error', failed);
  child.send(request, (error) => error && failed(error));
  return promise.finally(() => {
    deadline.cancel();
    child.off('message', onMessage).off('exit', exited).off('error', failed);
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return;
  // An idle process does not keep its parent alive; this one must, until it has ended.
  child.ref();
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Whether a process is running; one that could not be started has no id. */
function isAlive(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function resultOf(answer: MediaTaskAnswer): unknown {
  if ('result' in answer) return answer.result;
  if ('failure' in answer) throw new WorkerLost(answer.failure);
  throw new UploadRefused(answer.refusal.reason, answer.refusal.message);
}
