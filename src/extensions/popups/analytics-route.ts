import { createHmac } from 'node:crypto';
import {
  type ApiRequest,
  anyone,
  defineErrors,
  errors,
  firstUseWindow,
  type Limiters,
  networkOf,
  replyAs,
  route,
  type Scalar,
  type Store,
  s,
  unlimited,
  type WindowLimit,
} from '../../extension.ts';
import { isPopupEventName } from './event-log.ts';
import type { PopupCounter } from './popup-counter.ts';
import { isPublished } from './popup-record.ts';

/** Errors of the route that counts events of popups. */
export const popupErrors = defineErrors({
  missing_params: { status: 404, message: () => 'There is no popup with this number.' },
});

/** What the route depends on. */
export interface AnalyticsContext {
  readonly store: Store;
  readonly counter: PopupCounter;
  /** Limits per visitor; an event counts when all of them allow it. */
  readonly caps: readonly VisitorCaps[];
  /** Whether visitors whose browser asks not to be tracked are excluded. */
  readonly honoursPrivacy: boolean;
  readonly clock: () => number;
}

/** Counts popup events. The response never reveals whether anything was counted. */
export function analyticsRoute({ store, counter, caps, honoursPrivacy, clock }: AnalyticsContext) {
  const isKnown = createKnownPopups(store, clock);
  return route({
    method: 'GET',
    path: '/popups/v1/analytics',
    summary: 'Count an event of a popup.',
    args: {
      event: s.string({ required: true, description: 'What happened: open or conversion.' }),
      pid: s.scalar({ required: true, documentedType: 'integer', description: 'Number of the popup.' }),
    },
    response: { status: 204 },
    permit: anyone,
    shareable: false,
    handle: async ({ event, pid }, { request, now }) => {
      const popup = popupNumber(pid);
      const name = event.replace(/<[^>]*>/g, '').trim();
      const unseen = isMachine(request) || (honoursPrivacy && asksForPrivacy(request));
      const counts = isPopupEventName(name) && !unseen && popup !== null && (await isKnown(popup));
      const visitor = { address: networkOf(request.remoteAddress), userAgent: request.headers['user-agent'] ?? '' };
      if (counts && (await allAllow(caps, visitor, popup, name)))
        await counter.count({ popup, event: name, atMs: now });
      return counted;
    },
  });
}

/** Checks the limits in order and stops at the first that refuses, so that the others do not count the event. */
async function allAllow(caps: readonly VisitorCaps[], ...asked: Parameters<VisitorCaps['allows']>): Promise<boolean> {
  for (const cap of caps) if (!(await cap.allows(...asked))) return false;
  return true;
}

const counted = replyAs('image/gif', '', { status: 204, headers: { 'Cache-Control': 'no-store' } });

/** The number that was sent, or null if it is not an integer. */
function popupNumber(pid: Scalar): number | null {
  const text = String(pid).trim();
  if (!/^\d+(?:\.\d+)?$/.test(text) || Number(text) === 0) throw popupErrors.missing_params();
  const popup = Number(text);
  if (text.includes('.')) return null;
  if (Number.isSafeInteger(popup)) return popup;
  const params = { pid: 'pid is larger than any number of a popup.' };
  throw errors.rest_invalid_param({ params }, { details: { params } });
}

/** A request that is not from a visitor: HEAD, a prefetch, a crawler. */
function isMachine({ method, headers }: ApiRequest): boolean {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''} ${headers['x-moz'] ?? ''}`;
  return (
    method === 'HEAD' ||
    /prefetch|prerender|preview/i.test(purpose) ||
    /bot\b|crawl|spider|slurp/i.test(headers['user-agent'] ?? '')
  );
}

/** The two headers in which a browser asks not to be tracked. */
const asksForPrivacy = ({ headers }: ApiRequest) => headers['dnt'] === '1' || headers['sec-gpc'] === '1';

const knownForMs = 1_000;

/** Caches for a second that a popup is published, so that many events cost one query. */
function createKnownPopups(store: Store, clock: () => number) {
  const known = new Map<number, number>();
  return async (popup: number): Promise<boolean> => {
    if ((known.get(popup) ?? 0) > clock()) return true;
    known.delete(popup);
    if (!(await isPublished(store, popup))) return false;
    known.set(popup, clock() + knownForMs);
    return true;
  };
}

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
