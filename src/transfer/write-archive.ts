import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import type { FileStore } from '../media/files/file-store.ts';
import { isTransformPath } from '../media/files/media-path.ts';
import type { BulkTable } from '../storage/bulk/bulk-table.ts';
import type { TableSnapshot } from '../storage/bulk/table-snapshot.ts';
import { type ArchiveEnd, type ArchiveHead, endName, headName } from './archive-format.ts';

/** What goes into an archive. */
export interface ArchiveSource {
  readonly snapshot: TableSnapshot;
  readonly tables: readonly BulkTable[];
  readonly files: FileStore;
  readonly head: Omit<ArchiveHead, 'format' | 'version'>;
  readonly progress?: (done: ArchiveEnd) => void;
}

/** A tar entry states its length before its content, so rows are written in chunks of about this many characters. */
const pieceCharacters = 4_000_000;

/** Writes the whole site, tables and files, as one stream; memory use depends on the largest row. */
export async function writeArchive(source: ArchiveSource, target: Writable): Promise<ArchiveEnd> {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level: 6 }), target);
  const filled = fill(archive, source).catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  const [end] = await Promise.all([filled, written]);
  return end;
}

async function fill(archive: Pack, { snapshot, tables, files, head, progress }: ArchiveSource): Promise<ArchiveEnd> {
  const rows: Record<string, number> = {};
  const end = { rows, files: 0 };
  await entry(archive, headName, json({ format: 'platen-archive', version: 1, ...head } satisfies ArchiveHead));
  for (const table of tables) {
    rows[table.name] = 0;
    let piece: string[] = [];
    let characters = 0;
    let pieces = 0;
    const flush = async (): Promise<void> => {
      if (piece.length === 0) return;
      pieces += 1;
      await entry(
        archive,
        `tables/${table.name}/${String(pieces).padStart(6, '0')}.jsonl`,
        Buffer.from(piece.join('')),
      );
      piece = [];
      characters = 0;
      progress?.(end);
    };
    for await (const page of snapshot.rows(table)) {
      for (const row of page) {
        const line = `${JSON.stringify(row)}\n`;
        piece.push(line);
        characters += line.length;
        if (characters > pieceCharacters) await flush();
      }
      rows[table.name]! += page.length;
    }
    await flush();
  }
  for await (const path of files.list('')) {
    if (isTransformPath(path)) continue;
    const stored = await files.stat(path);
    const bytes = stored && (await files.read(path));
    if (!stored || !bytes) continue;
    await stream(archive, `uploads/${path}`, stored.size, stored.modified, bytes);
    end.files += 1;
    progress?.(end);
  }
  await entry(archive, endName, json(end));
  archive.finalize();
  return end;
}

const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

function entry(archive: Pack, name: string, bytes: Buffer): Promise<void> {
  return stream(archive, name, bytes.length, new Date(0), Readable.from([bytes]));
}

async function stream(archive: Pack, name: string, size: number, mtime: Date, bytes: Readable): Promise<void> {
  await pipeline(bytes, archive.entry({ name, size, mtime }));
}
