import { createHmac, randomBytes } from 'node:crypto';

/** Limits of what one visitor can add, held in memory and without anybody's address. */
export interface VisitorCaps {
  /** True when this event may be counted; asking counts as doing. */
  allows(
    visitor: { readonly address: string; readonly userAgent: string },
    popup: number,
    event: string,
    nowMs: number,
  ): boolean;
}

const PER_POPUP = { limit: 30, windowMs: 300_000 };
const PER_ADDRESS = { limit: 120, windowMs: 60_000 };
/** Past this many visitors at once the oldest are forgotten: memory stays bounded whoever calls. */
const MAX_ENTRIES = 50_000;

/** Thirty of each event per visitor and popup in five minutes, and 120 calls a minute per address. */
export function createVisitorCaps(): VisitorCaps {
  const salt = randomBytes(16);
  const visitors = new Map<string, Window>();
  const addresses = new Map<string, Window>();
  const name = (...parts: readonly string[]) =>
    createHmac('sha256', salt).update(parts.join('\n')).digest('base64url').slice(0, 16);
  return {
    allows({ address, userAgent }, popup, event, nowMs) {
      const underAddress = take(addresses, name(address), PER_ADDRESS, nowMs);
      const underPopup = take(visitors, name(address, userAgent, String(popup), event), PER_POPUP, nowMs);
      return underAddress && underPopup;
    },
  };
}

interface Window {
  readonly startMs: number;
  count: number;
}

function take(
  windows: Map<string, Window>,
  key: string,
  { limit, windowMs }: typeof PER_POPUP,
  nowMs: number,
): boolean {
  const known = windows.get(key);
  if (known && nowMs - known.startMs < windowMs) {
    known.count++;
    return known.count <= limit;
  }
  windows.delete(key);
  windows.set(key, { startMs: nowMs, count: 1 });
  if (windows.size > MAX_ENTRIES) windows.delete(windows.keys().next().value!);
  return true;
}
