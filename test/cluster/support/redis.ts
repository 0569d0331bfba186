import { connect } from 'node:net';
import { freePort } from './free-ports.ts';
import type { Guard, GuardedProcess } from './guard.ts';
import { redisServer } from './packages.ts';
import { waitUntil } from './wait-until.ts';

export interface RedisProcess {
  readonly url: string;
  readonly process: () => GuardedProcess;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a Redis or Valkey server of its own that writes nothing to disk. */
export async function startRedis(guard: Guard): Promise<RedisProcess> {
  const file = redisServer;
  if (file === undefined) throw new Error('No Redis or Valkey server is installed.');
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  let running = guard.start(file, args);
  const ready = () =>
    waitUntil(
      () => `Redis answers:\n${running.output()}`,
      () => answers(port),
    );
  await ready();
  return {
    url: `redis://127.0.0.1:${port}`,
    process: () => running,
    kill: () => running.kill(),
    async start() {
      await running.kill();
      running = guard.start(file, args);
      await ready();
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(chunk.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}
