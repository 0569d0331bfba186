import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run, runProgram, temporaryFolder } from '../support/server-process.ts';
import { canMount, smallDisk } from '../support/small-disk.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let env: Record<string, string>;
let whole: Map<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  env = { PLATEN_DATA_DIR: join(folder.path, 'data'), PLATEN_ADMIN_PASSWORD: 'password', PLATEN_LOG_LEVEL: 'error' };
  await succeed('admin', 'password', 'admin').catch(() => {});
  await succeed('generate', 'posts', '40');
  await succeed('export', 'site', at('whole'));
  whole = await filesIn(at('whole'));
  expect(whole.size).toBeGreaterThan(100);
});
afterAll(() => folder?.remove());

const at = (name: string): string => join(folder.path, name);

async function succeed(...args: readonly string[]): Promise<string> {
  const { status, output } = await run(args, env);
  if (status !== 0) throw new Error(output);
  return output;
}

async function filesIn(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => relative(root, join(one.parentPath, one.name)));
  const shown = paths.filter((path) => !path.startsWith('.'));
  return new Map(
    await Promise.all(shown.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)),
  );
}

/** The files that are not those of a whole export; parts of files that were being written aside. */
function wrong(files: ReadonlyMap<string, string>): string[] {
  return [...files].filter(([path, text]) => !path.endsWith('.part') && whole.get(path) !== text).map(([path]) => path);
}

it('an export that is killed has whole files only, and the next one completes it', async () => {
  const out = at('killed');
  for (const files of [3, 30, 80]) {
    const { child } = runProgram(['export', 'site', out], env);
    const ended = new Promise((resolve) => child.once('close', resolve));
    const written = (): number => linesIn(join(out, '.platen-export')) / 2;
    await expect.poll(() => written() >= files || child.exitCode !== null, { interval: 1 }).toBe(true);
    child.kill('SIGKILL');
    await ended;
    expect(wrong(await filesIn(out))).toEqual([]);
  }
  await succeed('export', 'site', out);
  expect(await filesIn(out)).toEqual(whole);
  expect(await succeed('export', 'site', out)).toMatch(/^Nothing has changed/m);
});

const linesIn = (path: string): number => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').length : 0);

it.skipIf(!canMount)('an export to a full disk says so, and is completed when there is room', async () => {
  const disk = smallDisk(8);
  try {
    const out = join(disk.path, 'out');
    await mkdir(out);
    await writeFile(join(disk.path, 'others'), Buffer.alloc(7_600_000));
    const { status, output } = await run(['export', 'site', out], env);
    expect([status, output]).toEqual([1, expect.stringMatching(/There is no room left for .*\. Run it again/)]);
    expect(output).not.toMatch(/^\s+at /m);
    expect(wrong(await filesIn(out))).toEqual([]);
    await rm(join(disk.path, 'others'));
    await succeed('export', 'site', out);
    expect(await filesIn(out)).toEqual(whole);
  } finally {
    disk.remove();
  }
});

it('an export follows no links within its folder, and writes nothing outside of it', async () => {
  const [out, elsewhere] = [at('linked'), at('elsewhere')];
  await mkdir(elsewhere);
  await writeFile(join(elsewhere, 'index.html'), 'mine');
  await succeed('export', 'site', out);
  await rm(join(out, 'category'), { recursive: true });
  await symlink(elsewhere, join(out, 'category'));
  const refused = await run(['export', 'site', out, '--all'], env);
  expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('category is a link')]);
  await rm(join(out, 'category'));
  // A file that is a link is replaced by a file.
  await rm(join(out, 'index.html'));
  await symlink(join(elsewhere, 'index.html'), join(out, 'index.html'));
  await writeFile(join(elsewhere, 'record'), 'mine');
  await succeed('export', 'site', out, '--all');
  await rm(join(out, '.platen-export.part'), { force: true });
  await symlink(join(elsewhere, 'record'), join(out, '.platen-export.part'));
  await succeed('export', 'site', out, '--all');
  expect(await filesIn(out)).toEqual(whole);
  expect(await filesIn(elsewhere)).toEqual(
    new Map([
      ['index.html', 'mine'],
      ['record', 'mine'],
    ]),
  );
  // The folder itself may be one.
  await symlink(out, at('shown'));
  expect(await succeed('export', 'site', at('shown'))).toMatch(/^Nothing has changed/m);
});
