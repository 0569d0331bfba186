import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { siteTables } from '../app/services.ts';
import { archivedTables } from '../exchange/archive/archived-tables.ts';
import { writeArchive } from '../exchange/archive/write-archive.ts';
import { exportWxr } from '../exchange/export/export-wxr.ts';
import { createProgress } from '../exchange/progress.ts';
import { readSite, sitePlaces } from '../exchange/site-places.ts';
import { writeWxr } from '../exchange/wxr/write-wxr.ts';
import { stickyIds } from '../kinds/post-sticky.ts';
import { openTableSnapshot } from '../storage/bulk/table-snapshot.ts';
import { type Command, type CommandContext, CommandError } from './command.ts';
import { importCommand } from './import.ts';
import { version } from './version.ts';

/** Carries the site away, while it goes on answering. */
export const exportCommand: Command = {
  name: 'export',
  summary: 'Write the site as a WordPress export file (WXR 1.2), or whole, with its files, as an archive.',
  operands: ['file?'],
  flags: {
    archive: { value: 'FILE', help: 'Write everything, users and files included, for "platen import" to restore.' },
    types: { value: 'TYPE,…', help: 'Only these types of post.' },
  },
  run: async (context) => {
    const { operands, flags } = context;
    if (flags['archive'] !== undefined) {
      if (operands['file'] !== undefined || flags['types'] !== undefined)
        throw new CommandError('--archive takes the whole site into one file of its own.');
      return exportArchive(context, flags['archive']);
    }
    await exportFile(context, operands['file']);
  },
};

/** The commands that carry sites in and out. */
export const exchangeCommands: readonly Command[] = [importCommand, exportCommand];

async function exportFile({ flags, config, print, store, clock }: CommandContext, file?: string): Promise<void> {
  const open = await store();
  const { database } = await sitePlaces(config);
  const { site, uploadsUrl } = await readSite(open, config, clock);
  const types = flags['types']?.split(',').filter((type) => type !== '');
  const progress = createProgress(process.stderr, clock);
  const snapshot = await openTableSnapshot(database);
  let items = 0;
  try {
    const parts = exportWxr({
      snapshot,
      site,
      uploadsUrl,
      stickyIds: new Set(await stickyIds(open)),
      ...(types && { types: new Set(types) }),
      progress: (posts) => {
        items = posts;
        progress.show(posts, null, `${posts} items`);
      },
    });
    const text = Readable.from(writeWxr(parts, { generator: `Platen/${version}`, writtenAt: new Date(clock()) }));
    if (file === undefined) await pipeline(text, process.stdout, { end: false }).catch(unlessGone);
    else await whole(file, (target) => pipeline(text, target));
  } finally {
    await snapshot.close();
    progress.end();
  }
  if (file !== undefined) print(`Wrote ${items} items to ${file}.`);
}

async function exportArchive({ config, print, store, clock }: CommandContext, file: string): Promise<void> {
  const open = await store();
  const { database, files } = await sitePlaces(config);
  const { site } = await readSite(open, config, clock);
  const progress = createProgress(process.stderr, clock);
  const snapshot = await openTableSnapshot(database);
  try {
    const end = await whole(file, (target) =>
      writeArchive(
        {
          snapshot,
          tables: archivedTables(siteTables(config)),
          files,
          head: {
            program: `Platen/${version}`,
            madeAt: new Date(clock()).toISOString(),
            siteUrl: site.url,
            prefix: config.tablePrefix,
          },
          progress: (done) => progress.show(0, null, `${total(done.rows)} rows, ${done.files} files`),
        },
        target,
      ),
    );
    progress.end();
    print(`Wrote ${total(end.rows)} rows and ${end.files} files to ${file}.`);
  } finally {
    progress.end();
    await snapshot.close();
    await files.close();
  }
}

/** Whoever reads the output may have seen enough. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Writes a file that appears under its name only when it is whole. */
async function whole<T>(file: string, write: (target: Writable) => Promise<T>): Promise<T> {
  const part = `${file}.part`;
  try {
    // An archive holds password hashes, so only its owner may read it.
    const result = await write(createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
    return result;
  } catch (error) {
    await rm(part, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new CommandError(`${file} cannot be written there.`);
    throw error;
  }
}

function total(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((sum, some) => sum + some, 0);
}
