import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { errors } from '../../errors.ts';
import { paceReading } from './pace-reading.ts';
import { wantedTurns } from './reading-turns.ts';

/**
 * Passes on a body chunk by chunk; refuses more than the limit, before reading if `Content-Length` says so, and bodies
 * in tiny chunks. `isHeld` tells that the reader has paused the message itself.
 */
export function readChunks(
  message: IncomingMessage,
  mostBytes: number,
  take: (chunk: Buffer) => void,
  isHeld?: () => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let [size, chunks] = [0, 0];
    const pace = paceReading(message, wantedTurns, isHeld);
    const stop = (error?: Error) => {
      message.off('data', onData).off('end', onEnd).off('error', stop).off('close', onClose);
      if (error) reject(error);
      else resolve();
    };
    const onEnd = () => stop();
    const onClose = () => stop(new Error('The connection ended before the body did.'));
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      chunks += 1;
      if (size > mostBytes) return stop(tooLarge(mostBytes));
      if (isCrumbled(chunks, size))
        return stop(errors.rest_body_too_large({ why: 'more than a few thousand tiny chunks' }));
      take(chunk);
      pace(chunk.length);
    };
    if (Number(message.headers['content-length'] ?? 0) > mostBytes) return stop(tooLarge(mostBytes));
    if (message.destroyed) return onClose();
    message.on('data', onData).on('end', onEnd).on('error', stop).on('close', onClose);
  });
}

const fewChunks = 4_096;
const leastMean = 16;

/** Whether a body comes in so many tiny chunks that they cost more than their bytes; no honest sender does that. */
export const isCrumbled = (chunks: number, bytes: number) => chunks > fewChunks && bytes < chunks * leastMean;

const tooLarge = (most: number) => errors.rest_body_too_large({ why: `more than ${most} bytes` });

const usualPiece = 16_384;

/** A body as a stream of reasonably large chunks, however small the sender made them; it fails past the limit. */
export function gatherChunks(message: IncomingMessage, mostBytes: number): Readable {
  let waiting: Buffer[] = [];
  let [size, isHeld] = [0, false];
  const goOn = () => {
    isHeld = false;
    message.resume();
  };
  const source = new Readable({ read: goOn });
  const flush = () => {
    const piece = Buffer.concat(waiting, size);
    [waiting, size] = [[], 0];
    if (piece.length === 0 || source.destroyed || source.push(piece)) return;
    isHeld = true;
    message.pause();
  };
  const take = (chunk: Buffer) => {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= usualPiece) flush();
  };
  readChunks(message, mostBytes, take, () => isHeld).then(
    () => {
      flush();
      source.push(null);
    },
    (error) => source.destroy(error),
  );
  return source;
}
