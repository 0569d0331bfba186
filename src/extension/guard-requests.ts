import { validateHeaderName, validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import type { Call } from '../api/call.ts';
import type { Reply } from '../api/reply.ts';
import { anyone, type Route } from '../api/routing/route.ts';
import { DeadlineExceeded } from '../background/guard.ts';
import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import { defineErrors } from '../lib/errors.ts';
import { callExtension, type Guarding, isOf, limitedStore, withStore } from './call-extension.ts';
import type { ActiveExtension, PageCall } from './definition.ts';

const usualRouteDeadlineMs = 60_000;
const permitDeadlineMs = 5_000;

/** What a client is told when a route of an extension fails. */
export const extensionErrors = defineErrors({
  rest_extension_failed: {
    status: 500,
    message: () => 'An extension of this site failed. The log says which one and why.',
  },
  rest_extension_late: { status: 503, message: () => 'An extension of this site did not answer in time. Try again.' },
});

/** A route of an extension whose faults are noted under its name and answered with an error of its own. */
export function guardRoute(route: Route, guarding: Guarding): Route {
  const { extension, limits } = guarding;
  const place = `route ${route.methods.join(',')} ${route.path}`;
  const isTrusted = extension.capabilities?.store === true;
  const ownCall = (call: Call): Call => (isTrusted ? call : { ...call, store: limitedStore(call.store, limits) });
  const within = <T>(deadlineMs: number, call: Call, work: (own: Call) => T | Promise<T>): Promise<T> =>
    callExtension(
      guarding,
      { place, deadlineMs },
      () => (isTrusted ? work(call) : withStore(call.store, () => work(ownCall(call)))),
      (error) => {
        // Faults of the program's own extensions are reported as those of the core are.
        const isLate = isOf(error, DeadlineExceeded);
        if (isTrusted && !isLate) throw error;
        throw isLate
          ? extensionErrors.rest_extension_late(undefined, { headers: { 'Retry-After': '5' }, cause: error })
          : extensionErrors.rest_extension_failed(undefined, { cause: error });
      },
    );
  return {
    ...route,
    permit:
      route.permit === anyone
        ? route.permit
        : (input, call) => within(permitDeadlineMs, call, (own) => route.permit(input, own)),
    handle: (input, call, received) =>
      within(extension.deadlines?.route ?? usualRouteDeadlineMs, call, async (own) =>
        checkedReply(await route.handle(input, own, received), isTrusted, (error) => guarding.guard.note(place, error)),
      ),
  };
}

/** The reply; throws where it is none, or cannot be sent. */
function checkedReply(reply: unknown, isTrusted: boolean, note: (error: unknown) => void): Reply {
  if (typeof reply !== 'object' || reply === null || !('body' in reply))
    throw new TypeError('A route returns reply(…) or replyAs(…).');
  // The type was checked above as far as sending depends on it.
  const checked = reply as Reply;
  if (isTrusted) return checked;
  const { status = 200, headers = {}, type, body } = checked;
  if (!isStatus(status)) throw new TypeError(`${status} is no status.`);
  checkHeaders({ ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) });
  if (type === undefined) JSON.stringify(body);
  else if (!isPayload(body)) throw new TypeError('replyAs(…) takes text, bytes or a stream.');
  // A stream may fail after the first byte was sent; the connection ends then.
  if (body instanceof Readable) body.once('error', note);
  return checked;
}

const isStatus = (status: unknown): boolean =>
  Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;

const isPayload = (body: unknown): boolean =>
  body === null || typeof body === 'string' || body instanceof Uint8Array || body instanceof Readable;

/** Throws where a header cannot be sent. */
function checkHeaders(headers: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, String(value));
  }
}

const usualPageDeadlineMs = 10_000;

type Page = NonNullable<ActiveExtension['page']>;

/** A page that passes the request on after a fault. */
export function guardPage(page: Page, guarding: Guarding): Page {
  return (request, call) =>
    within(
      guarding,
      'page',
      call,
      async (own) => checkedAnswer(await page(request, own), guarding, 'page'),
      () => null,
    );
}

/** A refinement that leaves the page as it is after a fault. */
export function guardRefine(
  refine: NonNullable<ActiveExtension['refine']>,
  guarding: Guarding,
): NonNullable<ActiveExtension['refine']> {
  return (page: SiteAnswer, request: SiteRequest, call: PageCall) =>
    within(
      guarding,
      'refine',
      call,
      async (own) => checkedAnswer(await refine(page, request, own), guarding, 'refine') ?? page,
      () => page,
    );
}

/** A choice of files that chooses nothing after a fault. */
export function guardNegotiate(
  negotiate: NonNullable<ActiveExtension['negotiate']>,
  guarding: Guarding,
): NonNullable<ActiveExtension['negotiate']> {
  const deadlineMs = guarding.extension.deadlines?.page ?? usualPageDeadlineMs;
  return (path, accept) =>
    callExtension(
      guarding,
      { place: 'negotiate', deadlineMs },
      () => negotiate(path, accept),
      () => undefined,
    );
}

/** Embeds that leave every address as it is after a fault. */
export function guardEmbed(
  embed: NonNullable<ActiveExtension['embed']>,
  guarding: Guarding,
): NonNullable<ActiveExtension['embed']> {
  const { extension, limits } = guarding;
  return (addresses, call) => {
    const isTrusted = extension.capabilities?.store === true;
    const run = async (): Promise<ReadonlyMap<string, string>> => {
      if (isTrusted) return checkedEmbeds(await embed(addresses, call));
      const own = { ...call, store: limitedStore(call.store, limits) };
      return withStore(call.store, async () => checkedEmbeds(await embed(addresses, own)));
    };
    return callExtension(guarding, { place: 'embed', deadlineMs: usualPageDeadlineMs }, run, () => new Map());
  };
}

function checkedEmbeds(found: unknown): ReadonlyMap<string, string> {
  if (!(found instanceof Map) || ![...found].flat().every((part) => typeof part === 'string'))
    throw new TypeError('"embed" returns a map from addresses to HTML.');
  return found;
}

function within<T>(
  guarding: Guarding,
  place: string,
  call: PageCall,
  work: (own: PageCall) => Promise<T>,
  otherwise: () => T,
): Promise<T> {
  const { extension, limits } = guarding;
  const deadlineMs = extension.deadlines?.page ?? usualPageDeadlineMs;
  const isTrusted = extension.capabilities?.store === true;
  const run = () => {
    if (isTrusted) return work(call);
    return withStore(call.store, () => work({ ...call, store: limitedStore(call.store, limits) }));
  };
  return callExtension(guarding, { place, deadlineMs }, run, otherwise);
}

/** The answer; throws where it cannot be sent. */
function checkedAnswer(answer: SiteAnswer | null | undefined, { guard }: Guarding, place: string): SiteAnswer | null {
  if (answer === null || answer === undefined) return null;
  const { status, headers, type, payload } = answer;
  const isSendable =
    isStatus(status) &&
    typeof headers === 'object' &&
    headers !== null &&
    typeof type === 'string' &&
    isPayload(payload);
  if (!isSendable) throw new TypeError('A page is null, or has status, headers, type and payload.');
  checkHeaders({ ...headers, 'Content-Type': type });
  if (payload instanceof Readable) payload.once('error', (error) => guard.note(place, error));
  return answer;
}
