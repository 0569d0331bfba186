import { type Call, json, networkOf, type Route, reply, route } from '../../../extension.ts';
import { done, envelope, failed, type Outcome, tooOften, unproven, unstored } from '../service/envelope.ts';
import { keySliceProof } from '../service/key-proof.ts';
import { isMissing, type Message, textOf } from '../service/message.ts';
import { nodesOnly } from '../service/node-gate.ts';
import { raiseNotice } from '../service/notices.ts';
import { isProof, proofOf, type SecretSlice, slices } from '../service/proof.ts';
import { comparable } from '../service/refused-addresses.ts';
import { serviceRoute } from '../service/service-route.ts';
import { isKeyForm } from '../service/service-secrets.ts';
import { toolsetAnswer } from '../service/toolset-answers.ts';
import { type ToolsetContext, toolsetVersion } from '../toolset-context.ts';

/** Reports that the site is up; open to everybody, so it reads neither database nor secrets. */
export function pingRoute({ calls }: ToolsetContext): Route {
  return route({
    method: 'GET',
    path: '/cache/v1/ping',
    summary: 'Say that the toolset is here, and its version.',
    answers: toolsetAnswer({ ver: json.string }),
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
    answers: toolsetAnswer(),
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
