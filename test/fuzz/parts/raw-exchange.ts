import { connect } from 'node:net';

const silenceMs = 800;
/** As long as an answer may take on a busy machine. */
const patienceMs = 120_000;

export interface RawOutcome {
  /** All that came back, as Latin-1. */
  readonly text: string;
  /** Whether the server ended the connection. */
  readonly closed: boolean;
}

/**
 * Sends bytes as they are, piece by piece. It ends when the server ends the connection, when a text has come back, or
 * when nothing has come for a while: long where nothing came at all, or where the text must come, since that is a finding.
 */
export function rawExchange(
  origin: string,
  pieces: readonly string[],
  { until, mustCome = false }: { until?: string; mustCome?: boolean } = {},
): Promise<RawOutcome> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    let timer: NodeJS.Timeout | undefined;
    const end = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, closed });
    };
    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => end(false), ms);
    };
    wait(patienceMs);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (until !== undefined && text.includes(until)) end(false);
      else wait(mustCome ? patienceMs : silenceMs);
    });
    socket.on('close', () => end(true));
    socket.on('error', () => end(true));
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        socket.write(Buffer.from(piece, 'latin1'));
        await new Promise((next) => setImmediate(next));
      }
    });
  });
}

/** One answer of a connection. */
export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** The answers in what came back, taken apart by their own lengths; a string says what is not HTTP in it. */
export function answersIn(text: string): RawAnswer[] | string {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest !== '') {
    const headers = rest.slice(0, rest.indexOf('\r\n\r\n') + 2);
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(headers)?.[1];
    if (!status) return `What came back is not HTTP: ${JSON.stringify(rest.slice(0, 200))}`;
    rest = rest.slice(headers.length + 2);
    if (status === '100') continue;
    const body = bodyOf(headers, rest);
    answers.push({ status: Number(status), body: body.text });
    rest = rest.slice(body.taken);
  }
  return answers;
}

function bodyOf(headers: string, rest: string): { text: string; taken: number } {
  const length = /^content-length: *(\d+)/im.exec(headers)?.[1];
  if (length !== undefined) return { text: rest.slice(0, Number(length)), taken: Number(length) };
  if (!/^transfer-encoding: *chunked/im.test(headers)) return { text: rest, taken: rest.length };
  let taken = 0;
  let text = '';
  for (;;) {
    const size = /^([0-9a-f]+)[^\r\n]*\r\n/i.exec(rest.slice(taken));
    if (!size) return { text, taken: rest.length };
    const bytes = Number.parseInt(size[1] ?? '0', 16);
    taken += size[0].length;
    text += rest.slice(taken, taken + bytes);
    taken += bytes + 2;
    if (bytes === 0) return { text, taken };
  }
}
