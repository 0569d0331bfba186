import { MissingPackage } from '../../lib/error-code.ts';
import { UploadRefused } from '../upload-refusal.ts';
import { begun, type MediaTaskAnswer, type TaskRequest, workerTasks } from './worker-tasks.ts';

// The entry point of a worker process. It runs one task at a time and may be killed at any moment.

const mostResidentBytes = Number(process.argv[2]);
const end = () => process.kill(process.pid, 'SIGKILL');

process.on('message', async (request: TaskRequest) => process.send?.(await answer(request)));
// The parent has ended.
process.on('disconnect', end);
// A terminal or service manager signals the whole process group; the parent decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// Decoders allocate outside of the JavaScript heap, so the runtime's memory limit does not apply to them.
setInterval(() => process.memoryUsage.rss() > mostResidentBytes && end(), 50).unref();

async function answer({ name, args }: TaskRequest): Promise<MediaTaskAnswer> {
  try {
    // The parent sends the arguments of the named task; the types of the task table enforce that.
    const task = (await workerTasks[name]()) as (...given: readonly unknown[]) => Promise<unknown>;
    process.send?.(begun);
    return { result: await task(...args) };
  } catch (error) {
    if (error instanceof UploadRefused) return { refusal: { reason: error.reason, message: error.message } };
    // Said to whoever uploads: the picture is not to blame.
    if (error instanceof MissingPackage) return { refusal: { reason: 'broken-image', message: error.message } };
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
