import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startChild } from '../lib/child.ts';
import { isReachable } from '../lib/database-server.ts';
import type { Peer, PeerRequests } from '../lib/peer.ts';
import { platenProgram } from './platen-program.ts';
import { type WordpressRequests, wordpressRequests } from './wordpress-requests.ts';

const script = fileURLToPath(new URL('../../scripts/coexist-wordpress.mjs', import.meta.url));
const phpProcesses = 4;

interface WordpressSite {
  readonly api: string;
  readonly databaseUrl: string;
  readonly prefix: string;
  readonly passwords: Readonly<Record<string, { readonly login: string; readonly application: string }>>;
}

/** WordPress from the distribution's packages: PHP-FPM with its opcode cache behind nginx, over MariaDB. */
export const wordpressPeer: Peer = {
  name: 'wordpress',
  title: 'WordPress',
  missing: async ({ mysqlUrl }) => {
    if (!existsSync('/usr/share/wordpress/wp-load.php'))
      return 'install it with "node bench/peers/install.mjs wordpress"';
    return (await isReachable(mysqlUrl)) ? null : `no database server answers at ${mysqlUrl}`;
  },
  start: async ({ folder, cores, mysqlUrl, posts }) => {
    const args = ['start', '--server', 'fpm', '--workers', String(phpProcesses), '--mysql-url', mysqlUrl];
    const child = startChild(process.execPath, [script, ...args, '--database', `wordpress_bench_${process.pid}`], {
      cores,
    });
    try {
      const site = await firstLine(child);
      // Both systems read the same tables, so the same generator fills them.
      const env = {
        PLATEN_DATABASE_URL: site.databaseUrl,
        PLATEN_TABLE_PREFIX: site.prefix,
        PLATEN_DATA_DIR: join(folder, 'wordpress-fill'),
      };
      await platenProgram().fill(env, posts);
      const { login, application } = site.passwords['administrator'] as { login: string; application: string };
      const requests = await wordpressRequests(site.api, `${login}:${application}`);
      return { pid: child.pid, version: packageVersion(), requests: plainOnly(requests), stop: () => child.stop() };
    } catch (error) {
      await child.stop();
      throw error;
    }
  },
};

/** What the distribution calls the version. */
function packageVersion(): string {
  const { stdout } = spawnSync('dpkg-query', ['-W', 'wordpress'], { encoding: 'utf8' });
  return stdout?.trim().split('\t')[1] ?? '';
}

/** As packaged, neither WordPress nor nginx compresses what it sends. */
function plainOnly({
  'list-gzip': _listGzip,
  'list-br': _listBr,
  'item-gzip': _itemGzip,
  'item-br': _itemBr,
  ...plain
}: WordpressRequests): PeerRequests {
  return plain;
}

async function firstLine(child: ReturnType<typeof startChild>): Promise<WordpressSite> {
  const lines = createInterface({ input: child.process.stdout as NodeJS.ReadableStream });
  const ended = new Promise<never>((_, reject) =>
    child.process.once('exit', () => reject(new Error(`WordPress did not start:\n${child.output()}`))),
  );
  const line = await Promise.race([new Promise<string>((resolve) => lines.once('line', resolve)), ended]);
  return JSON.parse(line) as WordpressSite;
}
