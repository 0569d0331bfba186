import type { Engine } from '../../api/engine.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, route } from '../../api/routing/route.ts';
import { json } from '../../schema/json-schema.ts';
import { Refusal } from '../../schema/refusal.ts';
import { type Members, s } from '../../schema/schema.ts';
import { batchPaths } from './allowed-routes.ts';
import { readSteps, refuseSteps } from './read-steps.ts';
import { runAtomicBatch, runBatch } from './run-batch.ts';
import { hasFailed } from './step.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const most = 100;
const mostOfVisitors = 25;

const batchSchema = json.object({
  committed: json.boolean,
  responses: json.listOf(
    json.object({
      status: json.integer,
      headers: json.mapOf(json.anyOf(json.string, json.listOf(json.string))),
      body: true,
    }),
  ),
});

/** `POST /platen/v1/batch`: several requests in one, all or nothing if that is wanted. */
export function batch({ engine }: { readonly engine: () => Engine }): RouteModule {
  const routes = [
    route({
      method: 'POST',
      path: batchPaths.platen,
      summary: 'Answer several requests in one, all or nothing if `atomic` is true.',
      args: {
        atomic: s.boolean({ default: false, description: 'Whether to store everything or nothing.' }),
        dry_run: s.boolean({
          default: false,
          description:
            'Whether to undo everything at the end, and only answer what would have happened. Needs `atomic`.',
        }),
        requests: s.array(s.object(), {
          required: true,
          description: `Up to ${most} requests: method, path, headers and body of each.`,
          check: (sent: readonly Members[]) => refuseSteps(sent, { methods, most }),
        }),
      },
      refuse: ({ requests, dry_run, atomic }, { caller }): Readonly<Record<string, Refusal>> | null => {
        if (dry_run && !atomic) return { dry_run: new Refusal('dry_run needs atomic.', 'rest_invalid_param') };
        return caller.userId === 0 && (requests?.length ?? 0) > mostOfVisitors
          ? { requests: new Refusal(`requests has at most ${mostOfVisitors} for visitors.`, 'rest_too_many_items') }
          : null;
      },
      answers: { schema: batchSchema, alsoStatuses: [422] },
      permit: anyone,
      handle: async ({ atomic, dry_run: isRehearsal, requests }, call) => {
        call.keepPrivate();
        const steps = readSteps(requests, 'GET');
        const { committed, responses } = atomic
          ? await runAtomicBatch(steps, call, engine(), { isRehearsal })
          : await runBatch(steps, call, engine());
        const isFine = committed || (isRehearsal && !responses.some(hasFailed));
        return reply({ committed, responses }, { status: isFine ? 200 : 422 });
      },
      shareable: false,
    }),
  ];
  return { routes };
}
