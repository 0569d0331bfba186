import { errorCode } from '../error-code.ts';

/** Ends the program without a word when the reader of its output has left, as in `platen user list | head -1`. */
export function endQuietlyWithoutReader(): void {
  let isEnding = false;
  const leave = (error: Error): void => {
    if (errorCode(error) !== 'EPIPE') throw error;
    if (isEnding) return;
    isEnding = true;
    // A server finishes its requests first; a program without a handler for the signal ends at once.
    if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM');
    else process.exit(0);
  };
  process.stdout.on('error', leave);
  process.stderr.on('error', leave);
}
