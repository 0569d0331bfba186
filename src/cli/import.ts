import { open } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import { type Command, CommandError, defineCommand } from '../extension/command.ts';
import { errorCode } from '../lib/error-code.ts';
import { headName } from '../transfer/archive-format.ts';
import { importArchive } from './import-archive.ts';
import { importWxrFile } from './import-wxr-file.ts';
import { recordCommand } from './run-command.ts';

/** Imports an export file or an archive into the site. */
export const importCommand: Command = defineCommand({
  name: 'import',
  makesSite: true,
  summary: 'Bring in a WordPress export file (WXR), or restore an archive that "platen export --archive" made.',
  operands: ['file'],
  flags: {
    map: { value: 'OLD=NEW,…', help: 'The user for an author of the file; *=NEW for all other authors.' },
    uploads: { value: 'DIR', help: 'A copy of the old uploads folder, to take files from.' },
    'no-fetch': { help: 'Leave files on the old site; attachments point there.' },
    'rewrite-links': { value: 'OLD=NEW,…', help: 'Replace addresses in everything that is imported; guids stay.' },
    'dry-run': { help: 'Only show what would be imported.' },
    replace: { help: 'Let an archive replace a site that has content.' },
  },
  run: async (context) => {
    const { file } = context.operands;
    const kind = await kindOf(file);
    if (kind === 'archive' && context.flags['dry-run'] !== undefined)
      throw new CommandError('--dry-run is for export files: an archive takes the place of the whole site.');
    await (kind === 'archive' ? importArchive(context, file) : importWxrFile(context, file, kind === 'gzip'));
    if (context.flags['dry-run'] !== undefined) return;
    const detail = { form: kind === 'archive' ? 'archive' : 'wxr' };
    await recordCommand(await context.store(), context.clock(), 'exchange.import', { detail });
  },
});

async function kindOf(file: string): Promise<'archive' | 'gzip' | 'plain'> {
  const opened = await open(file, 'r').catch((error: unknown) => {
    const code = errorCode(error);
    throw new CommandError(`${file} cannot be opened: ${code === 'ENOENT' ? 'there is no such file' : code}.`);
  });
  try {
    if ((await opened.stat()).isDirectory()) throw new CommandError(`${file} is a folder, not an export file.`);
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(4096), 0, 4096, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head[0] !== 0x1f || head[1] !== 0x8b) return 'plain';
    const start = unzippedStart(file, head).subarray(0, headName.length);
    return start.toString('latin1') === headName ? 'archive' : 'gzip';
  } finally {
    await opened.close();
  }
}

function unzippedStart(file: string, head: Buffer): Buffer {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    throw new CommandError(`${file} is damaged: it cannot be unpacked. Nothing was changed.`, { cause: error });
  }
}
