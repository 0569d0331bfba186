import { type DestinationStream, type Logger, pino } from 'pino';

const redact = ['req.headers.authorization', 'req.headers.cookie', '*.password'];

/** The log of the program, one JSON object per line on its standard output. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, redact }, standardOutput());
}

/** One line of the access log. */
export interface Answered {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly ms: number;
}

/** Logs a response; what it returns logs another one that is the same but for its time. */
export type AccessLog = (answered: Answered) => () => void;

/**
 * Logs responses. Formatting a line is a large part of the cost of a cached response, so our own log gets a
 * preformatted line in the logger's format. Secrets have been removed from it before.
 */
export function createAccessLog(log: Logger, isOwn: boolean): AccessLog {
  if (!isOwn) {
    const plain = log.child({}, { redact: [] });
    return (answered) => repeated(() => plain.info(answered, 'answered'));
  }
  const out = standardOutput();
  return ({ method, url, status, ms }) => {
    const facts = `"method":${JSON.stringify(method)},"url":${JSON.stringify(url)},"status":${status},"ms":${ms}`;
    const rest = `,${facts},"msg":"answered"}\n`;
    return repeated(() => {
      if (log.isLevelEnabled('info')) out.write(`{"level":30,"time":${Date.now()}${rest}`);
    });
  };
}

function repeated(work: () => void): () => void {
  work();
  return work;
}

/** Shared by all servers in the process. */
function standardOutput(): DestinationStream {
  if (output) return output;
  const out = pino.destination({ dest: 1, sync: true });
  // Whoever decides what a closed output means listens there.
  out.on('error', (error: Error) => process.stdout.emit('error', error));
  output = buffered(out);
  return output;
}

let output: DestinationStream | null = null;
let held = 0;
let flushHeld = () => {};

/** Holds the lines of the log back until the returned function is called, so that they follow what is printed first. */
export function holdLog(): () => void {
  held += 1;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    held -= 1;
    flushHeld();
  };
}

const longestWaitMs = 10;
const mostWaiting = 65_536;

/** Buffers lines for a moment and writes them together: each write costs more than its line. */
function buffered(out: DestinationStream): DestinationStream {
  let lines = '';
  let waiting: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
    if (lines === '' || held > 0) return;
    const text = lines;
    lines = '';
    out.write(text);
  };
  process.on('exit', () => {
    held = 0;
    flush();
  });
  flushHeld = flush;
  return {
    write(line) {
      lines += line;
      if (lines.length > mostWaiting) flush();
      else waiting ??= setTimeout(flush, longestWaitMs).unref();
    },
  };
}
