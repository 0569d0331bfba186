import { createReadStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';

/** A file stream that reports how many bytes were read. */
export function countedFile(file: string): { stream: Readable; bytes: () => number } {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const through = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });
  source.on('error', (error) => through.destroy(error));
  return { stream: source.pipe(through), bytes: () => source.bytesRead };
}
