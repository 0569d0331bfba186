import { createHmac, randomBytes } from 'node:crypto';

/** Limits of what one visitor can add, held in memory of this process and without anybody's address. */
export interface VisitorCaps {
  /** True when this event may be counted; asking counts as doing. */
  allows(
    visitor: { readonly address: string; readonly userAgent: string },
    popup: number,
    event: string,
    nowMs: number,
  ): boolean;
}

/** How often something may happen in a stretch of time. */
export interface Cap {
  readonly limit: number;
  readonly windowMs: number;
}

/** The caps of a public site: thirty of each event per visitor and popup in five minutes, 120 calls a minute per address. */
export const publicCaps = {
  perEvent: { limit: 30, windowMs: 300_000 },
  perAddress: { limit: 120, windowMs: 60_000 },
} as const satisfies Record<string, Cap>;

/** Past this many visitors at once the oldest are forgotten: memory stays bounded whoever calls. */
const MAX_ENTRIES = 50_000;

/** Holds visitors to the caps given: per visitor, popup and event, and per address; a cap left out holds nobody. */
export function createVisitorCaps({ perEvent, perAddress }: { perEvent?: Cap; perAddress?: Cap }): VisitorCaps {
  const salt = randomBytes(16);
  const visitors = new Map<string, Window>();
  const addresses = new Map<string, Window>();
  const name = (...parts: readonly string[]) =>
    createHmac('sha256', salt).update(parts.join('\n')).digest('base64url').slice(0, 16);
  return {
    allows({ address, userAgent }, popup, event, nowMs) {
      const underAddress = !perAddress || take(addresses, name(address), perAddress, nowMs);
      const underEvent = !perEvent || take(visitors, name(address, userAgent, String(popup), event), perEvent, nowMs);
      return underAddress && underEvent;
    },
  };
}

interface Window {
  readonly startMs: number;
  count: number;
}

function take(windows: Map<string, Window>, key: string, { limit, windowMs }: Cap, nowMs: number): boolean {
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
