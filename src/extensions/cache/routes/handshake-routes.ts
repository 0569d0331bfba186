import { type Call, type Route, reply, route } from '../../../extension.ts';
import { done, envelope, failed, type Outcome, tooOften, unproven, unstored } from '../service/envelope.ts';
import { keySliceProof } from '../service/key-proof.ts';
import { isMissing, type Message, textOf } from '../service/message.ts';
import { nodesOnly } from '../service/node-gate.ts';
import { raiseNotice } from '../service/notices.ts';
import { isProof, proofOf, type SecretSlice, slices } from '../service/proof.ts';
import { comparable } from '../service/refused-addresses.ts';
import { serviceRoute } from '../service/service-route.ts';
import { isKeyForm } from '../service/service-secrets.ts';
import { type ToolsetParts, toolsetVersion } from '../toolset-parts.ts';

/** Whether the site is there; the one route for everybody, so it touches neither database nor secrets. */
export function pingRoute({ calls }: ToolsetParts): Route {
  return route({
    method: 'GET',
    path: '/cache/v1/ping',
    summary: 'Say that the toolset is here, and its version.',
    permit: () => {},
    shareable: false,
    handle: (_input, call) => counted(calls, call) ?? reply({ ver: toolsetVersion, _res: 'ok' }, { headers: unstored }),
  });
}

/** Whether the way back to the site is open; says nothing of whether a token is. */
export function openTokenRoute({ calls }: ToolsetParts): Route {
  return route({
    method: 'GET',
    path: '/cache/v1/token',
    summary: 'Tell the service that it can reach this site.',
    permit: nodesOnly,
    shareable: false,
    handle: (_input, call) => counted(calls, call) ?? envelope(done()),
  });
}

function counted(calls: ToolsetParts['calls'], { request, now }: Call) {
  const wait = calls.wait(request.remoteAddress, request.path, now);
  if (wait > 0) return envelope(tooOften(wait));
  calls.note(request.remoteAddress, request.path, now);
  return null;
}

export const tokenRoute = (parts: ToolsetParts): Route =>
  serviceRoute(
    {
      path: '/cache/v1/token',
      summary: 'Prove that the site holds the token.',
      act: async (message, call) => {
        const judged = await tokenProof(message, slices.token, call, parts);
        return typeof judged === 'string' ? done({ hash: proofOf(judged, slices.tokenAnswer) }) : judged;
      },
    },
    parts,
  );

/** The open token when `hash` proves it; what to answer when it does not. */
async function tokenProof(
  message: Message,
  slice: SecretSlice,
  call: Call,
  { secrets }: ToolsetParts,
): Promise<string | Outcome> {
  if (isMissing(message['hash'])) return failed('lack_of_param');
  const token = await secrets.token(call.store, call.now);
  if (token === null) return unproven('lack_of_local_token');
  return isProof(message['hash'], proofOf(token, slice)) ? token : unproven('mismatch');
}

export const apikeyRoute = (parts: ToolsetParts): Route =>
  serviceRoute(
    {
      path: '/cache/v1/apikey',
      summary: 'Take the key that the service made for this site.',
      act: async (message, call) => {
        const key = textOf(message['domain_key']);
        if (!isKeyForm(key) || message['is_linked'] === undefined || message['is_linked'] === null)
          return failed('lack_of_param');
        // Proof and taking are one step: of two callers with the same token, the second finds it used up.
        return call.store.transaction(async (store) => {
          await parts.secrets.holdToken(store);
          const judged = await tokenProof(message, slices.apikey, { ...call, store }, parts);
          if (typeof judged !== 'string') return judged;
          const link = { linked: !isMissing(message['is_linked']), mainDomain: originOf(message['main_domain']) };
          const replaced = await parts.secrets.takeKey(store, key, link, call.now);
          const text = replaced ? 'The key of the service was replaced.' : 'The site is connected to the service.';
          await raiseNotice(store, { tone: 'success', text }, call.now);
          return done({}, replaced ? 'replaced the key' : 'took the key');
        });
      },
    },
    parts,
  );

/** An http(s) origin; anything else is passed over. */
function originOf(value: unknown): string {
  const url = comparable(value);
  return url !== null && new URL(url).origin === url ? url : '';
}

export const ipValidateRoute = (parts: ToolsetParts): Route =>
  serviceRoute(
    {
      path: '/cache/v1/ip_validate',
      summary: 'Prove that this address is the site that holds the key.',
      act: async (message, call) => {
        if (isMissing(message['hash'])) return failed('lack_of_param');
        const proof = await keySliceProof(message, slices.ipValidate, call, parts);
        if (proof.kind === 'no-key') return unproven('lack_of_api_key');
        if (proof.kind === 'wrong') return unproven('err_hash');
        return done({ hash: proofOf(proof.key, slices.keyAnswer) });
      },
    },
    parts,
  );
