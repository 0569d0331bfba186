import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sendFile, type Upload } from './uploads.ts';

/** How many files are sent at once. */
const atOnce = 3;

export interface Uploads {
  readonly all: readonly Upload[];
  add(files: readonly File[]): void;
  cancel(id: number): void;
  /** Forgets those that are over. */
  clear(): void;
}

/** The files on their way. One that is refused does not hold up the others. */
export function useUploads(): Uploads {
  const client = useQueryClient();
  const [all, setAll] = useState<readonly Upload[]>([]);
  const waiting = useRef<{ id: number; file: File; controller: AbortController }[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const running = useRef(0);
  const nextId = useRef(1);

  const change = (id: number, changes: Partial<Upload>) =>
    setAll((before) => before.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

  const work = async (): Promise<void> => {
    if (running.current >= atOnce) return;
    running.current += 1;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const { id, file, controller } = next;
      if (controller.signal.aborted) continue;
      change(id, { state: 'sending' });
      try {
        await sendFile(file, { signal: controller.signal, progress: (progress) => change(id, { progress }) });
        change(id, { state: 'done', progress: 1 });
      } catch (error) {
        const isCancelled = controller.signal.aborted;
        const reason = error instanceof Error ? error.message : String(error);
        change(id, isCancelled ? { state: 'cancelled' } : { state: 'failed', reason });
      }
      controllers.current.delete(id);
    }
    running.current -= 1;
    await client.invalidateQueries({ queryKey: ['media'] });
  };

  return {
    all,
    add(files) {
      const added = files.map((file) => ({ id: nextId.current++, file, controller: new AbortController() }));
      for (const { id, controller } of added) controllers.current.set(id, controller);
      waiting.current.push(...added);
      setAll((before) => [
        ...before,
        ...added.map(({ id, file }) => ({ id, name: file.name, progress: 0, state: 'waiting' as const })),
      ]);
      for (let i = 0; i < atOnce; i += 1) void work();
    },
    cancel(id) {
      controllers.current.get(id)?.abort(new DOMException('', 'AbortError'));
      change(id, { state: 'cancelled' });
    },
    clear: () => setAll((before) => before.filter(({ state }) => state === 'waiting' || state === 'sending')),
  };
}
