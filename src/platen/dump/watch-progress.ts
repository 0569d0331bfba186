/** A reader that takes nothing for so long is given up. */
const stallMs = 60_000;

/** The same lines; calls `stalled` if the next one is not asked for in time. */
export async function* watchProgress(lines: AsyncIterable<string>, stalled: () => void): AsyncGenerator<string> {
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const line of lines) {
      timer = setTimeout(stalled, stallMs).unref();
      yield line;
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
  }
}
