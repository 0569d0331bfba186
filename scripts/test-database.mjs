// A MariaDB server for one run of tests, on a port of its own. Its files are in memory where there is room, and it does not wait
// for the disk: a machine whose disk is busy answers as fast, and nothing outlives the run.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const memoryFolder = '/dev/shm';
/** All tests together leave less than a gigabyte at a time. */
const neededBytes = 4 * 2 ** 30;

/** Its address and how it is stopped; null if it does not start. */
export async function startTestDatabase() {
  const folder = mkdtempSync(join(hasRoom(memoryFolder) ? memoryFolder : tmpdir(), 'platen-mariadb-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const data = ['--no-defaults', ...user, `--datadir=${folder}`];
  const made = spawnSync('mariadb-install-db', [...data, '--auth-root-authentication-method=normal'], {
    stdio: 'ignore',
  });
  const port = await freePort();
  if (made.status !== 0) return remove() ?? null;
  const server = spawn(
    'mariadbd',
    [
      ...data,
      `--port=${port}`,
      `--socket=${join(folder, 'server.sock')}`,
      '--bind-address=127.0.0.1',
      '--max-connections=500',
      '--innodb-flush-log-at-trx-commit=0',
      '--skip-innodb-doublewrite',
      '--innodb-use-native-aio=0',
    ],
    { stdio: 'ignore', env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` } },
  );
  const ended = new Promise((resolve) => server.once('exit', resolve).once('error', resolve));
  const kill = () => {
    server.kill('SIGKILL');
    remove();
  };
  process.once('exit', kill);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const stop = async () => {
    server.kill('SIGKILL');
    await ended;
    remove();
  };
  for (let tries = 0; tries < 240 && server.exitCode === null; tries += 1) {
    if (await answers(port)) return { url: `mysql://root@127.0.0.1:${port}/`, stop };
    await sleep(250);
  }
  await stop();
  return null;
}

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(socket.destroy() && true)).once('error', () => resolve(false));
  });
}
