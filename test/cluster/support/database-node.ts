import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import type { Guard, GuardedProcess } from './guard.ts';
import { program } from './packages.ts';
import { waitUntil } from './wait-until.ts';

/** One database server of the test: its own folder, port and process; never the machine's own server. */
export interface DatabaseNode {
  readonly name: string;
  readonly port: number;
  readonly url: (database: string) => string;
  readonly process: () => GuardedProcess;
  /** Runs one statement on a connection of its own. */
  query(text: string, database?: string): Promise<RowDataPacket[]>;
  connect(database?: string): Promise<Connection>;
  /** As a power cut. */
  kill(): Promise<void>;
  /** Stops the process where it is, as a machine that hangs: its connections stay open and nothing answers. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Starts it again on its folder, and waits until it serves. */
  start(): Promise<void>;
  /** Waits until it serves queries and, in a cluster, is in step with the others. */
  ready(): Promise<void>;
}

export interface NodeOptions {
  readonly guard: Guard;
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  /** More arguments of the server; a function, as those of the first node of a cluster differ later. */
  readonly args: () => readonly string[];
  /** Asked once it answers. */
  readonly isReady: (query: DatabaseNode['query']) => Promise<boolean>;
}

/** Small, quick to start, and as durable as a kill -9 of the process needs: no fsync at each commit. */
const modest = [
  '--no-defaults',
  '--bind-address=127.0.0.1',
  '--skip-name-resolve',
  '--default-storage-engine=InnoDB',
  '--binlog-format=ROW',
  '--innodb-autoinc-lock-mode=2',
  '--innodb-buffer-pool-size=64M',
  '--innodb-log-file-size=16M',
  '--innodb-flush-log-at-trx-commit=2',
  '--innodb-lock-wait-timeout=10',
  '--performance-schema=OFF',
  '--max-connections=300',
  '--loose-innodb-buffer-pool-load-at-startup=OFF',
  '--loose-innodb-buffer-pool-dump-at-shutdown=OFF',
];

export async function startNode(options: NodeOptions): Promise<DatabaseNode> {
  const { guard, name, folder, port, args, isReady } = options;
  const owner = await databaseUser();
  const temporary = await temporaryFolder(folder);
  await mkdir(folder, { recursive: true });
  if (owner) await chown(folder, owner.uid, owner.gid);
  let running: GuardedProcess | null = null;
  const current = () => {
    if (running === null) throw new Error(`The node ${name} was never started.`);
    return running;
  };
  const connect = (database?: string) =>
    createConnection({
      host: '127.0.0.1',
      port,
      user: 'root',
      connectTimeout: 5_000,
      ...(database !== undefined && { database }),
    });
  const query: DatabaseNode['query'] = async (text, database) => {
    const connection = await connect(database);
    try {
      const [rows] = await connection.query<RowDataPacket[]>(text);
      return rows;
    } finally {
      connection.destroy();
    }
  };
  const ready = () =>
    waitUntil(
      () => `the node ${name} serves. It printed:\n${current().output().slice(-3_000)}`,
      async () => {
        if (!current().isRunning()) throw new Error(`The node ${name} ended:\n${current().output().slice(-6_000)}`);
        return isReady(query).catch(() => false);
      },
      { withinMs: 120_000, everyMs: 100 },
    );
  const launch = () => {
    running = guard.start(
      program('mariadbd'),
      [
        ...modest,
        `--datadir=${folder}`,
        `--tmpdir=${temporary}`,
        `--port=${port}`,
        `--socket=${join(folder, 's')}`,
        ...args(),
      ],
      { cwd: folder, ...(owner ?? {}) },
    );
  };
  launch();
  return {
    name,
    port,
    url: (database) => `mysql://root@127.0.0.1:${port}/${database}`,
    process: current,
    query,
    connect,
    kill: () => current().kill(),
    async freeze() {
      current().signal('SIGSTOP');
      await waitUntil(`the node ${name} has stopped`, () => isStopped(current().pid), { everyMs: 5 });
    },
    thaw: () => current().signal('SIGCONT'),
    async start() {
      await current().kill();
      launch();
      await ready();
    },
    ready,
  };
}

/** Whether every thread has stopped: the signal reaches them one after the other. */
async function isStopped(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`);
  const states = await Promise.all(
    threads.map(
      async (thread) => /^State:\s+(\w)/m.exec(await readFile(`/proc/${pid}/task/${thread}/status`, 'utf8'))?.[1],
    ),
  );
  return states.every((state) => state === 'T');
}

/** Fills a folder with an empty database whose user root needs no password on loopback. */
export async function installDatabase(folder: string): Promise<void> {
  const owner = await databaseUser();
  const args = [
    '--no-defaults',
    `--datadir=${folder}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--innodb-log-file-size=16M',
    ...(owner ? ['--user=mysql'] : []),
  ];
  const env = { ...process.env, TMPDIR: await temporaryFolder(folder) };
  await promisify(execFile)(program('mariadb-install-db'), args, { env });
}

/** Beside the data of a server, for it alone: one that starts removes what others have in a folder that they share. */
async function temporaryFolder(folder: string): Promise<string> {
  const path = `${folder}.tmp`;
  await mkdir(path, { recursive: true });
  const owner = await databaseUser();
  if (owner) await chown(path, owner.uid, owner.gid);
  return path;
}

/** The server refuses to run as root: as root it runs as the user mysql, otherwise as whoever runs the test. */
async function databaseUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const users = await readFile('/etc/passwd', 'utf8');
  const [, , uid, gid] =
    users
      .split('\n')
      .find((line) => line.startsWith('mysql:'))
      ?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('There is no user mysql to run the database as.');
  return { uid: Number(uid), gid: Number(gid) };
}
