import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasDatabase, runOnServer } from '../lib/database-server.ts';
import { platenProgram } from './platen-program.ts';

/** A site of some size, with a server that computes every response. */
export interface GrowthSite {
  serve(): Promise<{ readonly url: string; readonly login: string; readonly pid: number }>;
  /** Stops the server, and removes the site unless it is kept. */
  stop(): Promise<void>;
}

/** Opens the site of a size; makes it first where it is not there. */
export type OpenSite = (posts: number) => Promise<GrowthSite>;

export function sqliteSites({ folder }: { readonly folder: string }): OpenSite {
  return async (posts) => {
    const env = siteEnv(join(folder, `site-${posts}`));
    if (!existsSync(env.PLATEN_DATA_DIR)) await fill(env, posts);
    return siteOf(env, folder, async () => {});
  };
}

export interface MariadbSites {
  readonly folder: string;
  readonly mysqlUrl: string;
  /** The databases of kept sites begin with this name. */
  readonly name: string;
  readonly keep: boolean;
}

export function mariadbSites({ folder, mysqlUrl, name, keep }: MariadbSites): OpenSite {
  return async (posts) => {
    const database = keep ? `${name}_${posts}` : `${name}_${process.pid}_${posts}`;
    const drop = () => runOnServer(mysqlUrl, `drop database if exists \`${database}\``);
    const env = {
      ...siteEnv(join(folder, `mariadb-${posts}`)),
      PLATEN_DATABASE_URL: new URL(database, mysqlUrl).href,
    };
    if (!(await hasDatabase(mysqlUrl, database))) {
      await runOnServer(mysqlUrl, `create database \`${database}\` character set utf8mb4`);
      await fill(env, posts).catch(async (error) => {
        await drop();
        throw error;
      });
    }
    return siteOf(env, folder, keep ? async () => {} : drop);
  };
}

function siteEnv(dataDir: string) {
  return { PLATEN_DATA_DIR: dataDir, PLATEN_ADMIN_PASSWORD: 'bench', PLATEN_CACHE_MB: '0' };
}

/** A tenth as many pages and comments as posts. */
async function fill(env: Readonly<Record<string, string>>, posts: number): Promise<void> {
  const started = Date.now();
  const platen = platenProgram();
  await platen.fill(env, posts);
  await platen.run(['generate', 'pages', String(Math.ceil(posts / 10))], env);
  await platen.run(['generate', 'comments', String(Math.ceil(posts / 10))], env);
  console.error(`${posts} posts made in ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

function siteOf(env: Readonly<Record<string, string>>, folder: string, remove: () => Promise<void>): GrowthSite {
  const platen = platenProgram();
  let stopServer = async (): Promise<void> => {};
  return {
    serve: async () => {
      const [password = ''] = (await platen.run(['app-password', 'create', 'admin', 'bench'], env)).split('\n');
      const { url, child, stop } = await platen.serve(env, { outputFile: join(folder, 'requests.log') });
      stopServer = stop;
      return { url, login: `admin:${password}`, pid: child.pid };
    },
    stop: async () => {
      await stopServer();
      await remove();
    },
  };
}
