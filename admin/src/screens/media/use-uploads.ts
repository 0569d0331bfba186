import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { cancelResumable, resumableFrom } from './resumable-file.ts';
import { sendFile, type Upload } from './uploads.ts';

/** How many files are sent at once. */
const atOnce = 3;

export interface Uploads {
  readonly all: readonly Upload[];
  add(files: readonly File[]): void;
  /** Stops a resumable one; what was sent stays on the server for a day. */
  pause(id: number): void;
  resume(id: number): void;
  /** Sends one again that failed; a resumable one goes on where it was. */
  retry(id: number): void;
  cancel(id: number): void;
  /** Forgets those that are over. */
  clear(): void;
}

/** A file that waits, is sent, or can be sent again. */
interface Task {
  readonly id: number;
  readonly file: File;
  controller: AbortController;
}

/** The files on their way. One that is refused does not hold up the others. */
export function useUploads(): Uploads {
  const client = useQueryClient();
  const [all, setAll] = useState<readonly Upload[]>([]);
  const waiting = useRef<Task[]>([]);
  const tasks = useRef(new Map<number, Task>());
  const running = useRef(0);
  const nextId = useRef(1);

  const change = (id: number, changes: Partial<Upload>) =>
    setAll((before) => before.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

  const work = async (): Promise<void> => {
    if (running.current >= atOnce) return;
    running.current += 1;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const { id, file } = next;
      const { signal } = next.controller;
      if (signal.aborted) continue;
      change(id, { state: 'sending' });
      try {
        const interrupted = (isInterrupted: boolean) => change(id, { isInterrupted });
        await sendFile(file, { signal, interrupted, progress: (progress) => change(id, { progress }) });
        change(id, { state: 'done', progress: 1 });
        tasks.current.delete(id);
      } catch (error) {
        // Whoever stopped it has said so already.
        if (signal.aborted) continue;
        const reason = error instanceof Error ? error.message : String(error);
        change(id, { state: 'failed', reason, isInterrupted: false });
      }
    }
    running.current -= 1;
    await client.invalidateQueries({ queryKey: ['media'] });
  };
  const enqueue = (added: readonly Task[]) => {
    waiting.current.push(...added);
    for (let i = 0; i < atOnce; i += 1) void work();
  };
  const stop = (id: number): Task | undefined => {
    const task = tasks.current.get(id);
    task?.controller.abort(new DOMException('', 'AbortError'));
    return task;
  };

  const again = (id: number) => {
    const task = tasks.current.get(id);
    if (!task) return;
    task.controller = new AbortController();
    change(id, { state: 'waiting' });
    enqueue([task]);
  };

  return {
    all,
    add(files) {
      const added = files.map((file) => ({ id: nextId.current++, file, controller: new AbortController() }));
      for (const task of added) tasks.current.set(task.id, task);
      setAll((before) => [
        ...before,
        ...added.map(({ id, file: { name, size } }) => {
          const isResumable = size >= resumableFrom;
          return { id, name, progress: 0, state: 'waiting' as const, isResumable };
        }),
      ]);
      enqueue(added);
    },
    pause(id) {
      stop(id);
      change(id, { state: 'paused', isInterrupted: false });
    },
    resume: again,
    retry: again,
    cancel(id) {
      const task = stop(id);
      tasks.current.delete(id);
      change(id, { state: 'cancelled' });
      // What cannot be removed now expires on the server.
      if (task && task.file.size >= resumableFrom) void cancelResumable(task.file).catch(() => {});
    },
    clear() {
      for (const { id, state } of all) if (state === 'failed') tasks.current.delete(id);
      setAll((before) => before.filter(({ state }) => ['waiting', 'sending', 'paused'].includes(state)));
    },
  };
}
