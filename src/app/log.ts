import { type DestinationStream, type Logger, pino } from 'pino';

const redact = ['req.headers.authorization', 'req.headers.cookie', '*.password'];

/** The log of the program, one JSON object per line on its standard output. */
export function createLog(level: string): Logger {
  standardOutput ??= gathered(pino.destination({ dest: 1, sync: true }));
  return pino({ level, base: null, redact }, standardOutput);
}

/** A process has one, however many servers live in it. */
let standardOutput: DestinationStream | null = null;

/** Writes the lines of one turn of the event loop at once: a busy server has many, and each write costs more than its line. */
function gathered(out: DestinationStream): DestinationStream {
  let lines = '';
  const flush = (): void => {
    if (lines === '') return;
    const text = lines;
    lines = '';
    out.write(text);
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}
