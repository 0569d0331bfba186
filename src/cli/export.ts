import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { currentContent } from '../app/site-from-config.ts';
import { type Command, type CommandContext, CommandError, defineCommand } from '../extension/command.ts';
import { errorCode } from '../lib/error-code.ts';
import { version } from '../lib/program-version.ts';
import { uploadsUrl } from '../media/files/media-path.ts';
import { openTableSnapshot } from '../storage/bulk/table-snapshot.ts';
import { archivedTables } from '../transfer/archive-format.ts';
import { createProgress } from '../transfer/progress.ts';
import { siteStorage } from '../transfer/site-storage.ts';
import { writeArchive } from '../transfer/write-archive.ts';
import { exportWxr } from '../transfer/wxr/export-wxr.ts';
import { writeWxr } from '../transfer/wxr/write-wxr.ts';
import { stickyIds } from '../wp/posts/operations/post-relations.ts';
import { importCommand } from './import.ts';
import { recordCommand } from './run-command.ts';
import { searchReplaceCommand } from './search-replace.ts';

/** Exports the site while it keeps serving requests. */
export const exportCommand: Command = defineCommand({
  name: 'export',
  summary: 'Write the site as a WordPress export file (WXR 1.2), or whole, with its files, as an archive.',
  operands: ['file?'],
  flags: {
    archive: { value: 'FILE', help: 'Write everything, users and files included, for "platen import" to restore.' },
    types: { value: 'TYPE,…', help: 'Only these types of post.' },
  },
  run: async (context) => {
    const { operands, flags } = context;
    if (flags.archive !== undefined) {
      if (operands.file !== undefined || flags.types !== undefined)
        throw new CommandError('--archive takes the whole site into one file of its own.');
      await exportArchive(context, flags.archive);
    } else await exportFile(context, operands.file);
    const detail = { form: flags.archive === undefined ? 'wxr' : 'archive' };
    await recordCommand(await context.store(), context.clock(), 'exchange.export', { detail });
  },
});

/** The commands that import, export and rewrite sites. */
export const exchangeCommands: readonly Command[] = [importCommand, exportCommand, searchReplaceCommand];

async function exportFile(
  { flags, config, print, store, site: siteOf, clock }: CommandContext,
  file?: string,
): Promise<void> {
  const open = await store();
  const { database } = await siteStorage(config);
  const site = await siteOf(open);
  const types = flags['types']?.split(',').filter((type) => type !== '');
  const progress = createProgress(process.stderr, clock);
  const snapshot = await openTableSnapshot(database);
  let items = 0;
  try {
    const parts = exportWxr({
      snapshot,
      site,
      uploadsUrl: uploadsUrl(site, config.uploadsUrl),
      prefix: config.tablePrefix,
      stickyIds: new Set(await stickyIds(open)),
      meta: (await currentContent(config, open)).meta,
      ...(types && { types: new Set(types) }),
      progress: (posts) => {
        items = posts;
        progress.show(posts, null, `${posts} items`);
      },
    });
    const text = Readable.from(writeWxr(parts, { generator: `Platen/${version}`, writtenAt: new Date(clock()) }));
    if (file === undefined) await pipeline(text, process.stdout, { end: false }).catch(unlessReaderLeft);
    else await writeWhole(file, (target) => pipeline(text, target));
  } finally {
    await snapshot.close();
    progress.end();
  }
  if (file !== undefined) print(`Wrote ${items} items to ${file}.`);
}

/** Writes an archive; with `whole`, also the tables of a running server, such as its sessions and mail. */
export async function exportArchive(
  { config, print, store, site, clock, tables }: CommandContext,
  file: string,
  { whole = false } = {},
): Promise<void> {
  const { url: siteUrl } = await site(await store());
  const { database, files } = await siteStorage(config);
  const progress = createProgress(process.stderr, clock);
  const snapshot = await openTableSnapshot(database);
  try {
    const end = await writeWhole(file, (target) =>
      writeArchive(
        {
          snapshot,
          tables: archivedTables(tables, { whole }),
          files,
          head: {
            program: `Platen/${version}`,
            madeAt: new Date(clock()).toISOString(),
            siteUrl,
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

/** The reader of the output may close it early. */
function unlessReaderLeft(error: unknown): void {
  if (errorCode(error) !== 'EPIPE') throw error;
}

/** Writes a file that appears under its name only when it is complete. */
async function writeWhole<T>(file: string, write: (target: Writable) => Promise<T>): Promise<T> {
  const part = `${file}.part`;
  try {
    // An archive holds password hashes, so only its owner may read it.
    const result = await write(createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
    return result;
  } catch (error) {
    await rm(part, { force: true });
    if (errorCode(error) === 'ENOENT') throw new CommandError(`${file} cannot be written there.`);
    throw error;
  }
}

function total(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((sum, some) => sum + some, 0);
}
