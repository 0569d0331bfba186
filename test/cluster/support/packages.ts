import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where distributions put the replication library. */
const providers = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib/galera-4/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
];

/** The replication library that the nodes load; undefined where it is not installed. */
export const galeraProvider = providers.find((file) => existsSync(file));

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin'];

/** The full path of a program; undefined where it is not installed. */
export function findProgram(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** The full path of a program that `missingPackages` has looked for. */
export function program(name: string): string {
  const file = findProgram(name);
  if (file === undefined) throw new Error(`The program ${name} is not installed.`);
  return file;
}

/** A server of the Redis protocol; undefined where none is installed. */
export const redisServer = findProgram('redis-server') ?? findProgram('valkey-server');

/** What a cluster needs and this machine does not have; empty where it can be started. */
export function missingPackages(): string[] {
  const programs = ['mariadbd', 'mariadb-install-db', 'rsync'].filter((name) => findProgram(name) === undefined);
  return [
    ...programs,
    ...(galeraProvider === undefined ? ['galera-4'] : []),
    ...(redisServer === undefined ? ['redis-server'] : []),
  ];
}
