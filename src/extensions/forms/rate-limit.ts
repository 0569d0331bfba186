/** Holds senders back; answers how many seconds to wait, 0 when there is no need to. */
export interface RateLimit {
  take(address: string, formId: number, nowMs: number): number;
}

const windows = [
  { limit: 5, ms: 60_000 },
  { limit: 30, ms: 3_600_000 },
] as const;
const EVERYONE = { limit: 600, ms: 60_000 };
const MOST_SENDERS = 20_000;

/** Five messages a minute and thirty an hour per address and form, and a ceiling for everyone together. */
export function createRateLimit(): RateLimit {
  const senders = new Map<string, number[]>();
  let all: number[] = [];
  return {
    take(address, formId, nowMs) {
      const key = `${formId} ${address}`;
      const sent = (senders.get(key) ?? []).filter((at) => nowMs - at < windows[1].ms);
      all = all.filter((at) => nowMs - at < EVERYONE.ms);
      const wait = Math.max(...windows.map((window) => waitFor(sent, window, nowMs)), waitFor(all, EVERYONE, nowMs));
      if (wait > 0) return wait;
      senders.delete(key);
      senders.set(key, [...sent, nowMs]);
      all.push(nowMs);
      if (senders.size > MOST_SENDERS) senders.delete(senders.keys().next().value!);
      return 0;
    },
  };
}

function waitFor(
  times: readonly number[],
  { limit, ms }: { readonly limit: number; readonly ms: number },
  nowMs: number,
): number {
  const recent = times.filter((at) => nowMs - at < ms);
  const oldest = recent.at(-limit);
  return oldest === undefined ? 0 : Math.ceil((oldest + ms - nowMs) / 1_000);
}
