import type { Call } from '../api/call.ts';
import type { Reply } from '../api/reply.ts';
import { anyone, type Route } from '../api/routing/route.ts';
import { defineErrors } from '../errors.ts';
import { DeadlineExceeded } from '../guard/guard.ts';
import { callExtension, type Guarding } from './call-extension.ts';
import { withStore } from './current-store.ts';
import { limitedStore } from './limited-store.ts';

const usualDeadlineMs = 60_000;
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
        if (isTrusted && !(error instanceof DeadlineExceeded)) throw error;
        throw error instanceof DeadlineExceeded
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
      within(extension.deadlines?.route ?? usualDeadlineMs, call, async (own) =>
        checkedReply(await route.handle(input, own, received), isTrusted),
      ),
  };
}

/** The reply; throws where it is none, or cannot be sent. */
function checkedReply(reply: unknown, isTrusted: boolean): Reply {
  if (typeof reply !== 'object' || reply === null || !('body' in reply))
    throw new TypeError('A route returns reply(…) or replyAs(…).');
  // The type was checked above as far as sending depends on it.
  const checked = reply as Reply;
  if (isTrusted) return checked;
  const { status = 200, type, body } = checked;
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new TypeError(`${status} is no status.`);
  if (type === undefined) JSON.stringify(body);
  return checked;
}
