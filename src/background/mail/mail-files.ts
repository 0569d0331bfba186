import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ExtensionTable, Store } from '../../storage/store.ts';

/** A file attached to mail, without its bytes. */
export interface MailFileRow {
  file: string;
  /** The message it belongs to; 0 until that message is queued. */
  jobId: number;
  createdAtMs: number;
  /** How many chunks it has; -1 until it is complete. */
  chunks: number;
}

interface MailChunkRow {
  id: number;
  file: string;
  position: number;
  /** Base64. */
  data: string;
}

/** Attachments are in the database, so that any instance can send the mail and none of them on disk is left behind. */
export const mailFilesTable: ExtensionTable<MailFileRow> = {
  name: 'mail_files',
  columns: { file: 'short', jobId: 'integer', createdAtMs: 'integer', chunks: 'integer' },
  key: 'file',
  indexes: [['jobId']],
};

export const mailChunksTable: ExtensionTable<MailChunkRow> = {
  name: 'mail_chunks',
  columns: { id: 'id', file: 'short', position: 'integer', data: 'text' },
  key: 'id',
  indexes: [['file', 'position']],
};

/** Well below what database servers accept in one packet. */
const chunkBytes = 524_288;
const orphanAgeMs = 3_600_000;

/** An attachment that is not in the database; trying again cannot help. */
export class MailFileMissing extends Error {
  constructor(file: string) {
    super(`The attached file ${file} is gone.`);
    this.name = 'MailFileMissing';
  }
}

/** Stores a file, one chunk in memory at a time; returns the name under which a message refers to it. */
export async function storeMailFile(store: Store, bytes: AsyncIterable<Uint8Array>, nowMs: number): Promise<string> {
  const file = randomUUID();
  await store.table(mailFilesTable).insert({ file, createdAtMs: nowMs, chunks: -1 });
  try {
    let chunks = 0;
    for await (const chunk of chunksOf(bytes)) {
      await store.table(mailChunksTable).insert({ file, position: chunks, data: chunk.toString('base64') });
      chunks += 1;
    }
    await store.table(mailFilesTable).update({ file }, { chunks });
    return file;
  } catch (error) {
    // The next sweep removes what is left.
    await removeFiles(store, [file]).catch((second: unknown) => {
      throw new AggregateError(
        [error, second],
        'An attached file could not be stored, nor what there is of it removed.',
      );
    });
    throw error;
  }
}

/** Opens a stored file; the chunks are read while it is consumed. */
export async function readMailFile(store: Store, file: string): Promise<Readable> {
  const [row] = await store.table(mailFilesTable).find({ file });
  if (!row || row.chunks < 0) throw new MailFileMissing(file);
  return Readable.from(storedChunks(store, file, row.chunks), { objectMode: false });
}

/** Makes files part of a message; in the transaction that queues it. */
export async function claimMailFiles(store: Store, jobId: number, files: readonly string[]): Promise<void> {
  if (files.length > 0) await store.table(mailFilesTable).update({ file: { in: files } }, { jobId });
}

/** Removes the files of messages that will not be sent again. */
export async function removeMailFiles(store: Store, jobIds: readonly number[]): Promise<void> {
  if (jobIds.length === 0) return;
  const rows = await store.table(mailFilesTable).find({ jobId: { in: jobIds } });
  await removeFiles(
    store,
    rows.map(({ file }) => file),
  );
}

/** Removes files whose message was never queued, because the process died in between. */
export async function sweepMailFiles(store: Store, nowMs: number): Promise<void> {
  const rows = await store.table(mailFilesTable).find({ jobId: 0, createdAtMs: { below: nowMs - orphanAgeMs } });
  await removeFiles(
    store,
    rows.map(({ file }) => file),
  );
}

async function removeFiles(store: Store, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  await store.transaction(async (inside) => {
    await inside.table(mailChunksTable).remove({ file: { in: files } });
    await inside.table(mailFilesTable).remove({ file: { in: files } });
  });
}

async function* storedChunks(store: Store, file: string, count: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < count; position++) {
    const [chunk] = await store.table(mailChunksTable).find({ file, position });
    if (!chunk) throw new MailFileMissing(file);
    yield Buffer.from(chunk.data, 'base64');
  }
}

/** The same bytes in pieces of one size; the last one may be shorter. */
async function* chunksOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (let piece of bytes) {
    while (size + piece.length >= chunkBytes) {
      const end = chunkBytes - size;
      yield Buffer.concat([...pieces, piece.subarray(0, end)]);
      piece = piece.subarray(end);
      [pieces, size] = [[], 0];
    }
    pieces.push(piece);
    size += piece.length;
  }
  if (size > 0) yield Buffer.concat(pieces);
}
