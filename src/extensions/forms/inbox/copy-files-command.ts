import { constants, copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type CommandContext, CommandError } from '../../../extension.ts';
import { filesOf, keptPath } from './kept-files.ts';
import { namedMessage } from './named-messages.ts';

/** The private folder for the files that forms store. */
export const fileFolder = ({ config }: CommandContext) => join(resolve(config.dataDir), 'form-files');

/** Copies the stored files of a message into a folder. */
export async function copyFiles(context: CommandContext): Promise<void> {
  const { id } = await namedMessage(context);
  const files = await filesOf(await context.store(), [id]);
  if (files.length === 0) throw new CommandError('No files of this message are kept.');
  const target = resolve(context.operands['folder'] ?? '');
  await mkdir(target, { recursive: true });
  for (const file of files) {
    const path = join(target, file.name);
    await copyFile(keptPath(fileFolder(context), file), path, constants.COPYFILE_EXCL).catch((error: unknown) => {
      throw new CommandError(`${path} cannot be written: ${error instanceof Error ? error.message : error}`);
    });
    context.print(path);
  }
}
