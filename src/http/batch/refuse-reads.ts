import type { Call } from '../../api/call.ts';
import { parseParams } from '../../api/params.ts';
import { readBudget, readsOf } from '../../api/read-budgets.ts';
import type { Registry } from '../../api/routing/registry.ts';
import { ApiError } from '../../lib/errors.ts';
import { batchErrors } from './allowed-routes.ts';
import { inText } from './run-batch.ts';
import type { Step } from './step.ts';

/** Refuses a batch whose steps may read more than its caller may read in one request, before any of them runs. */
export function refuseReads(steps: readonly Step[], { caller }: Call, registry: Registry): void {
  const reads = steps.reduce((sum, step) => sum + readsOfStep(step, registry), 0);
  const most = readBudget(caller);
  if (reads > most) throw batchErrors.platen_batch_too_large({ reads, most });
}

/** What a reference will lead to is not known yet, so it counts as the most that can stand in its place. */
function readsOfStep({ method, path, body }: Step, registry: Registry): number {
  const [pathname = '', search = ''] = path.split(/\?(.*)/s);
  const endpoint = registry.find(method, pathname.replace(inText, '1'))?.endpoint ?? null;
  const query = paramsOf(search);
  const sent = typeof body === 'object' && body !== null ? body : {};
  const inBody = '$from' in sent ? sent.$from : 'per_page' in sent ? sent.per_page : undefined;
  const isUnknown = Object.keys(query).some((name) => name.includes('{'));
  if (isUnknown) return readsOf({ method, query: { ...query, _embed: '' }, perPage: '' }, endpoint);
  return readsOf({ method, query, perPage: inBody ?? query['per_page'] }, endpoint);
}

/** Parameters that cannot be read are refused by the step itself. */
function paramsOf(search: string): ReturnType<typeof parseParams> {
  try {
    return parseParams(search);
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
}
