import type { IncomingMessage } from 'node:http';
import type { ReadingTurns } from './reading-turns.ts';

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
