import { embeddedWeight, readBudgets } from '../../api/read-budgets.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, route } from '../../api/routing/route.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { type Members, Refusal, s } from '../../lib/schema/schema.ts';
import { batchPaths } from './allowed-routes.ts';
import { refuseReads } from './refuse-reads.ts';
import { type BatchContext, runAtomicBatch, runBatch } from './run-batch.ts';
import { hasFailed, readSteps, refuseSteps } from './step.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const most = 100;
const mostOfVisitors = 25;

const { visitor, reader, writer } = readBudgets;
const budgetText = [
  `Together they may read ${visitor} items for a visitor, ${reader} for an account, ${writer} for one that writes content.`,
  `A list counts its \`per_page\`, a single item 1, and each item ${embeddedWeight} times with \`_embed\`.`,
].join(' ');

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
export function batch(context: BatchContext): RouteModule {
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
          description: `Up to ${most} requests: method, path, headers and body of each. ${budgetText}`,
          check: (sent: readonly Members[]) => refuseSteps(sent, { methods, most }),
        }),
      },
      refuse: ({ requests, dry_run, atomic }, { caller }): Readonly<Record<string, Refusal>> | null => {
        if (dry_run && !atomic) return { dry_run: new Refusal('dry_run needs atomic.', 'rest_invalid_param') };
        return caller.userId === 0 && (requests?.length ?? 0) > mostOfVisitors
          ? { requests: new Refusal(`requests has at most ${mostOfVisitors} for visitors.`, 'rest_too_many_items') }
          : null;
      },
      response: { schema: batchSchema, alsoStatuses: [422] },
      scope: 'any',
      permit: anyone,
      handle: async ({ atomic, dry_run: isRehearsal, requests }, call) => {
        call.keepPrivate();
        const steps = readSteps(requests, 'GET');
        refuseReads(steps, call, context.engine().registry);
        const { committed, responses } = atomic
          ? await runAtomicBatch(steps, call, context, { isRehearsal })
          : await runBatch(steps, call, context);
        const isFine = committed || (isRehearsal && !responses.some(hasFailed));
        return reply({ committed, responses }, { status: isFine ? 200 : 422 });
      },
      shareable: false,
    }),
  ];
  return { routes };
}
