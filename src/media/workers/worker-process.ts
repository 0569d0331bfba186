import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { moduleBeside } from '../../module-beside.ts';
import { UploadRefused } from '../upload-refused.ts';
import {
  begun,
  type MediaTaskAnswer,
  type TaskArguments,
  type TaskName,
  type TaskRequest,
  type TaskResult,
} from './worker-tasks.ts';

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
  const body = moduleBeside('./worker-main', import.meta.url);
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
  const kill = () => child.kill('SIGKILL');
  const lost = (cause: unknown) => reject(new WorkerLost('The worker process ended before it answered.', { cause }));
  const failed = (error: Error) => void ended(child).then(() => lost(error));
  const exited = (code: number | null, signal: string | null) => lost({ code, signal });
  let deadline = setTimeout(kill, startMs);
  const onMessage = (message: MediaTaskAnswer | typeof begun) => {
    clearTimeout(deadline);
    if (message === begun) deadline = setTimeout(kill, deadlineMs);
    else resolve(message);
  };
  child.on('message', onMessage).on('exit', exited).on('error', failed);
  child.send(request, (error) => error && failed(error));
  return promise.finally(() => {
    clearTimeout(deadline);
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
