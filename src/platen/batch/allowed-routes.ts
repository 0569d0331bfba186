import type { Engine } from '../../api/engine.ts';
import type { ApiRequest } from '../../api/request.ts';
import type { Match } from '../../api/routing/registry.ts';
import { batchErrors } from './batch-errors.ts';

/** The paths of batches themselves. */
export const batchPaths = { platen: '/platen/v1/batch', v1: '/batch/v1' } as const;

const isBatch = ({ routePath }: Match): boolean =>
  Object.values(batchPaths).some((path) => path === routePath.path.template);

/** Refuses batches in batches, and routes of `platen/v1` that wait or stream. */
export function refuseInBatch({ method, path }: ApiRequest, { registry }: Engine): void {
  const match = registry.find(method, path);
  if (!match) return;
  const isOwn = match.routePath.namespace === 'platen/v1' && !match.endpoint.undoable;
  if (isBatch(match) || isOwn) throw batchErrors.rest_batch_not_allowed();
}

/** In a transaction, only reads of content and writes that it can undo are allowed. */
export function refuseInAtomic(request: ApiRequest, engine: Engine): void {
  refuseInBatch(request, engine);
  const match = engine.registry.find(request.method, request.path);
  if (!match || match.endpoint.undoable) return;
  const isRead = request.method === 'GET' && match.routePath.namespace === 'wp/v2';
  if (!isRead) throw batchErrors.platen_batch_not_undoable();
}

/** `batch/v1` serves only the routes that say so. */
export function refuseInV1({ method, path }: ApiRequest, { registry }: Engine): void {
  const match = registry.find(method, path);
  if (match && !match.endpoint.batched) throw batchErrors.rest_batch_not_allowed();
}
