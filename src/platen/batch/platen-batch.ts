import type { Engine } from '../../api/engine.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, route } from '../../api/routing/route.ts';
import { Refusal } from '../../schema/refusal.ts';
import { type Members, s } from '../../schema/schema.ts';
import { batchPaths } from './allowed-routes.ts';
import { readSteps, refuseSteps } from './read-steps.ts';
import { runAtomicBatch, runBatch } from './run-batch.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const most = 100;
const mostOfVisitors = 25;

/** `POST /platen/v1/batch`: several requests in one, all or nothing if that is wanted. */
export function batch({ engine }: { readonly engine: () => Engine }): RouteModule {
  const routes = [
    route({
      method: 'POST',
      path: batchPaths.platen,
      summary: 'Answer several requests in one, all or nothing if `atomic` is true.',
      args: {
        atomic: s.boolean({ default: false, description: 'Whether to store everything or nothing.' }),
        requests: s.array(s.object(), {
          required: true,
          description: `Up to ${most} requests: method, path, headers and body of each.`,
          check: (sent: readonly Members[]) => refuseSteps(sent, { methods, most }),
        }),
      },
      refuse: ({ requests }, { caller }) =>
        caller.userId === 0 && (requests?.length ?? 0) > mostOfVisitors
          ? { requests: new Refusal(`requests has at most ${mostOfVisitors} for visitors.`, 'rest_too_many_items') }
          : null,
      permit: anyone,
      handle: async ({ atomic, requests }, call) => {
        call.keepPrivate();
        const run = atomic ? runAtomicBatch : runBatch;
        const { committed, responses } = await run(readSteps(requests, 'GET'), call, engine());
        return reply({ committed, responses }, { status: committed ? 200 : 422 });
      },
      shareable: false,
    }),
  ];
  return { routes };
}
