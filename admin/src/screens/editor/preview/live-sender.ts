/** Sends the newest state of something that changes quickly. */
export interface LiveSender {
  /** Something has changed: it is sent after a pause, and never while another is on its way. */
  changed(): void;
  /** Sends at once, or as soon as what is on its way has arrived. */
  now(): void;
  /** What waits is not sent any more. */
  close(): void;
}

/** A pause after which somebody has probably stopped typing for a moment. */
const afterMs = 200;
/** Whoever goes on typing sees this long after a change what it does. */
const latestMs = 600;

/** @param send sends what is there now; what goes wrong is its own concern */
export function createLiveSender(send: () => Promise<void>): LiveSender {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let isDue = false;
  /** When the first change was made that was not sent; null where there is none. */
  let changedMs: number | null = null;
  const now = (): void => {
    clearTimeout(timer);
    changedMs = null;
    isDue = true;
    if (!isSending) void sendAll();
  };
  const sendAll = async (): Promise<void> => {
    isSending = true;
    while (isDue) {
      isDue = false;
      await send();
    }
    isSending = false;
  };
  return {
    changed() {
      clearTimeout(timer);
      const nowMs = performance.now();
      changedMs ??= nowMs;
      timer = setTimeout(now, Math.max(0, Math.min(afterMs, changedMs + latestMs - nowMs)));
    },
    now,
    close() {
      clearTimeout(timer);
      isDue = false;
    },
  };
}
