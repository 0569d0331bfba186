import { createServer } from 'node:net';

/** Below the ports that systems hand out for outgoing connections; each test process has a range of its own. */
const lowest = 10_000;
const ranges = 200;
const perRange = 100;

/** Two processes can have the same range; they begin at different places of it. */
let next = Math.floor(Math.random() * perRange);

/** A port on loopback that nobody else takes between the answer and its use: no other test process, no connection. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < perRange; tried += 1) {
    const port = lowest + (process.pid % ranges) * perRange + (next++ % perRange);
    if (await isFree(port)) return port;
  }
  throw new Error('All ports of this test process are taken.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
