import { type Call, errors, type Route } from '../../../extension.ts';
import { attachmentState, imageFigures, imageSummary } from '../images/image-figures.ts';
import { takeImageNotice } from '../images/image-notice.ts';
import { done, failed, type Outcome, unproven } from '../service/envelope.ts';
import { wholeKeyProof } from '../service/key-proof.ts';
import { isMissing, type Message, textOf } from '../service/message.ts';
import { isNode } from '../service/node-gate.ts';
import { isProof, proofOf, slices } from '../service/proof.ts';
import { serviceRoute } from '../service/service-route.ts';
import type { ToolsetParts } from '../toolset-parts.ts';

const noticeBytes = 1_048_576;

export const notifyImageRoute = (parts: ToolsetParts): Route =>
  serviceRoute(
    {
      path: '/cache/v1/notify_img',
      summary: 'Take in which pictures are ready.',
      mostBytes: noticeBytes,
      throttle: parts.imageProofs,
      act: async (message, call) => {
        const proof = await wholeKeyProof(message, call, parts);
        if (proof.kind !== 'proven') return unproven('wrong_key');
        return takeImageNotice(message, { store: call.store, nowMs: call.now, trusted: proof.signed });
      },
    },
    parts,
  );

/** The service's addresses, or an administrator from anywhere. */
async function nodesOrAdministrators(_input: unknown, call: Call): Promise<void> {
  if (!call.caller.can('manage_options') && !(await isNode(call))) throw errors.rest_forbidden();
}

export const checkImageRoute = (parts: ToolsetParts): Route =>
  serviceRoute(
    {
      path: '/cache/v1/check_img',
      summary: 'Show how far the pictures are, and one of them in full.',
      permit: nodesOrAdministrators,
      act: async (message, call) => {
        const refused = call.caller.can('manage_options') ? null : await refuse(message, call, parts);
        if (refused) return refused;
        const id = /^[1-9]\d{0,14}$/.test(textOf(message['data'])) ? Number(message['data']) : 0;
        const { store } = call;
        const data = {
          img_count: await imageFigures(store),
          optm_summary: await imageSummary(store),
          ...(await attachmentState(store, id)),
        };
        return done({ data }, `picture ${id}`);
      },
    },
    parts,
  );

/** While a token is open it is what has to be proven; afterwards the key. */
async function refuse(message: Message, call: Call, { secrets }: ToolsetParts): Promise<Outcome | null> {
  if (isMissing(message['hash'])) return failed('lack_of_param');
  const secret = (await secrets.token(call.store, call.now)) ?? (await secrets.key(call.store));
  if (secret === null) return unproven('lack_of_local_token');
  return isProof(message['hash'], proofOf(secret, slices.checkImage)) ? null : unproven('mismatch');
}
