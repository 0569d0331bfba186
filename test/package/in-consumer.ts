import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

/** The result of a command in the project that has the package installed. */
export interface Ran {
  readonly status: number;
  readonly output: string;
}

/** The environment of a stranger: none of our settings, and the Node that runs the tests. */
export function strangersEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:PLATEN|VITEST|npm|NODE)_/i.test(name));
  return { ...Object.fromEntries(inherited), PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, ...more };
}

/** Runs a command of the installed packages, such as `vitest`. */
export async function inConsumer(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const options = { cwd: inject('consumer'), env: strangersEnvironment(env), maxBuffer: 50_000_000 };
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, options);
    return { status: 0, output: stdout + stderr };
  } catch (error) {
    if (!(error instanceof Error) || !('stdout' in error)) throw error;
    const { stdout, stderr, code } = Object.assign({ stderr: '', code: 1 }, error);
    return { status: Number(code), output: `${stdout}${stderr}` };
  }
}
