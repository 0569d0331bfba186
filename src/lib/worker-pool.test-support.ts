import { serveTasks } from './worker-pool.ts';

/** What a task asks of a thread, for the tests of the pool. */
export type TestTask =
  | { readonly say: string }
  | { readonly spin: number }
  | { readonly fail: string }
  | { readonly count: true }
  | { readonly hoard: true }
  | { readonly exit: number };

let served = 0;

serveTasks<TestTask, string>((task) => {
  served++;
  if ('count' in task) return String(served);
  if ('say' in task) return task.say;
  if ('fail' in task) throw new Error(task.fail);
  if ('exit' in task) return process.exit(task.exit);
  if ('spin' in task) {
    for (const end = Date.now() + task.spin; Date.now() < end; );
    return 'spun';
  }
  const held: unknown[] = [];
  for (;;) held.push(Array.from({ length: 10_000 }, (_, n) => `${n}`));
});
