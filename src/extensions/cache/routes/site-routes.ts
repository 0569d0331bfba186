import { json, type Route } from '../../../extension.ts';
import { noteBrokenCdnMessage, takeCdnMessage } from '../service/cdn-record.ts';
import { done, failed, unproven } from '../service/envelope.ts';
import { keySliceProof } from '../service/key-proof.ts';
import { isMissing, textOf } from '../service/message.ts';
import { takeMembers } from '../service/message-members.ts';
import { proofOf, slices } from '../service/proof.ts';
import { confirmAlias } from '../service/refused-addresses.ts';
import { serviceRoute } from '../service/service-route.ts';
import type { ToolsetContext } from '../toolset-context.ts';

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
