import { Readable } from 'node:stream';
import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import { callExtension, type Guarding } from './call-extension.ts';
import { withStore } from './current-store.ts';
import type { ActiveExtension, PageCall } from './definition.ts';
import { limitedStore } from './limited-store.ts';

const usualDeadlineMs = 10_000;

type Page = NonNullable<ActiveExtension['page']>;

/** A page that passes the request on after a fault. */
export function guardPage(page: Page, guarding: Guarding): Page {
  return (request, call) =>
    within(
      guarding,
      'page',
      call,
      async (own) => checkedAnswer(await page(request, own)),
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
      async (own) => checkedAnswer(await refine(page, request, own)) ?? page,
      () => page,
    );
}

/** A choice of files that chooses nothing after a fault. */
export function guardNegotiate(
  negotiate: NonNullable<ActiveExtension['negotiate']>,
  guarding: Guarding,
): NonNullable<ActiveExtension['negotiate']> {
  const deadlineMs = guarding.extension.deadlines?.page ?? usualDeadlineMs;
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
    return callExtension(guarding, { place: 'embed', deadlineMs: usualDeadlineMs }, run, () => new Map());
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
  const deadlineMs = extension.deadlines?.page ?? usualDeadlineMs;
  const isTrusted = extension.capabilities?.store === true;
  const run = () => {
    if (isTrusted) return work(call);
    return withStore(call.store, () => work({ ...call, store: limitedStore(call.store, limits) }));
  };
  return callExtension(guarding, { place, deadlineMs }, run, otherwise);
}

/** The answer; throws where it cannot be sent. */
function checkedAnswer(answer: SiteAnswer | null | undefined): SiteAnswer | null {
  if (answer === null || answer === undefined) return null;
  const { status, headers, type, payload } = answer;
  const isSendable =
    Number.isInteger(status) &&
    status >= 200 &&
    status <= 599 &&
    typeof headers === 'object' &&
    headers !== null &&
    typeof type === 'string' &&
    (payload === null || typeof payload === 'string' || payload instanceof Uint8Array || payload instanceof Readable);
  if (!isSendable) throw new TypeError('A page is null, or has status, headers, type and payload.');
  return answer;
}
