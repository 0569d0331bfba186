import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ApiError, errors } from '../../lib/errors.ts';

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

/** Limits for reading a body. */
export interface ReadingLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Reads the whole body into one buffer of its own, which can be transferred to a thread; never more than the limit. */
export async function collect(message: IncomingMessage, limits: ReadingLimits): Promise<Uint8Array<ArrayBuffer>> {
  const expected = Number(message.headers['content-length'] ?? firstBytes);
  let buffer = new Uint8Array(Math.min(expected, limits.bytes));
  let size = 0;
  await withDeadline(message, limits.milliseconds, async () => {
    await readChunks(message, limits.bytes, (chunk) => {
      if (size + chunk.length > buffer.length) buffer = grow(buffer, size + chunk.length, limits.bytes);
      buffer.set(chunk, size);
      size += chunk.length;
    });
  });
  return size === buffer.length ? buffer : buffer.subarray(0, size);
}

const firstBytes = 65_536;

function grow(buffer: Uint8Array<ArrayBuffer>, needed: number, most: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(Math.max(needed, Math.min(buffer.length * 2, most)));
  grown.set(buffer);
  return grown;
}

/** Runs the function that reads a body; a body that is late, incomplete or too large becomes an API error. */
export async function withDeadline<T>(
  message: IncomingMessage,
  milliseconds: number,
  work: () => Promise<T>,
): Promise<T> {
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    message.destroy(new Error('The body did not arrive in time.'));
  }, milliseconds);
  try {
    return await work();
  } catch (error) {
    if (expired) throw errors.rest_body_timeout();
    throw error instanceof ApiError ? error : errors.rest_invalid_body({ why: 'it broke off' });
  } finally {
    clearTimeout(timer);
  }
}

/** A refused body is read and discarded up to these limits; then the connection is closed. */
export interface DiscardLimits {
  readonly bytes: number;
  readonly totalMs: number;
  /** How long the sender may pause. */
  readonly idleMs: number;
}

export const usualDiscard: DiscardLimits = { bytes: 268_435_456, totalMs: 30_000, idleMs: 3_000 };

/**
 * Reads the rest of a body that nobody wants: most clients read the response only after they have sent everything, and
 * a connection that is closed before would cost them the answer. Returns at the end of the body or at a limit.
 */
export function discardBody(message: IncomingMessage, limits: DiscardLimits = usualDiscard): Promise<void> {
  const announced = Number(message.headers['content-length'] ?? 0);
  if (message.complete || message.destroyed || announced > limits.bytes) return Promise.resolve();
  return new Promise((resolve) => {
    let [size, chunks] = [0, 0];
    const pace = paceReading(message, refusedTurns);
    const end = () => {
      clearTimeout(total);
      clearTimeout(idle);
      message.off('data', count).off('end', end).off('close', end).off('error', end);
      resolve();
    };
    const count = (chunk: Buffer) => {
      size += chunk.length;
      chunks += 1;
      idle.refresh();
      if (size > limits.bytes || isCrumbled(chunks, size)) end();
      else pace(chunk.length);
    };
    const total = setTimeout(end, limits.totalMs);
    const idle = setTimeout(end, limits.idleMs);
    message.on('data', count).on('end', end).on('close', end).on('error', end).resume();
  });
}

/** Every chunk costs microseconds, even one of a single byte: after this many, other requests run first. */
const chunksInARow = 1_000;
/** One read from a socket; without a pause the runtime reads up to 32 times before it looks at another connection. */
const bytesInARow = 65_536;

/**
 * Shares the event loop between bodies: call the returned function with the size of each chunk, and the message pauses
 * until its next turn when enough has come in a row. `isHeld` tells that the reader itself wants no more for now.
 */
export function paceReading(
  message: IncomingMessage,
  turns: ReadingTurns,
  isHeld: () => boolean = () => false,
): (bytes: number) => void {
  let [chunks, size] = [0, 0];
  const goOn = () => {
    [chunks, size] = [0, 0];
    if (!isHeld()) message.resume();
  };
  return (bytes) => {
    chunks += 1;
    size += bytes;
    if ((chunks < chunksInARow && size < bytesInARow) || message.isPaused()) return;
    message.pause();
    turns(goOn);
  };
}

/** Calls those who wait, first come first served, a few at a time. */
export type ReadingTurns = (goOn: () => void) => void;

interface TurnPace {
  /** How many go on at once. */
  readonly atOnce: number;
  /** Decides when the next ones do. */
  readonly schedule: (next: () => void) => void;
}

export function createReadingTurns({ atOnce, schedule }: TurnPace): ReadingTurns {
  const waiting: (() => void)[] = [];
  let isScheduled = false;
  const plan = (): void => {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    schedule(next);
  };
  const next = (): void => {
    isScheduled = false;
    for (const goOn of waiting.splice(0, atOnce)) goOn();
    plan();
  };
  return (goOn) => {
    waiting.push(goOn);
    plan();
  };
}

/** For bodies that are wanted: one piece of one of them per turn of the event loop, however many are sent. */
export const wantedTurns = createReadingTurns({ atOnce: 1, schedule: setImmediate });

/** For the rest of refused bodies: two pieces per millisecond of all of them, so that the work for them is bounded. */
export const refusedTurns = createReadingTurns({ atOnce: 2, schedule: (next) => setTimeout(next, 1) });
