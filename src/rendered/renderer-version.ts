import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../program-version.ts';

const folder = fileURLToPath(new URL('../text/', import.meta.url));

/**
 * A digest of the program that renders texts: its files, the release and the runtime. A text that was rendered by
 * another one is not shown.
 */
export async function rendererVersion(): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.[jt]s$/.test(name)).sort();
  const digest = createHash('sha256').update(JSON.stringify([version, process.version, names]));
  for (const name of names) digest.update(await readFile(join(folder, name)));
  return digest.digest('base64url');
}
