import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { defaultTheme } from './default/default-theme.ts';
import { importTheme } from './import-theme.ts';
import type { PageFunctions } from './theme.ts';
import type { Words } from './words/english.ts';
import { wordsIn } from './words/words-in.ts';

/** A file of a theme, as it is sent. */
export interface ThemeFile {
  readonly type: string;
  readonly payload: Buffer;
}

/** The theme of the site: every page function, and its files under names that change with their content. */
export interface ActiveTheme {
  readonly name: string;
  readonly functions: PageFunctions;
  /** The words in a language. */
  readonly words: (language: string) => Words;
  /** The path of a file below the site's address; the name alone where the theme has no such file. */
  readonly assetPath: (name: string) => string;
  /** The file at such a path. */
  readonly fileAt: (path: string) => ThemeFile | null;
}

/** Where the files of the theme are, below the site's address. */
export const assetFolder = '/platen-theme/';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=UTF-8',
  '.js': 'text/javascript; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

/** Loads the chosen theme; the default one for an empty choice. What it leaves out is taken from the default theme. */
export async function activateTheme(chosen: string, folder: string): Promise<ActiveTheme> {
  const theme = chosen === '' ? defaultTheme : await importTheme(chosen, folder);
  const { name, assets = {}, words: own, ...functions } = theme;
  const { name: _name, assets: defaultAssets, words: _words, ...standard } = defaultTheme;
  const known = new Map<string, Words>();
  const paths = new Map<string, string>();
  const files = new Map<string, ThemeFile>();
  for (const [file, url] of Object.entries<URL>({ ...defaultAssets, ...assets })) {
    const payload = await readFile(url);
    const extension = extname(file);
    const stem = file.slice(0, file.length - extension.length).replace(/[^\w-]/g, '-');
    const path = `${assetFolder}${stem}.${hash('sha256', payload, 'hex').slice(0, 12)}${extension}`;
    paths.set(file, path);
    files.set(path, { type: mediaTypes[extension] ?? 'application/octet-stream', payload });
  }
  return {
    name,
    functions: { ...standard, ...functions },
    words: (language) => {
      const found = known.get(language) ?? wordsIn(language, own);
      known.set(language, found);
      return found;
    },
    assetPath: (file) => paths.get(file) ?? file,
    fileAt: (path) => files.get(path) ?? null,
  };
}
