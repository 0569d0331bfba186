// Indexes what waits in the database of the argument, and says how much is left.
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../../src/storage/open/open-store.ts';

const store = await openStore({ url: process.argv[2] ?? '' });
for (;;) {
  process.stdout.write(`${(await store.searchIndex()).waiting}\n`);
  await sleep(5);
}
