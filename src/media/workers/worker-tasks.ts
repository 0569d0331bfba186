import type { UploadRefusal } from '../upload-refusal.ts';
import type { CopyOrder, ImageLimits, Picture, PictureChange } from './image-processor.ts';

/**
 * The tasks on untrusted files that run in worker processes. Each is loaded on first use, so a process that only reads
 * signatures never loads a picture decoder.
 */
export const workerTasks = {
  bytes: async () => {
    // Loading the library does not count towards the file's time limit.
    await import('file-type');
    return (await import('./file-bytes.ts')).readFileBytes;
  },
  details: async () => (await import('./av-details.ts')).readAvDetails,
  cover: async () => (await import('./preview-programs.ts')).readCover,
  poster: async () => (await import('./preview-programs.ts')).makePoster,
  page: async () => (await import('./preview-programs.ts')).makePage,
  inspect: async () => {
    const open = await imageProcessors();
    return async (limits: ImageLimits, file: string, mime: string) => (await open(limits)).inspect(file, mime);
  },
  copies: async () => {
    const open = await imageProcessors();
    return async (limits: ImageLimits, file: string, picture: Picture, orders: readonly CopyOrder[]) =>
      (await open(limits)).makeCopies(file, picture, orders);
  },
  change: async () => {
    const open = await imageProcessors();
    return async (
      limits: ImageLimits,
      file: string,
      picture: Picture,
      changes: readonly PictureChange[],
      target: string,
    ) => (await open(limits)).change(file, picture, changes, target);
  },
  measure: async () => (await converter()).measure,
  convert: async () => (await converter()).convert,
};

type WorkerTasks = typeof workerTasks;
export type TaskName = keyof WorkerTasks;
type Task<Name extends TaskName> = Awaited<ReturnType<WorkerTasks[Name]>>;
export type TaskArguments<Name extends TaskName> = Parameters<Task<Name>>;
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Task<Name>>>;

/** A task as it is sent to the process. */
export interface TaskRequest {
  readonly name: TaskName;
  readonly args: readonly unknown[];
}

/** What comes back: a result, a refusal of the file, or an unexpected failure. */
export type MediaTaskAnswer =
  | { readonly result: unknown }
  | { readonly refusal: { readonly reason: UploadRefusal; readonly message: string } }
  | { readonly failure: string };

/** Sent when the task is loaded; its deadline starts then. */
export const begun = 'begun';

async function imageProcessors() {
  const { loadSharp, openImageProcessor } = await import('./image-processor.ts');
  await loadSharp();
  return openImageProcessor;
}

async function converter() {
  await imageProcessors();
  return (await import('./image-processor.ts')).pictureConverter;
}
