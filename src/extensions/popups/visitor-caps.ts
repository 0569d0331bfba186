import { createHmac } from 'node:crypto';
import { firstUseWindow, type Limiters, unlimited, type WindowLimit } from '../../extension.ts';

/** Limits per visitor, counted without storing addresses. */
export interface VisitorCaps {
  /** True when this event may be counted; each call counts as one event of the visitor. */
  allows(
    visitor: { readonly address: string; readonly userAgent: string },
    popup: number,
    event: string,
  ): Promise<boolean>;
}

/**
 * The limits of a public site: thirty of each event per visitor and popup in five minutes, 120 calls a minute per
 * address.
 */
export const publicCaps = {
  perEvent: { limit: 30, windowMs: 300_000 },
  perAddress: { limit: 120, windowMs: 60_000 },
} as const satisfies Record<string, WindowLimit>;

/** How often something may happen per visitor, popup and event, and per address; a missing limit means unlimited. */
export interface CapOptions {
  /** Separates the keys of these limits from those of others. */
  readonly name: string;
  /** Hides addresses in keys; the same in every process, so that all of them count a visitor as one. */
  readonly salt: Buffer;
  readonly perEvent?: WindowLimit;
  readonly perAddress?: WindowLimit;
}

export function createVisitorCaps(limiters: Limiters, { name, salt, perEvent, perAddress }: CapOptions): VisitorCaps {
  const open = (kind: string, cap?: WindowLimit) =>
    cap ? limiters(`popups ${name} ${kind}`, firstUseWindow(cap)) : unlimited;
  const addresses = open('address', perAddress);
  const events = open('event', perEvent);
  const keyOf = (...values: readonly string[]) =>
    createHmac('sha256', salt).update(values.join('\n')).digest('base64url').slice(0, 16);
  return {
    async allows({ address, userAgent }, popup, event) {
      const waits = await Promise.all([
        addresses.consume(keyOf(address)),
        events.consume(keyOf(address, userAgent, String(popup), event)),
      ]);
      return waits.every((wait) => wait === 0);
    },
  };
}
