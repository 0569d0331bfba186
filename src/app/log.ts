import { type DestinationStream, type Logger, pino } from 'pino';

const redact = ['req.headers.authorization', 'req.headers.cookie', '*.password'];

/** The log of the program, one JSON object per line on its standard output. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, redact }, standardOutput());
}

/** One answer, as the access log tells it. */
export interface Answered {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly ms: number;
}

/**
 * Notes answers in a log. There is a line for each, and making one is a good part of the cost of an answer from memory:
 * so a log of our own gets it ready-made, in the words the logger would use. Secrets have been taken out of it before.
 */
export function createAccessLog(log: Logger, isOwn: boolean): (answered: Answered) => void {
  if (!isOwn) {
    const plain = log.child({}, { redact: [] });
    return (answered) => plain.info(answered, 'answered');
  }
  const out = standardOutput();
  return ({ method, url, status, ms }) => {
    if (!log.isLevelEnabled('info')) return;
    const facts = `"method":${JSON.stringify(method)},"url":${JSON.stringify(url)},"status":${status},"ms":${ms}`;
    out.write(`{"level":30,"time":${Date.now()},${facts},"msg":"answered"}\n`);
  };
}

/** A process has one, however many servers live in it. */
function standardOutput(): DestinationStream {
  output ??= gathered(pino.destination({ dest: 1, sync: true }));
  return output;
}

let output: DestinationStream | null = null;

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
