import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';

export type StoreKind = 'sqlite' | 'mariadb';

export interface FreshDatabase {
  readonly kind: StoreKind;
  /** As `openStore` takes it. */
  readonly url: string;
  /** Removes the database; close the stores on it first. */
  drop(): Promise<void>;
}

/** The kind of database this run is about; the test runner sets it per project. */
export function storeKind(): StoreKind {
  return process.env.PLATEN_TEST_STORE === 'mariadb' ? 'mariadb' : 'sqlite';
}

/** A database nobody else uses. */
export function freshDatabase(kind: StoreKind = storeKind()): Promise<FreshDatabase> {
  return kind === 'mariadb' ? freshMariadb() : freshSqlite();
}

/** A disk in memory, where there is one: every commit waits for the disk. */
const memoryFolder = '/dev/shm';

async function freshSqlite(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(existsSync(memoryFolder) ? memoryFolder : tmpdir(), 'platen-store-'));
  return {
    kind: 'sqlite',
    url: `sqlite:${join(folder, 'content.db')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function freshMariadb(): Promise<FreshDatabase> {
  const server = process.env.PLATEN_TEST_MYSQL_URL;
  if (!server)
    throw new Error('PLATEN_TEST_MYSQL_URL must name a MariaDB server, such as mysql://root@127.0.0.1:3306/.');
  const name = `platen_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} character set utf8mb4 collate utf8mb4_unicode_ci`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { kind: 'mariadb', url: url.href, drop: () => dropDatabase(server, name) };
}

/**
 * The server may still be ending a statement of a connection that was just closed. If that one made a trigger, a file of it may
 * stay behind, which the server never removes: then the empty database stays too, and the test has nothing to do with it.
 */
export async function dropDatabase(server: string, name: string): Promise<void> {
  for (let triesLeft = 50; triesLeft > 0; triesLeft -= 1) {
    try {
      return await onServer(server, `drop database if exists \`${name}\``);
    } catch (error) {
      if ((error as { errno?: number }).errno !== folderNotEmpty) throw error;
      await sleep(100);
    }
  }
  process.emitWarning(`The server could not remove the folder of the database ${name}.`);
}

/** ER_DB_DROP_RMDIR */
const folderNotEmpty = 1010;

/** Runs one statement on the server, outside of any database of a test. */
async function onServer(server: string, statement: string): Promise<void> {
  const url = new URL(server);
  url.pathname = '/';
  const connection = await createConnection(url.href);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
