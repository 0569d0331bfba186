import { spawn } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const shown = 'dist/client';
const built = '.rebuild';

let running: Promise<void> | undefined;
let isAskedAgain = false;

/** Builds the site again, one build at a time; what changes during one is in the next. */
export function rebuild(): Promise<void> {
  isAskedAgain = true;
  running ??= (async () => {
    try {
      while (isAskedAgain) {
        isAskedAgain = false;
        await buildOnce();
      }
    } finally {
      running = undefined;
    }
  })();
  return running;
}

/** Builds beside what is shown, then puts the pages in their place one by one: every moment has whole pages. */
async function buildOnce(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn('npx', ['astro', 'build', '--outDir', built], { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (status) =>
      status === 0 ? resolve() : reject(new Error(`The build ended with status ${status}.`)),
    );
  });
  const made = await filesIn(join(built, 'client'));
  for (const path of made) await place(join(built, 'client', path), join(shown, path));
  for (const path of await filesIn(shown)) if (!made.has(path) && path.endsWith('.html')) await rm(join(shown, path));
  await rm(built, { recursive: true });
}

async function filesIn(folder: string): Promise<Set<string>> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    all.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(folder.length + 1)),
  );
}

async function place(from: string, to: string): Promise<void> {
  const [now, before] = await Promise.all([readFile(from), readFile(to).catch(() => null)]);
  if (before?.equals(now)) return;
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, `${to}.new`);
  await rename(`${to}.new`, to);
}
