import type { QueueRow } from '../background/queue-jobs.ts';
import { countJobs, listJobs, queueStates, removeDeadJob, retryDeadJob } from '../background/queue-jobs.ts';
import { type Command, type CommandContext, CommandError, defineCommand } from '../extension/command.ts';

const mostShown = 50;

/** The durable queue from the terminal. */
export const queueCommands: readonly Command[] = [
  defineCommand({
    name: 'queue status',
    summary: 'Count the jobs of the queue by their states.',
    run: async ({ store, print }) => {
      const counts = await countJobs(await store());
      for (const state of queueStates) print(`${state.padEnd(8)} ${counts[state]}`);
    },
  }),
  defineCommand({
    name: 'queue list',
    summary: `List jobs of the queue, oldest first, at most ${mostShown}.`,
    flags: {
      state: { value: 'STATE', help: `Only jobs in this state: ${queueStates.join(', ')}.` },
      topic: { value: 'TOPIC', help: 'Only jobs of this topic.' },
    },
    run: async ({ store, flags, print, clock }) => {
      const state = queueStates.find((one) => one === flags.state);
      if (flags.state !== undefined && !state)
        throw new CommandError(`There is no state "${flags.state}"; there are ${queueStates.join(', ')}.`);
      const wanted = { ...(state ? { state } : {}), ...(flags.topic ? { topic: flags.topic } : {}) };
      const jobs = await listJobs(await store(), { ...wanted, limit: mostShown });
      if (jobs.length === 0) print('There are no such jobs.');
      for (const job of jobs) print(line(job, clock()));
    },
  }),
  defineCommand({
    name: 'queue show',
    summary: 'Show a job with its payload.',
    operands: ['id'],
    run: async ({ store, operands, print }) => {
      const [job] = (await listJobs(await store(), { id: idOf(operands.id), limit: 1 })) ?? [];
      if (!job) throw new CommandError(`There is no job ${operands.id}.`);
      print(JSON.stringify(job, null, 2));
    },
  }),
  defineCommand({
    name: 'queue retry',
    summary: 'Give a dead job, or all of them, another series of attempts.',
    operands: ['id'],
    run: (context) => each(context, 'queued again', (store, id) => retryDeadJob(store, id, context.clock())),
  }),
  defineCommand({
    name: 'queue remove',
    summary: 'Remove a dead job, or all of them.',
    operands: ['id'],
    run: (context) => each(context, 'removed', removeDeadJob),
  }),
];

type Store = Awaited<ReturnType<CommandContext['store']>>;

/** Does something with one dead job, or with each of them for `all`. */
async function each(
  { store, operands, print }: CommandContext<{ readonly id: string }>,
  done: string,
  change: (store: Store, id: number) => Promise<boolean>,
): Promise<void> {
  const open = await store();
  if (operands.id !== 'all') {
    if (!(await change(open, idOf(operands.id)))) throw new CommandError(`There is no dead job ${operands.id}.`);
    return print(`Job ${operands.id} is ${done}.`);
  }
  let count = 0;
  for (;;) {
    const jobs = await listJobs(open, { state: 'dead', limit: mostShown });
    if (jobs.length === 0) break;
    for (const { id } of jobs) if (await change(open, id)) count += 1;
  }
  print(`${count} ${count === 1 ? 'job is' : 'jobs are'} ${done}.`);
}

function idOf(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new CommandError(`"${text}" is not the number of a job. "queue list" shows them.`);
  return Number(text);
}

function line({ id, state, topic, itemKey, attempts, dueMs, lastError }: QueueRow, nowMs: number): string {
  const due = state === 'queued' && dueMs > nowMs ? `in ${Math.ceil((dueMs - nowMs) / 1000)} s` : '-';
  return [id, state, topic, itemKey, `${attempts} failed`, due, lastError.replace(/\s+/g, ' ').slice(0, 120)].join(
    '\t',
  );
}
