import { readFileSync } from 'node:fs';

/** The version of this installation, from its package file. */
export const version: string =
  // Our own package file, which always has a version.
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
