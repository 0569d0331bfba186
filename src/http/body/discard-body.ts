import type { IncomingMessage } from 'node:http';
import { paceReading } from './pace-reading.ts';
import { isCrumbled } from './read-chunks.ts';
import { refusedTurns } from './reading-turns.ts';

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
