import { createHash } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../media/files/file-store.ts';
import { extensionOf, fileTypeOf } from '../media/files/file-types.ts';
import { checkDatabase, replaceDatabase } from '../storage/sqlite/copy-database.ts';

/** A complete state of a site, on this machine. */
export interface SiteState {
  /** A copy of its database; it is changed. */
  readonly database: string;
  /** Digests of its files by their paths. */
  readonly files: ReadonlyMap<string, string>;
  /** The local file that has the bytes of a path. */
  readonly fileAt: (path: string, digest: string) => string;
}

/** The site whose place it takes. */
export interface RestoreSite {
  readonly database: string;
  readonly prefix: string;
  readonly files: FileStore;
  readonly scratch: string;
  readonly progress?: (what: string) => void;
}

/**
 * Makes a site what the state says, also while it is in use. Nothing of the site changes before the state is found
 * sound, and its database changes in one transaction. Files are added before that and removed after it.
 */
export async function restoreSite(state: SiteState, site: RestoreSite): Promise<void> {
  const { files, progress } = site;
  await checkDatabase(state.database, site.prefix);
  const added: string[] = [];
  const replaced: string[] = [];
  try {
    for (const [path, digest] of state.files) {
      if (await putFile(state, site, path)) added.push(path);
      else if ((await digestOf(files, path)) !== digest) replaced.push(path);
      progress?.(`${added.length} files`);
    }
    await replaceDatabase(state.database, site.database, site.prefix, (share) =>
      progress?.(`database ${Math.floor(share * 100)} %`),
    );
  } catch (error) {
    for (const path of added) await files.remove(path);
    throw error;
  }
  for (const path of replaced) {
    await files.remove(path);
    await putFile(state, site, path);
  }
  for await (const path of files.list('')) if (!state.files.has(path)) await files.remove(path);
}

async function putFile(state: SiteState, { files, scratch }: RestoreSite, path: string): Promise<boolean> {
  // A store may move the file away, and a state may be needed again.
  const copy = join(scratch, 'put');
  await copyFile(state.fileAt(path, state.files.get(path) ?? ''), copy);
  try {
    return await files.put(path, copy, fileTypeOf(extensionOf(path))?.mime ?? 'application/octet-stream');
  } finally {
    await rm(copy, { force: true });
  }
}

/** The SHA-256 of a stored file; null where there is none. */
export async function digestOf(files: FileStore, path: string): Promise<string | null> {
  const bytes = await files.read(path);
  if (!bytes) return null;
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
}
