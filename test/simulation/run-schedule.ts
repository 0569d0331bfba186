import { ModelDatabase, type Topology } from './model-database.ts';
import { type CreateProtocol, ModelInstance } from './model-instance.ts';
import { seededRandom } from './random.ts';
import { Scheduler } from './scheduler.ts';

export interface Schedule {
  readonly topology: Topology;
  readonly create: CreateProtocol;
  readonly failOvers: boolean;
}

const tags = ['user:1', 'user:2', 'user:3'];
/** The deadline of a statement; the log must keep its rows for longer. */
const statementSteps = 25;

/** Runs one interleaving of writers, readers, restarts and fail-overs, then asks every instance for every tag at rest. */
export async function runSchedule(seed: number, { topology, create, failOvers }: Schedule): Promise<void> {
  const random = seededRandom(seed);
  const scheduler = new Scheduler(random);
  const database = new ModelDatabase(topology, random);
  const instances = Array.from({ length: 2 }, () => new ModelInstance(database, scheduler, create));
  const pause = async (most: number): Promise<void> => {
    for (let left = random.below(most); left > 0; left -= 1) await scheduler.pause();
  };
  const write = async (): Promise<void> => {
    await pause(60);
    const transaction = database.begin(random.pick(tags));
    const seq = database.take(transaction);
    const takenAt = scheduler.now;
    await pause(3);
    const isOverdue = scheduler.now - takenAt > statementSteps;
    if (isOverdue || !database.insert(transaction, seq)) return void database.undo(transaction);
    // Some commits are held for so long that many others overtake them.
    await pause(random.chance(0.2) ? 120 : 4);
    if (random.chance(0.15)) database.undo(transaction);
    else database.commit(transaction);
  };
  for (const instance of instances) {
    scheduler.start(async () => {
      await pause(40);
      await instance.restart();
      for (let turn = 0; turn < 6; turn += 1) {
        await instance.request(random.pick(tags));
        await pause(15);
        if (random.chance(0.1)) await instance.restart();
      }
    });
    scheduler.start(async () => {
      for (let turn = 0; turn < 6; turn += 1) {
        await pause(25);
        await instance.request(random.pick(tags));
        // A transaction that holds a number makes fencing fail, which is tried again later.
        await instance.tend().catch(() => {});
      }
    });
  }
  for (const instance of [...instances, ...instances]) {
    scheduler.start(async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        await pause(20);
        await instance.write(random.pick(tags), random.pick(tags));
      }
    });
  }
  for (let writer = 0; writer < 8; writer += 1) scheduler.start(write);
  if (failOvers) {
    scheduler.start(async () => {
      await pause(150);
      database.failOver();
    });
  }
  await scheduler.run();
  for (const instance of instances) {
    scheduler.start(async () => {
      for (const tag of [...tags, ...tags]) await instance.request(tag);
    });
  }
  await scheduler.run();
}
