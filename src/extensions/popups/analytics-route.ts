import { type ApiRequest, anyone, defineErrors, errors, replyAs, route, type Store, s } from '../../extension.ts';
import type { PopupCounter } from './popup-counter.ts';
import { isPopupEventName } from './popup-event.ts';
import { isPublished } from './popup-record.ts';
import type { VisitorCaps } from './visitor-caps.ts';

const popupErrors = defineErrors({
  missing_params: { status: 404, message: () => 'There is no popup with this number.' },
});

/** What the route leans on. */
export interface AnalyticsParts {
  readonly store: Store;
  readonly counter: PopupCounter;
  /** What one visitor can add; every one of them must agree. */
  readonly caps: readonly VisitorCaps[];
  /** Whether visitors whose browser asks not to be tracked are left out. */
  readonly honoursPrivacy: boolean;
  readonly clock: () => number;
}

/** Counts what visitors do with popups. The answer never tells whether anything was counted. */
export function analyticsRoute({ store, counter, caps, honoursPrivacy, clock }: AnalyticsParts) {
  const isKnown = createKnownPopups(store, clock);
  return route({
    method: 'GET',
    path: '/popups/v1/analytics',
    summary: 'Count an event of a popup.',
    args: {
      event: s.string({ required: true, description: 'What happened: open or conversion.' }),
      pid: s.integer({ required: true, loose: true, description: 'Number of the popup.' }),
    },
    permit: anyone,
    shareable: false,
    handle: async ({ event, pid }, { request, now }) => {
      const popup = popupNumber(pid);
      const name = event.replace(/<[^>]*>/g, '').trim();
      const unseen = isMachine(request) || (honoursPrivacy && asksForPrivacy(request));
      const counts = isPopupEventName(name) && !unseen && (await isKnown(popup));
      const visitor = { address: request.remoteAddress, userAgent: request.headers['user-agent'] ?? '' };
      if (counts && caps.every((cap) => cap.allows(visitor, popup, name, now)))
        await counter.count({ popup, event: name, atMs: now });
      return counted;
    },
  });
}

const counted = replyAs('image/gif', '', { status: 204, headers: { 'Cache-Control': 'no-store' } });

function popupNumber(pid: unknown): number {
  const text = String(pid).trim();
  if (!/^\d+$/.test(text) || /^0+$/.test(text)) throw popupErrors.missing_params();
  const popup = Number(text);
  if (Number.isSafeInteger(popup)) return popup;
  const params = { pid: 'pid is larger than any number of a popup.' };
  throw errors.rest_invalid_param({ params }, { details: { params } });
}

/** A look without a visitor behind it: HEAD, a page fetched ahead of time, a crawler. */
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

const KNOWN_FOR_MS = 1_000;

/** Remembers for a second that a popup is published, so that a crowd costs one look at the database. */
function createKnownPopups(store: Store, clock: () => number) {
  const known = new Map<number, number>();
  return async (popup: number): Promise<boolean> => {
    if ((known.get(popup) ?? 0) > clock()) return true;
    known.delete(popup);
    if (!(await isPublished(store, popup))) return false;
    known.set(popup, clock() + KNOWN_FOR_MS);
    return true;
  };
}
