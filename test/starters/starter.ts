import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { type CountingProxy, countingProxy } from './counting-proxy.ts';
import { type FilledSite, fillSite } from './fill-site.ts';
import { freshProject, ran, strangersEnvironment } from './new-project.ts';

/** A program that goes on, with all that it started. */
export interface Running {
  readonly output: () => string;
  stop(): Promise<void>;
}

export function running(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Running {
  const options = { cwd, env: strangersEnvironment(env), detached: true };
  const child: ChildProcess = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  return {
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.pid === undefined) return;
      const ended = once(child, 'exit');
      process.kill(-child.pid, 'SIGINT');
      await ended;
    },
  };
}

/** Waits until an address answers with success. */
export async function answers(url: string, { output }: Pick<Running, 'output'>): Promise<void> {
  for (const until = Date.now() + 300_000; Date.now() < until; ) {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer.\n${output()}`);
}

/** A project with both servers, and a proxy between them that counts. */
export interface StarterSite extends FilledSite {
  readonly project: string;
  /** Where visitors read. */
  readonly url: string;
  /** Where Platen answers. */
  readonly contentUrl: string;
  readonly proxy: CountingProxy;
  stop(): Promise<void>;
}

export interface StarterCommands {
  readonly template: string;
  readonly build?: readonly string[];
  readonly start: (port: number) => readonly string[];
}

/** Makes a project, fills its site, builds its front end and starts both. */
export async function startStarter(commands: StarterCommands): Promise<StarterSite> {
  const project = await freshProject(commands.template);
  const [contentPort, port] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const contentUrl = `http://127.0.0.1:${contentPort}`;
  await setEnvironment(project, { CONTENT_URL: contentUrl, SITE_URL: url });
  const platen = running(join(project, 'node_modules/.bin/platen'), ['serve'], project, {
    PLATEN_PORT: String(contentPort),
    PLATEN_ADMIN_PASSWORD: 'password',
    PLATEN_THROTTLE: 'off',
    PLATEN_COMMENT_FLOOD_SECONDS: '0',
  });
  await answers(`${contentUrl}/readyz`, platen);
  const filled = await fillSite(contentUrl);
  const proxy = await countingProxy(contentUrl);
  const front = await startFront(commands, project, port, { CONTENT_URL: proxy.url, EDITOR_URL: contentUrl });
  return {
    ...filled,
    project,
    url,
    contentUrl,
    proxy,
    async stop() {
      await front.stop();
      await platen.stop();
      await proxy.close();
    },
  };
}

/** Builds the front end of a project and starts it; resolves when it answers. */
export async function startFront(
  { build, start }: StarterCommands,
  project: string,
  port: number,
  addresses: Readonly<Record<string, string>>,
): Promise<Running> {
  const bin = (name: string): string => join(project, 'node_modules/.bin', name);
  const env = { ...addresses, NODE_ENV: 'production' };
  if (build)
    console.log((await ran(bin(build[0] ?? ''), build.slice(1), project, env)).split('\n').slice(-30).join('\n'));
  const [command = '', ...args] = start(port);
  const front = running(command === 'node' ? process.execPath : bin(command), args, project, env);
  await answers(`http://127.0.0.1:${port}/`, front);
  return front;
}

/** Replaces values in the `.env` of a project, as whoever moves it to other ports does. */
export async function setEnvironment(project: string, values: Readonly<Record<string, string>>): Promise<void> {
  const path = join(project, '.env');
  let text = await readFile(path, 'utf8');
  for (const [name, value] of Object.entries(values))
    text = text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`);
  await writeFile(path, text);
}
