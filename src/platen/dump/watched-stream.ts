import { Readable } from 'node:stream';

/** A reader that takes nothing for so long is given up. */
const stallMs = 60_000;

/** The lines as a stream, which is destroyed if its reader does not ask for the next one in time. */
export function watchedStream(lines: AsyncIterable<string>): Readable {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    timer = setTimeout(() => stream.destroy(), stallMs).unref();
  };
  const watched = async function* (): AsyncGenerator<string> {
    clearTimeout(timer);
    for await (const line of lines) {
      wait();
      yield line;
      clearTimeout(timer);
    }
  };
  const stream = Readable.from(watched(), { objectMode: false });
  wait();
  return stream.once('close', () => clearTimeout(timer));
}
