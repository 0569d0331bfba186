import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type KillableSite, killableSite } from '../../support/server-process.ts';
import { type Peer, startPeer } from './start-wordpress.ts';

/** A WordPress and two Platen servers, each with two workers, on one database. */
export interface StormSite {
  readonly wordpress: string;
  readonly servers: readonly KillableSite[];
  /** `name:password` of an administrator, for all of them. */
  readonly login: string;
  readonly database: Connection;
  readonly debugLog: string;
  close(): Promise<void>;
}

export interface StormSiteOptions {
  readonly madeBy: 'WordPress' | 'Platen';
  readonly triggers: 'own' | 'on';
  /** Posts that are there before anybody writes. */
  readonly posts: number;
}

export async function openStormSite({ madeBy, triggers, posts }: StormSiteOptions): Promise<StormSite> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const peer = await startPeer();
    closing.push(peer.stop);
    const { administrator } = peer.facts.passwords;
    const login = `${administrator.login}:${administrator.application}`;
    const made = madeBy === 'Platen' ? await makeDatabase(peer) : null;
    if (made) closing.push(made.drop);
    const url = made?.url ?? peer.facts.databaseUrl;
    const database = await createConnection({ uri: url, dateStrings: true });
    closing.push(() => database.end());
    await addPosts(database, posts);
    const servers: KillableSite[] = [];
    for (let n = 0; n < 2; n += 1) {
      const server = await killableSite({
        PLATEN_DATABASE_URL: url,
        PLATEN_SITE_URL: peer.facts.url,
        PLATEN_UPLOADS_DIR: peer.facts.uploads,
        PLATEN_DB_TRIGGERS: triggers,
        PLATEN_WORKERS: '2',
        PLATEN_COMMENT_FLOOD_SECONDS: '0',
      });
      servers.push(server);
      closing.push(server.remove);
    }
    return { wordpress: peer.facts.url, servers, login, database, debugLog: peer.facts.debugLog, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A database that Platen made, which a WordPress then uses. */
async function makeDatabase({ facts }: Peer): Promise<FreshDatabase> {
  const made = await freshDatabase('mariadb');
  const server = await killableSite({ PLATEN_DATABASE_URL: made.url, PLATEN_SITE_URL: facts.url });
  await server.remove();
  const file = join(facts.root, 'wp-config.php');
  const name = new URL(made.url).pathname.slice(1);
  await hand(facts.databaseUrl, name);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/define\('DB_NAME', '[^']*'\)/, `define('DB_NAME', '${name}')`));
  return made;
}

/** A WordPress does not start without options that Platen has no use for, nor know the hashes of later versions. */
async function hand(from: string, to: string): Promise<void> {
  const connection = await createConnection(from);
  await connection.query(
    `insert ignore into ${to}.wp_options (option_name, option_value, autoload)
     select option_name, option_value, autoload from wp_options where option_name not like '%transient%'`,
  );
  await connection.query(
    `insert into ${to}.wp_usermeta (user_id, meta_key, meta_value)
     select user_id, meta_key, meta_value from wp_usermeta where user_id = 1 and meta_key = '_application_passwords'`,
  );
  await connection.end();
}

async function addPosts(database: Connection, posts: number): Promise<void> {
  const columns =
    'post_author, post_date, post_date_gmt, post_modified, post_modified_gmt, post_title, post_name, post_status, post_type, post_content, post_excerpt, to_ping, pinged, post_content_filtered';
  const date = "'2020-01-01' + interval seq % 999 hour";
  await database.query(
    `insert into wp_posts (${columns}) select 1, ${date}, ${date}, ${date}, ${date}, concat('title ', seq * 7919 % 800),
     concat('base-', seq), if(seq % 12 = 0, 'draft', 'publish'), 'post', 'base', '', '', '', '' from seq_1_to_${posts}`,
  );
}

/** Rows as the tests of storms ask for them. */
export const askerOf =
  (database: Connection) =>
  async (sql: string): Promise<RowDataPacket[]> =>
    (await database.query<RowDataPacket[]>(sql))[0];
