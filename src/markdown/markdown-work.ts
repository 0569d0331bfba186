import type { WorkerPool } from '../workers/worker-pool.ts';
import { fromMarkdown, toMarkdown } from './markdown-text.ts';
import { loadMarkdownTools } from './markdown-tools.ts';

/** A conversion as data: short texts are converted here, long ones in a thread that can be ended. */
export type MarkdownTask =
  | { readonly do: 'read'; readonly stored: string }
  | { readonly do: 'write'; readonly markdown: string; readonly replaced: string };

/** Converts texts; see `toMarkdown` and `fromMarkdown`. */
export interface MarkdownWork {
  read(stored: string): Promise<string>;
  write(markdown: string, replaced: string): Promise<string>;
}

/** The library needs time that grows with the square of a text that is written against it. */
const charactersAtOnce = 4096;

export function createMarkdownWork(pool: Pick<WorkerPool<MarkdownTask, string>, 'run'>): MarkdownWork {
  const run = (task: MarkdownTask, length: number) => (length <= charactersAtOnce ? convert(task) : pool.run(task));
  return {
    read: (stored) => run({ do: 'read', stored }, stored.length),
    write: (markdown, replaced) => run({ do: 'write', markdown, replaced }, markdown.length),
  };
}

export async function convert(task: MarkdownTask): Promise<string> {
  const tools = await loadMarkdownTools();
  return task.do === 'read' ? toMarkdown(task.stored, tools) : fromMarkdown(task.markdown, task.replaced, tools);
}
