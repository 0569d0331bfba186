import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { errors } from '../../errors.ts';

/** Every chunk costs microseconds, even one of a single byte: after this many, other requests run first. */
const chunksInARow = 1_000;

/** Passes on a body chunk by chunk; refuses more than the limit, before reading if `Content-Length` says so. */
export function readChunks(message: IncomingMessage, mostBytes: number, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let [size, taken] = [0, 0];
    const stop = (error?: Error) => {
      message.off('data', onData).off('end', onEnd).off('error', stop).off('close', onClose);
      if (error) reject(error);
      else resolve();
    };
    const onEnd = () => stop();
    const onClose = () => stop(new Error('The connection ended before the body did.'));
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) return stop(tooLarge(mostBytes));
      take(chunk);
      if (++taken % chunksInARow > 0) return;
      message.pause();
      setImmediate(() => message.resume());
    };
    if (Number(message.headers['content-length'] ?? 0) > mostBytes) return stop(tooLarge(mostBytes));
    if (message.destroyed) return onClose();
    message.on('data', onData).on('end', onEnd).on('error', stop).on('close', onClose);
  });
}

const tooLarge = (most: number) => errors.rest_body_too_large({ why: `more than ${most} bytes` });

const usualPiece = 16_384;

/** A body as a stream of reasonably large chunks, however small the sender made them; it fails past the limit. */
export function gatherChunks(message: IncomingMessage, mostBytes: number): Readable {
  let waiting: Buffer[] = [];
  let size = 0;
  const source = new Readable({ read: () => void message.resume() });
  const flush = () => {
    const piece = Buffer.concat(waiting, size);
    [waiting, size] = [[], 0];
    if (piece.length > 0 && !source.destroyed && !source.push(piece)) message.pause();
  };
  readChunks(message, mostBytes, (chunk) => {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= usualPiece) flush();
  }).then(
    () => {
      flush();
      source.push(null);
    },
    (error) => source.destroy(error),
  );
  return source;
}
