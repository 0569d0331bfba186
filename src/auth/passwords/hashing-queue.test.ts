import { expect, it } from 'vitest';
import { createHashingQueue } from './hashing-queue.ts';

/** A queue whose verifications end one by one, when told; `ended` is the order in which they did. */
function stepwise(limits: { waiting: number; waitingPerPair: number }) {
  const queue = createHashingQueue({ running: 1, ...limits });
  const ended: string[] = [];
  const refused: string[] = [];
  const all: Promise<void>[] = [];
  const ask = (name: string, network: string, account: string, known = false) => {
    const work = async () => void ended.push(name);
    all.push(queue.run({ network, account, known }, work).catch(() => void refused.push(name)));
  };
  return { ask, ended, refused, finish: () => Promise.all(all) };
}

it('lets known credentials go first', async () => {
  const { ask, ended, finish } = stepwise({ waiting: 100, waitingPerPair: 100 });
  for (let n = 0; n < 20; n++) ask(`guess ${n}`, 'there', 'admin');
  ask('known', 'there', 'admin', true);
  await finish();
  expect(ended.indexOf('known')).toBe(1);
});

it('serves networks in rotation, and their accounts', async () => {
  const { ask, ended, finish } = stepwise({ waiting: 100, waitingPerPair: 100 });
  for (let n = 0; n < 10; n++) ask(`guess ${n}`, 'there', 'admin');
  ask('same network', 'there', 'someone else');
  ask('same account', 'elsewhere', 'admin');
  for (let n = 0; n < 10; n++) ask(`of others ${n}`, 'there', `account ${n}`);
  await finish();
  expect(ended.indexOf('same account')).toBeLessThan(4);
  expect(ended.indexOf('same network')).toBeLessThan(5);
  expect(ended).toHaveLength(22);
});

it('refuses what is too much for one account and network, and in all', async () => {
  const { ask, ended, refused, finish } = stepwise({ waiting: 5, waitingPerPair: 3 });
  for (let n = 0; n < 6; n++) ask(`pair ${n}`, 'there', 'admin');
  for (let n = 0; n < 4; n++) ask(`other ${n}`, `network ${n}`, 'admin');
  ask('known', 'there', 'admin', true);
  await finish();
  expect(refused.toSorted()).toEqual(['other 2', 'other 3', 'pair 4', 'pair 5']);
  expect(ended).toHaveLength(7);
});
