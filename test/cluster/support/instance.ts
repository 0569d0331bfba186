import { fileURLToPath } from 'node:url';
import { freePort } from './free-ports.ts';
import type { Guard, GuardedProcess } from './guard.ts';
import { waitUntil } from './wait-until.ts';

/** One Platen server as a process of its own, with its own data folder. */
export interface Instance {
  readonly url: string;
  readonly dataDir: string;
  readonly process: () => GuardedProcess;
  /** Everything printed by its present process. */
  readonly output: () => string;
  /** As a power cut. */
  kill(): Promise<void>;
  /** Asks it to end; the exit status. */
  stop(): Promise<number | null>;
  /** Starts it again on the same folder and port, and waits until it is ready. */
  start(): Promise<void>;
  /** Waits until it says that it is ready. */
  ready(): Promise<void>;
}

export interface InstanceOptions {
  readonly databaseUrl: string;
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** False: the start is not waited for. */
  readonly wait?: boolean;
}

const program = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));

/** `name:password` of the administrator of every site of these tests. */
export const administrator = 'admin:password';

/** Starts an instance; the site gets an administrator and no samples, and its limits are off. */
export async function startInstance(guard: Guard, options: InstanceOptions): Promise<Instance> {
  const dataDir = options.dataDir ?? (await guard.folder('instance'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PLATEN_DATA_DIR: dataDir,
    PLATEN_PORT: String(port),
    PLATEN_SITE_URL: 'http://site.example',
    PLATEN_DATABASE_URL: options.databaseUrl,
    PLATEN_ADMIN_PASSWORD: 'password',
    PLATEN_SAMPLE_CONTENT: 'off',
    PLATEN_THROTTLE: 'off',
    PLATEN_LOG_LEVEL: 'warn',
    PLATEN_DRAIN_SECONDS: '0',
    ...options.env,
  };
  const launch = () => guard.start(process.execPath, [program, 'serve'], { env: { ...inherited(), ...env } });
  let running = launch();
  const ready = () =>
    waitUntil(
      () => `the instance at ${url} is ready. It printed:\n${running.output().slice(-3_000)}`,
      async () => {
        if (!running.isRunning()) throw new Error(`The instance ended before it was ready:\n${running.output()}`);
        return isReady(url);
      },
    );
  if (options.wait !== false) await ready();
  return {
    url,
    dataDir,
    process: () => running,
    output: () => running.output(),
    kill: () => running.kill(),
    stop: () => running.stop(),
    async start() {
      await running.kill();
      running = launch();
      await ready();
    },
    ready,
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Settings of whoever runs the tests stay out. */
function inherited(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATEN_')));
}
