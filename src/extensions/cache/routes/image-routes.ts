import { type Call, errors, json, type Route } from '../../../extension.ts';
import { attachmentState, imageMetrics, imageSummary } from '../images/image-metrics.ts';
import { takeImageNotice } from '../images/image-notice.ts';
import { done, failed, type Outcome, unproven } from '../service/envelope.ts';
import { wholeKeyProof } from '../service/key-proof.ts';
import { isMissing, type Message, textOf } from '../service/message.ts';
import { isNode } from '../service/node-gate.ts';
import { isProof, proofOf, slices } from '../service/proof.ts';
import { serviceRoute } from '../service/service-route.ts';
import { pictureState } from '../service/toolset-answers.ts';
import type { ToolsetContext } from '../toolset-context.ts';

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
