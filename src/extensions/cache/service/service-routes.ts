import { type Call, errors, json, networkOf, type Route, reply, route } from '../../../extension.ts';
import { attachmentState, imageMetrics, imageSummary } from '../images/image-metrics.ts';
import { takeImageNotice } from '../images/image-notice.ts';
import type { PageKind } from '../pages/page-queue.ts';
import { type ToolsetContext, toolsetVersion } from '../toolset-context.ts';
import { noteBrokenCdnMessage, takeCdnMessage } from './cdn-record.ts';
import {
  done,
  envelope,
  failed,
  type Outcome,
  pictureState,
  toolsetAnswer,
  tooOften,
  unproven,
  unstored,
} from './envelope.ts';
import { isMissing, type Message, textOf } from './message.ts';
import { takeMembers } from './message-members.ts';
import { raiseNotice } from './notices.ts';
import { isProof, keySliceProof, proofOf, type SecretSlice, slices, wholeKeyProof } from './proof.ts';
import { comparable, confirmAlias } from './refused-addresses.ts';
import { isNode, nodesOnly, serviceRoute } from './service-route.ts';
import { isKeyForm } from './service-secrets.ts';

/** Reports that the site is up; open to everybody, so it reads neither database nor secrets. */
export function pingRoute({ calls }: ToolsetContext): Route {
  return route({
    method: 'GET',
    path: '/cache/v1/ping',
    summary: 'Say that the toolset is here, and its version.',
    response: toolsetAnswer({ ver: json.string }),
    permit: () => {},
    shareable: false,
    handle: async (_input, call) =>
      (await refusedCall(calls, call)) ?? reply({ ver: toolsetVersion, _res: 'ok' }, { headers: unstored }),
  });
}

/** Confirms that the service can reach the site, without revealing whether a token is open. */
export function openTokenRoute({ calls }: ToolsetContext): Route {
  return route({
    method: 'GET',
    path: '/cache/v1/token',
    summary: 'Tell the service that it can reach this site.',
    response: toolsetAnswer(),
    permit: nodesOnly,
    shareable: false,
    handle: async (_input, call) => (await refusedCall(calls, call)) ?? envelope(done()),
  });
}

/** Counts the call; returns the refusal if there were too many, else null. */
async function refusedCall(calls: ToolsetContext['calls'], { request }: Call) {
  const wait = await calls.consume(`${request.path} ${networkOf(request.remoteAddress)}`);
  return wait > 0 ? envelope(tooOften(wait)) : null;
}

export const tokenRoute = (context: ToolsetContext): Route =>
  serviceRoute(
    {
      path: '/cache/v1/token',
      summary: 'Prove that the site holds the token.',
      shown: { hash: json.string },
      handle: async (message, call) => {
        const result = await tokenProof(message, slices.token, call, context);
        return typeof result === 'string' ? done({ hash: proofOf(result, slices.tokenAnswer) }) : result;
      },
    },
    context,
  );

/** The open token if `hash` proves it; otherwise the response to send. */
async function tokenProof(
  message: Message,
  slice: SecretSlice,
  call: Call,
  { secrets }: ToolsetContext,
): Promise<string | Outcome> {
  if (isMissing(message['hash'])) return failed('lack_of_param');
  const token = await secrets.token(call.store, call.now);
  if (token === null) return unproven('lack_of_local_token');
  return isProof(message['hash'], proofOf(token, slice)) ? token : unproven('mismatch');
}

export const apikeyRoute = (context: ToolsetContext): Route =>
  serviceRoute(
    {
      path: '/cache/v1/apikey',
      summary: 'Take the key that the service made for this site.',
      handle: async (message, call) => {
        const key = textOf(message['domain_key']);
        if (!isKeyForm(key) || message['is_linked'] === undefined || message['is_linked'] === null)
          return failed('lack_of_param');
        // Verifying and consuming are one step: of two callers with the same token, the second finds it used.
        return call.store.transaction(async (store) => {
          await context.secrets.lockToken(store);
          const result = await tokenProof(message, slices.apikey, { ...call, store }, context);
          if (typeof result !== 'string') return result;
          const link = { linked: !isMissing(message['is_linked']), mainDomain: originOf(message['main_domain']) };
          const replaced = await context.secrets.takeKey(store, key, link, call.now);
          const text = replaced ? 'The key of the service was replaced.' : 'The site is connected to the service.';
          await raiseNotice(store, { tone: 'success', text }, call.now);
          return done({}, replaced ? 'replaced the key' : 'took the key');
        });
      },
    },
    context,
  );

/** An http(s) origin; anything else is ignored. */
function originOf(value: unknown): string {
  const url = comparable(value);
  return url !== null && new URL(url).origin === url ? url : '';
}

export const ipValidateRoute = (context: ToolsetContext): Route =>
  serviceRoute(
    {
      path: '/cache/v1/ip_validate',
      summary: 'Prove that this address is the site that holds the key.',
      shown: { hash: json.string },
      handle: async (message, call) => {
        if (isMissing(message['hash'])) return failed('lack_of_param');
        const proof = await keySliceProof(message, slices.ipValidate, call, context);
        if (proof.kind === 'no-key') return unproven('lack_of_api_key');
        if (proof.kind === 'wrong') return unproven('err_hash');
        return done({ hash: proofOf(proof.key, slices.keyAnswer) });
      },
    },
    context,
  );

export const cdnStatusRoute = (context: ToolsetContext): Route =>
  serviceRoute(
    {
      path: '/cache/v1/cdn_status',
      summary: 'Take in how the set-up of the delivery network goes.',
      handle: async (message, call) => {
        if (isMissing(message['hash'])) return failed('lack_of_param');
        const proof = await keySliceProof(message, slices.cdnStatus, call, context);
        if (proof.kind !== 'proven') return unproven('callback_fail_hash');
        if (message['success'] === undefined || message['result'] === undefined) {
          await noteBrokenCdnMessage(call.store);
          return failed('lack_of_param');
        }
        const links = await takeCdnMessage(message, call.store, call.now);
        if (links) await context.secrets.setLinked(call.store);
        await context.host.cache.purge();
        return done();
      },
    },
    context,
  );

export const errDomainsRoute = (context: ToolsetContext): Route =>
  serviceRoute(
    {
      path: '/cache/v1/err_domains',
      summary: 'Confirm an address that the service had refused.',
      shown: { hash: json.string },
      handle: async (message, call) => {
        if (['hash', 'main_domain', 'alias'].some((name) => isMissing(message[name]))) return failed('lack_of_param');
        const proof = await keySliceProof(message, slices.errDomains, call, context);
        if (proof.kind !== 'proven') return unproven('wrong_hash');
        const { url } = call.site;
        await takeMembers(message, call.store, {
          service: 'domains',
          siteUrl: url,
          nowMs: call.now,
          judgesResult: false,
        });
        if (!(await confirmAlias(call.store, textOf(message['alias']), url, call.now)))
          return failed('Not an alias req from here');
        return done({ hash: proofOf(proof.key, slices.keyAnswer) });
      },
    },
    context,
  );

const noticeBytes = 1_048_576;

export const notifyImageRoute = (context: ToolsetContext): Route =>
  serviceRoute(
    {
      path: '/cache/v1/notify_img',
      summary: 'Take in which pictures are ready.',
      shown: { count: json.integer },
      mostBytes: noticeBytes,
      limiter: context.imageProofs,
      handle: async (message, call) => {
        const proof = await wholeKeyProof(message, call, context);
        if (proof.kind !== 'proven') return unproven('wrong_key');
        return takeImageNotice(message, { store: call.store, nowMs: call.now, trusted: proof.signed });
      },
    },
    context,
  );

/** Only the service's addresses, or an administrator from anywhere. */
async function nodesOrAdministrators(_input: unknown, call: Call): Promise<void> {
  if (!call.caller.can('manage_options') && !(await isNode(call))) throw errors.rest_forbidden();
}

export const checkImageRoute = (context: ToolsetContext): Route =>
  serviceRoute(
    {
      path: '/cache/v1/check_img',
      summary: 'Show how far the pictures are, and one of them in full.',
      shown: { data: pictureState },
      permit: nodesOrAdministrators,
      handle: async (message, call) => {
        const refused = call.caller.can('manage_options') ? null : await refuse(message, call, context);
        if (refused) return refused;
        const id = /^[1-9]\d{0,14}$/.test(textOf(message['data'])) ? Number(message['data']) : 0;
        const { store } = call;
        const data = {
          img_count: await imageMetrics(store),
          optm_summary: await imageSummary(store),
          ...(await attachmentState(store, id)),
        };
        return done({ data }, `picture ${id}`);
      },
    },
    context,
  );

/** While a token is open, the proof is for the token; afterwards for the key. */
async function refuse(message: Message, call: Call, { secrets }: ToolsetContext): Promise<Outcome | null> {
  if (isMissing(message['hash'])) return failed('lack_of_param');
  const secret = (await secrets.token(call.store, call.now)) ?? (await secrets.key(call.store));
  if (secret === null) return unproven('lack_of_local_token');
  return isProof(message['hash'], proofOf(secret, slices.checkImage)) ? null : unproven('mismatch');
}

/** Receives what the service determined about pages. */
export function notifyPagesRoute(
  definition: { kind: PageKind; path: string; summary: string; mostBytes: number },
  context: ToolsetContext,
): Route {
  const { kind, ...about } = definition;
  return serviceRoute(
    {
      ...about,
      shown: { count: json.integer },
      handle: async (message, call) => {
        const { store, site, now: nowMs } = call;
        const proof = await wholeKeyProof(message, call, context);
        if (proof.kind !== 'proven') return unproven('wrong_key');
        await takeMembers(message, store, { service: kind, siteUrl: site.url, nowMs, judgesResult: true });
        const { takePageNotice } = await import('../pages/page-notice.ts');
        return takePageNotice(kind, message, { store, render: call.render, nowMs });
      },
    },
    context,
  );
}
