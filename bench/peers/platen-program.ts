import { join } from 'node:path';
import { ownRoot } from '../lib/checkout.ts';
import { answersAt, type Child, freePort, runChild, startChild } from '../lib/child.ts';

type Env = Readonly<Record<string, string>>;

export interface RunningPlaten {
  readonly url: string;
  readonly child: Child;
  stop(): Promise<void>;
}

/** Platen as its users start it, from this checkout or from another commit. */
export interface PlatenProgram {
  /** Runs a command and returns its output. */
  run(args: readonly string[], env: Env): Promise<string>;
  /** Fills the tables that the environment names with generated posts. */
  fill(env: Env, posts: number): Promise<void>;
  /** Starts the server on a free port and waits for it. It logs every request to the file, as it does by default. */
  serve(env: Env, options: { readonly cores?: string; readonly outputFile: string }): Promise<RunningPlaten>;
}

/** The program of a folder: its source, or what "npm run build" made of it. */
export function platenProgram(root = ownRoot, { isBuilt = false } = {}): PlatenProgram {
  const script = join(root, isBuilt ? 'bench/peers/built-platen.mjs' : 'scripts/run.mjs');
  const run: PlatenProgram['run'] = (args, env) => runChild(process.execPath, [script, ...args], { env });
  return {
    run,
    fill: async (env, posts) => {
      await run(['generate', 'posts', String(posts)], env);
    },
    serve: async (env, options) => {
      const port = await freePort();
      const child = startChild(process.execPath, [script, 'serve'], {
        env: { ...env, PLATEN_PORT: String(port) },
        ...options,
      });
      const url = `http://127.0.0.1:${port}`;
      await answersAt(`${url}/readyz`, child);
      return { url, child, stop: () => child.stop() };
    },
  };
}
