import { validateRequest } from '../../api/answer.ts';
import type { Call } from '../../api/call.ts';
import type { Engine } from '../../api/engine.ts';
import { errorBody, errorStatus, orEmptyList, reply } from '../../api/reply.ts';
import type { Namespace } from '../../api/routing/registry.ts';
import { anyone, inCurrentForm, route } from '../../api/routing/route.ts';
import { ApiError } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { type Members, s } from '../../lib/schema/schema.ts';
import { batchPaths, limitedTo, refuseInV1 } from './allowed-routes.ts';
import { type BatchContext, runSteps } from './run-batch.ts';
import type { Step, StepResponse } from './step.ts';
import { readSteps, refuseSteps, stepRequest } from './step.ts';

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
const most = 25;

const texts = { type: ['string', 'array'], items: { type: 'string' } };
const published = {
  maxItems: most,
  items: {
    type: 'object',
    properties: {
      method: { type: 'string', enum: methods, default: 'POST' },
      path: { type: 'string', required: true },
      body: { type: 'object', properties: [], additionalProperties: true },
      headers: { type: 'object', properties: [], additionalProperties: texts },
    },
  },
};

const shownStep = json.object({
  body: true,
  status: json.integer,
  headers: json.anyOf(json.emptyList, json.mapOf(json.anyOf(json.string, json.integer, json.listOf(json.string)))),
});
const batchV1Schema = json.object(
  { failed: json.words('validation'), responses: json.listOf(json.orNull(shownStep)) },
  ['failed'],
);

/** `POST /batch/v1`: several writes in one request, as clients of today send them. */
export function batchV1({ engine, turns }: BatchContext): Namespace {
  const routes = inCurrentForm([
    route({
      method: 'POST',
      path: batchPaths.v1,
      summary: 'Answer several writes in one request.',
      args: {
        validation: s.string({
          enum: ['require-all-validate', 'normal'],
          default: 'normal',
          description: 'Whether to do nothing at all if the arguments of one request are not valid.',
        }),
        requests: s.array(s.object(), {
          required: true,
          description: `Up to ${most} requests: method, path, headers and body of each.`,
          check: (sent: readonly Members[]) => refuseSteps(sent, { methods, most, anyPath: true }),
          published,
        }),
      },
      response: { status: 207, schema: batchV1Schema },
      scope: 'any',
      permit: anyone,
      handle: async ({ validation, requests }, call) => {
        call.keepPrivate();
        const steps = readSteps(requests, 'POST');
        const refused = validation === 'require-all-validate' ? await validateAll(steps, call, engine()) : null;
        if (refused) return refused;
        const responses = await runSteps(steps, call, {
          engine: limitedTo(engine(), refuseInV1),
          turns,
          isAtomic: false,
        });
        return reply({ responses: responses.map(inV1) }, { status: 207 });
      },
      shareable: false,
    }),
  ]);
  return { name: '', routes };
}

const inV1 = ({ body, status, headers }: StepResponse) => ({ body, status, headers: orEmptyList({ ...headers }) });

async function validateStep(step: Step, { request, caller }: Call, engine: Engine): Promise<StepResponse | null> {
  try {
    const refusal = await validateRequest(stepRequest(step, request), engine);
    return refusal && { status: refusal.status, headers: {}, body: refusal.body };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: errorStatus(error, caller), headers: {}, body: errorBody(error, caller) };
  }
}

/** The answer that names what is not valid; null if everything is. */
async function validateAll(steps: readonly Step[], call: Call, engine: Engine) {
  const known = {
    ...limitedTo(engine, refuseInV1),
    identify: () => ({ caller: call.caller, credential: call.credential }),
  };
  const refusals: (StepResponse | null)[] = [];
  for (const step of steps) {
    refusals.push(await validateStep(step, call, known));
  }
  if (refusals.every((one) => one === null)) return null;
  return reply({ failed: 'validation', responses: refusals.map((one) => one && inV1(one)) }, { status: 207 });
}
