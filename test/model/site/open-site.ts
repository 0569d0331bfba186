import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { type Random, seededRandom } from '../../simulation/random.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type KillableSite, killableSite } from '../../support/server-process.ts';
import { keptConnection } from '../../support/storm/kept-connection.ts';
import type { Variation } from '../variations.ts';
import { fillSite } from './fill-site.ts';
import { openTables, type Tables } from './tables.ts';

export type CallerName = 'visitor' | 'author' | 'editor' | 'admin';

/** Who asks, and how. */
export interface Caller {
  readonly name: CallerName;
  readonly id: number;
  /** `name:password`. */
  readonly login?: string;
}

export interface ModelSite {
  readonly servers: readonly KillableSite[];
  readonly tables: Tables;
  /** The address that links begin with. */
  readonly url: string;
  readonly hasPrettyLinks: boolean;
  readonly callers: readonly Caller[];
  close(): Promise<void>;
}

const url = 'http://model.example';
export const prettyLinks = '/%year%/%monthnum%/%postname%/';

/** A site of a seed: made, filled and served. */
export async function openSite(seed: number, variation: Variation): Promise<ModelSite> {
  const random = seededRandom(seed * 31 + 7);
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const hasPrettyLinks = random.chance(0.5);
    const dataDir = await mkdtemp(join(tmpdir(), 'platen-model-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    const first = variation.store === 'mariadb' ? await freshDatabase('mariadb') : null;
    if (first) closing.push(first.drop);
    const settings = {
      PLATEN_DATA_DIR: dataDir,
      PLATEN_SITE_URL: url,
      PLATEN_INTERFACE: 'extended',
      PLATEN_PERMALINKS: hasPrettyLinks ? prettyLinks : 'plain',
      PLATEN_COMMENT_FLOOD_SECONDS: '0',
      PLATEN_WORKERS: String(variation.workers),
      PLATEN_DB_TRIGGERS: variation.triggers,
    };
    const maker = await killableSite({ ...settings, ...databaseOf(first), PLATEN_WORKERS: '1' });
    const callers = await makeCallers(maker.origin).finally(maker.remove);
    const database = first && variation.isAdopted ? await withoutOurTables(first) : first;
    if (database && database !== first) closing.push(database.drop);
    const tables = await openTables(database?.url ?? `sqlite:${join(dataDir, 'platen.db')}`);
    closing.push(tables.close);
    await fillSite(tables, random, {
      posts: sizeOf(random),
      userIds: callers.map(({ id }) => id).filter((id) => id > 0),
    });
    const servers: KillableSite[] = [];
    for (let n = 0; n < variation.servers; n += 1) {
      const server = await killableSite({ ...settings, ...databaseOf(database) });
      closing.push(server.remove);
      servers.push(server);
    }
    return { servers, tables, url, hasPrettyLinks, callers, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Some sites are so large that the sitemap of posts has two parts. */
const sizeOf = (random: Random): number => (random.chance(0.25) ? 2_900 : 1_900 + random.below(200));

const databaseOf = (database: FreshDatabase | null): Record<string, string> =>
  database ? { PLATEN_DATABASE_URL: database.url } : {};

async function makeCallers(origin: string): Promise<Caller[]> {
  const ask = keptConnection(origin);
  const callers: Caller[] = [
    { name: 'visitor', id: 0 },
    { name: 'admin', id: 1, login: 'admin:password' },
  ];
  for (const name of ['author', 'editor'] as const) {
    const user = { username: `the-${name}`, email: `${name}@example.org`, password: `model-${name}-1`, roles: [name] };
    const { body, status } = await ask('POST', '/wp-json/wp/v2/users', user, 'admin:password');
    if (status !== 201) throw new Error(`The ${name} was not made: ${JSON.stringify(body)}`);
    callers.push({ name, id: (body as { id: number }).id, login: `${user.username}:${user.password}` });
  }
  ask.end();
  return callers;
}

/** A copy of a database without what Platen adds: that of a site which another program has made. */
async function withoutOurTables(from: FreshDatabase): Promise<FreshDatabase> {
  const copy = await freshDatabase('mariadb');
  const connection = await createConnection(copy.url);
  const name = new URL(from.url).pathname.slice(1);
  const [rows] = await connection.query<RowDataPacket[]>(
    "select table_name as name from information_schema.tables where table_schema = ? and table_name not like 'wp\\_platen\\_%'",
    [name],
  );
  for (const row of rows) {
    const table = String(row['name']);
    await connection.query(`create table \`${table}\` like \`${name}\`.\`${table}\``);
    await connection.query(`insert into \`${table}\` select * from \`${name}\`.\`${table}\``);
  }
  await connection.end();
  return copy;
}
