import { parentPort, type Transferable, Worker } from 'node:worker_threads';

/** Why there is no result. `busy`: the queue is full; `late`: the deadline passed; `closed`: the pool is closed. */
export type PoolFailure = 'busy' | 'late' | 'failed' | 'closed';

export class PoolError extends Error {
  readonly failure: PoolFailure;

  constructor(failure: PoolFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PoolError';
    this.failure = failure;
  }
}

export interface PoolOptions {
  /** The module each thread runs; it calls `serveTasks`. */
  readonly body: URL;
  /** The `workerData` of each thread. */
  readonly data?: unknown;
  /** Maximum number of threads. */
  readonly size: number;
  /** Maximum number of queued tasks. */
  readonly mostWaiting: number;
  /** Time limit of a task, from `run` to its result, queueing included. Default: none. */
  readonly deadlineMs?: number;
  /** An idle thread ends after this time. Default: it stays. */
  readonly idleMs?: number;
  /** False: the process may end while a task runs. Default: it waits for its tasks. */
  readonly keepsAlive?: boolean;
  /** Heap limit of a thread; one that needs more is ended, and its task fails. Default: the limit of the process. */
  readonly memoryMegabytes?: number;
}

/** Runs tasks on worker threads, in the order they arrive. */
export interface WorkerPool<Task, Result> {
  /** Runs a task; transferred buffers are detached here afterwards. */
  run(task: Task, transfer?: readonly Transferable[]): Promise<Result>;
  /** Ends all threads; pending tasks are rejected. */
  close(): Promise<void>;
}

/** The message a thread sends back. */
export type TaskAnswer<Result> = { readonly result: Result } | { readonly error: Error };

interface Job<Task, Result> {
  readonly task: Task;
  readonly transfer: readonly Transferable[];
  readonly settle: (answer: TaskAnswer<Result>) => void;
  /** The thread that runs it; null while it is queued. */
  thread: Thread<Task, Result> | null;
}

interface Thread<Task, Result> {
  readonly worker: Worker;
  job: Job<Task, Result> | null;
  idle: NodeJS.Timeout | null;
}

/** Creates a pool; threads start on demand, and an idle one does not keep the process alive. */
export function createWorkerPool<Task, Result>(options: PoolOptions): WorkerPool<Task, Result> {
  const { deadlineMs, idleMs, keepsAlive = true } = options;
  const threads = new Set<Thread<Task, Result>>();
  const waiting: Job<Task, Result>[] = [];
  let isClosed = false;

  const finish = (thread: Thread<Task, Result>, answer: TaskAnswer<Result>): void => {
    const { job } = thread;
    thread.job = null;
    job?.settle(answer);
  };
  const drop = (thread: Thread<Task, Result>, error: Error): void => {
    threads.delete(thread);
    if (thread.idle) clearTimeout(thread.idle);
    finish(thread, { error });
    void thread.worker.terminate();
    assign();
  };
  const rest = (thread: Thread<Task, Result>): void => {
    thread.worker.unref();
    if (idleMs !== undefined) thread.idle = setTimeout(() => drop(thread, ended()), idleMs).unref();
  };
  const start = (): Thread<Task, Result> => {
    const worker = new Worker(options.body, {
      workerData: options.data,
      ...(options.memoryMegabytes ? { resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes } } : {}),
    });
    const thread: Thread<Task, Result> = { worker, job: null, idle: null };
    threads.add(thread);
    worker.on('message', (answer: TaskAnswer<Result>) => {
      finish(thread, 'error' in answer ? { error: failed(answer.error) } : answer);
      rest(thread);
      assign();
    });
    worker.on('error', (error) => drop(thread, failed(error)));
    worker.on('exit', () => threads.has(thread) && drop(thread, ended()));
    return thread;
  };
  const freeThread = (): Thread<Task, Result> | null => {
    for (const thread of threads) if (!thread.job) return thread;
    return threads.size < options.size ? start() : null;
  };
  const assign = (): void => {
    while (waiting.length > 0 && !isClosed) {
      const thread = freeThread();
      if (!thread) return;
      const job = waiting.shift()!;
      if (thread.idle) clearTimeout(thread.idle);
      thread.idle = null;
      thread.job = job;
      job.thread = thread;
      if (keepsAlive) thread.worker.ref();
      else thread.worker.unref();
      thread.worker.postMessage(job.task, job.transfer);
    }
  };
  const giveUp = (job: Job<Task, Result>): void => {
    const late = new PoolError('late', `No result within ${deadlineMs} ms.`);
    if (job.thread) {
      drop(job.thread, late);
    } else {
      waiting.splice(waiting.indexOf(job), 1);
      job.settle({ error: late });
    }
  };

  return {
    run: (task, transfer = []) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(ended());
        if (waiting.length >= options.mostWaiting) {
          return reject(new PoolError('busy', `${waiting.length} tasks wait for a thread.`));
        }
        const deadline = deadlineMs === undefined ? null : setTimeout(() => giveUp(job), deadlineMs).unref();
        const settle = (answer: TaskAnswer<Result>): void => {
          if (deadline) clearTimeout(deadline);
          if ('error' in answer) reject(answer.error);
          else resolve(answer.result);
        };
        const job: Job<Task, Result> = { task, transfer, settle, thread: null };
        waiting.push(job);
        assign();
      }),
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.settle({ error: ended() });
      const ending = [...threads].map((thread) => thread.worker.terminate());
      for (const thread of [...threads]) drop(thread, ended());
      await Promise.all(ending);
    },
  };
}

const ended = (): PoolError => new PoolError('closed', 'The threads were ended.');
const failed = (cause: Error): PoolError => new PoolError('failed', `A task failed: ${cause.message}`, { cause });

/** The thread's side of a pool: runs `work` for each task and sends the result back. */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
  parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await answerTo(task, work)));
}

async function answerTo<Task, Result>(
  task: Task,
  work: (task: Task) => Result | Promise<Result>,
): Promise<TaskAnswer<Result>> {
  try {
    return { result: await work(task) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
