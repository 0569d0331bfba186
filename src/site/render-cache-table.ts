import { createHash, hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../lib/program-version.ts';
import type { ExtensionTable } from '../storage/store.ts';

/** A rendered text in its place. */
export interface RenderedRow {
  readonly place: number;
  /** A digest of everything the text was made from. */
  readonly source: string;
  readonly text: string;
  /** A digest of source and text, so that a damaged row is not shown. */
  readonly proof: string;
}

/**
 * The table has this many places, and a text has one of them, by its source; it takes the place of the text that is
 * there. So the table stays this small without anybody counting, and writers need not agree.
 */
export const places = 8_192;

export const renderedTextsTable: ExtensionTable<RenderedRow> = {
  name: 'rendered_texts',
  columns: { place: 'integer', source: 'short', text: 'text', proof: 'short' },
  key: 'place',
  isLogged: false,
};

const folder = fileURLToPath(new URL('../text/', import.meta.url));

/** What the build knows of the files, which it joins with others. */
const built = fileURLToPath(new URL('./renderer-digest.txt', import.meta.url));

/**
 * A digest of the program that renders texts: its files, the release and the runtime. A text that was rendered by
 * another one is not shown.
 */
export async function rendererVersion(): Promise<string> {
  const files = await readFile(built, 'utf8').catch(() => digestOfFiles());
  return hash('sha256', JSON.stringify([version, process.version, files]), 'base64url');
}

async function digestOfFiles(): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.[jt]s$/.test(name)).sort();
  const digest = createHash('sha256').update(JSON.stringify(names));
  for (const name of names) digest.update(await readFile(join(folder, name)));
  return digest.digest('base64url');
}
