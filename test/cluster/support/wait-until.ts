/** Asks again and again until the answer is true; fails with the sentence after a generous deadline. */
export async function waitUntil(
  what: string | (() => string),
  holds: () => Promise<boolean> | boolean,
  { withinMs = 120_000, everyMs = 50 } = {},
): Promise<void> {
  const until = Date.now() + withinMs;
  for (;;) {
    if (await holds()) return;
    if (Date.now() > until) {
      throw new Error(`Waited in vain for ${withinMs} ms: ${typeof what === 'string' ? what : what()}`);
    }
    await pause(everyMs);
  }
}

export const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));
