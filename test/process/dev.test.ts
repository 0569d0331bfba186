import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { run, runProgram, temporaryFolder } from '../support/server-process.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let env: Record<string, string>;
beforeEach(async () => {
  folder = await temporaryFolder();
  env = { PLATEN_DATA_DIR: folder.path, PLATEN_PORT: String(await freePort()), PLATEN_DRAIN_SECONDS: '0' };
});
afterEach(() => folder.remove());

/** A front end: it asks Platen once, says so in a file, and goes on or ends. */
async function frontEnd(then: string): Promise<{ command: string; said: string }> {
  const said = join(folder.path, 'said');
  const file = join(folder.path, 'front-end.mjs');
  await writeFile(
    file,
    `import { writeFileSync } from 'node:fs';
    const { status } = await fetch('http://127.0.0.1:${env['PLATEN_PORT']}/readyz');
    writeFileSync(${JSON.stringify(said)}, process.pid + ' ' + status);
    ${then}`,
  );
  return { command: `"${process.execPath}" "${file}"`, said };
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each([
  ['interrupted', 'SIGINT', ''],
  ['left by its terminal', 'SIGHUP', ''],
  ['interrupted beside a command that does not listen', 'SIGINT', "process.on('SIGTERM', () => {});"],
] as const)('starts the command when Platen answers, and ends it when it is %s', async (_how, signal, first) => {
  const { command, said } = await frontEnd(`${first} setInterval(() => {}, 1_000);`);
  const { child, output } = runProgram(['dev', command], env);
  await expect.poll(() => existsSync(said) || output().includes('Error')).toBe(true);
  const [pid = 0, status] = (await readFile(said, 'utf8')).split(' ').map(Number);
  expect(status).toBe(200);
  expect(isRunning(pid)).toBe(true);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill(signal);
  expect(await ended).toBe(0);
  // Its shell has ended; it may need a moment more.
  await expect.poll(() => isRunning(pid)).toBe(false);
});

it('ends with the command, and says if it has failed', async () => {
  expect((await run(['dev', (await frontEnd('')).command], env)).status).toBe(0);
  const failed = await run(['dev', (await frontEnd('process.exit(3);')).command], env);
  expect(failed.status).toBe(1);
  expect(failed.output).toMatch(/front-end\.mjs"" ended with the status 3\./);
  expect((await run(['dev'], env)).output).toContain('command is missing. Usage: platen dev COMMAND');
});
