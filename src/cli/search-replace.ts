import { type Command, CommandError, defineCommand } from '../extension/command.ts';
import { openBulkWriter } from '../storage/bulk/bulk-writer.ts';
import { openTableSnapshot } from '../storage/bulk/table-snapshot.ts';
import { createProgress } from '../transfer/progress.ts';
import { searchReplace } from '../transfer/search-replace.ts';
import { siteStorage } from '../transfer/site-storage.ts';
import { createReplacement, createValueRewriter } from '../transfer/value-rewriter.ts';

const noteLimit = 200;

/** Replaces a text everywhere in the database of the site. */
export const searchReplaceCommand: Command = defineCommand({
  name: 'search-replace',
  summary: 'Replace a text, such as the old address of the site, in all content, fields and settings.',
  operands: ['old', 'new'],
  flags: {
    'dry-run': { help: 'Only show what would change.' },
    guid: { help: 'Also replace in the guids of posts, by which feed readers know what they have seen.' },
  },
  run: async ({ operands, flags, config, store, print, clock }) => {
    if (operands.old === '' || operands.old === operands.new)
      throw new CommandError('The old text must be one that is not empty and not the new one.');
    const isDry = flags['dry-run'] !== undefined;
    // A database that was never opened gets its tables first.
    await store();
    const { database, files } = await siteStorage(config);
    await files.close();
    const progress = createProgress(process.stderr, clock);
    const snapshot = await openTableSnapshot(database);
    const bulk = isDry ? null : await openBulkWriter(database);
    const notes: string[] = [];
    let more = 0;
    try {
      const counts = await searchReplace({
        snapshot,
        bulk,
        rewrite: createValueRewriter(createReplacement([[operands.old, operands.new]], { wholeAddresses: false })),
        withGuids: flags.guid !== undefined,
        note: (text) => {
          if (notes.length < noteLimit) notes.push(text);
          else more += 1;
        },
        progress: (table, rows) => progress.show(0, null, `${table}: ${rows} rows`),
      });
      progress.end();
      const heads = ['', 'rows', isDry ? 'would change' : 'changed', 'places', 'refused'];
      const rows = counts.map((one) => [one.table, one.rows, one.changedRows, one.places, one.refused]);
      for (const line of textTable(heads, rows)) print(line);
      for (const note of notes) print(`  ${note}`);
      if (more > 0) print(`  … and ${more} more.`);
      if (isDry) print('Nothing was changed.');
    } finally {
      progress.end();
      await snapshot.close();
      await bulk?.close();
    }
  },
});

/** A table for a terminal: texts on the left, numbers on the right of their columns. */
export function textTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const lines = [heads, ...rows];
  const widths = heads.map((_head, column) => Math.max(...lines.map((line) => String(line[column] ?? '').length)));
  return lines.map((line) =>
    line
      .map((cell, column) => {
        const text = String(cell);
        return column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
      })
      .join('  ')
      .trimEnd(),
  );
}
