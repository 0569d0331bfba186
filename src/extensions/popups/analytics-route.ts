import {
  type ApiRequest,
  anyone,
  defineErrors,
  errors,
  networkOf,
  replyAs,
  route,
  type Scalar,
  type Store,
  s,
} from '../../extension.ts';
import type { PopupCounter } from './popup-counter.ts';
import { isPopupEventName } from './popup-event.ts';
import { isPublished } from './popup-record.ts';
import type { VisitorCaps } from './visitor-caps.ts';

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
      pid: s.scalar({ required: true, announced: 'integer', description: 'Number of the popup.' }),
    },
    answers: { status: 204 },
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
