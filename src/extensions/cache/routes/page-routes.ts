import { json, type Route } from '../../../extension.ts';
import type { PageKind } from '../pages/page-queue.ts';
import { unproven } from '../service/envelope.ts';
import { wholeKeyProof } from '../service/key-proof.ts';
import { takeMembers } from '../service/message-members.ts';
import { serviceRoute } from '../service/service-route.ts';
import type { ToolsetContext } from '../toolset-context.ts';

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
