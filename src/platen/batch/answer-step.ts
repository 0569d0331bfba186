import { Readable } from 'node:stream';
import { answer } from '../../api/answer.ts';
import type { Engine } from '../../api/engine.ts';
import { errorBody, errorStatus } from '../../api/error-body.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { ApiError } from '../../errors.ts';
import type { Caller } from '../../rules/capabilities.ts';
import { batchErrors } from './batch-errors.ts';
import { resolveReferences } from './references.ts';
import type { Step, StepResponse } from './step.ts';
import { stepRequest } from './step-request.ts';

/** What the steps of a batch share. */
export interface BatchWork {
  readonly engine: Engine;
  readonly request: ApiRequest;
  readonly caller: Caller;
}

/** Answers one step as its caller, with the permission and the budget of its route. */
export async function answerStep(
  step: Step,
  earlier: readonly StepResponse[],
  { engine, request: batch, caller }: BatchWork,
): Promise<StepResponse> {
  try {
    const request = stepRequest(resolveReferences(step, earlier), batch);
    // Whoever else asks within the step, such as an extension for a visitor, is identified as usual.
    const identify: Engine['identify'] = async (asked, store) =>
      asked === request ? caller : engine.identify(asked, store);
    return shown(await answer(request, { ...engine, identify }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: errorStatus(error, caller), headers: {}, body: errorBody(error, caller) };
  }
}

function shown({ status, headers, type, payload }: ApiResponse): StepResponse {
  if (payload instanceof Readable) payload.destroy();
  if (payload !== null && (typeof payload !== 'string' || !type.startsWith('application/json')))
    throw batchErrors.platen_batch_not_json();
  const own = Object.entries(headers).filter(([, value]) => !String(value).includes('rel="https://api.w.org/"'));
  return { status, headers: Object.fromEntries(own), body: payload === null ? null : JSON.parse(payload) };
}
