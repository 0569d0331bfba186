import type { Engine } from '../../api/engine.ts';
import type { Match } from '../../api/routing/registry.ts';
import { type ApiError, defineErrors } from '../../lib/errors.ts';

/** The paths of batches themselves. */
export const batchPaths = { platen: '/platen/v1/batch', v1: '/batch/v1' } as const;

/** Why a route cannot be part of a batch; null if it can. */
export type RefuseRoute = (match: Match, method: string) => ApiError | null;

const isBatch = ({ routePath }: Match): boolean =>
  Object.values(batchPaths).some((path) => path === routePath.path.template);

/** Refuses batches in batches, and routes of `platen/v1` that wait or stream. */
export const refuseInBatch: RefuseRoute = (match) => {
  const isOwn = match.routePath.namespace === 'platen/v1' && !match.endpoint.undoable;
  return isBatch(match) || isOwn ? batchErrors.rest_batch_not_allowed() : null;
};

/** In a transaction, only reads of content and writes that it can undo are allowed. */
export const refuseInAtomic: RefuseRoute = (match, method) => {
  const isRead = method === 'GET' && match.routePath.namespace === 'wp/v2';
  if (!isRead && !match.endpoint.undoable && !isBatch(match)) return batchErrors.platen_batch_not_undoable();
  return refuseInBatch(match, method);
};

/** `batch/v1` serves only the routes that say so. */
export const refuseInV1: RefuseRoute = (match) =>
  match.endpoint.batched ? null : batchErrors.rest_batch_not_allowed();

/** An engine whose routes answer with the refusal if they cannot be part of the batch. */
export function limitedTo(engine: Engine, refuse: RefuseRoute): Engine {
  const { registry } = engine;
  return {
    ...engine,
    registry: {
      ...registry,
      find(method, path) {
        const match = registry.find(method, path);
        const refusal = match && refuse(match, method);
        return match && refusal ? { ...match, endpoint: refusingEndpoint(match, refusal) } : match;
      },
    },
  };
}

function refusingEndpoint({ endpoint }: Match, refusal: ApiError): Match['endpoint'] {
  const { refuse: _refuse, receive: _receive, ...rest } = endpoint;
  return {
    ...rest,
    body: 'fields',
    firstPass: [],
    secondPass: [],
    requiredNames: [],
    permit: () => {},
    handle: () => {
      throw refusal;
    },
  };
}

/** The errors of batches and of their steps. */
export const batchErrors = defineErrors({
  parse_path_failed: { status: 400, message: () => 'The path is not one that can be read.' },
  rest_batch_not_allowed: { status: 400, message: () => 'This route cannot be part of a batch.' },
  platen_batch_too_large: {
    status: 400,
    message: (at: { reads: number; most: number }) =>
      `The steps of this batch may read ${at.reads} items, and you may read ${at.most} in one batch. Send fewer steps, or ask for fewer items in each: a smaller per_page, or no _embed.`,
  },
  platen_batch_not_undoable: {
    status: 400,
    message: () => 'What this route does cannot be undone, so it cannot be part of an atomic batch.',
  },
  platen_batch_not_json: { status: 400, message: () => 'This route does not answer with JSON.' },
  platen_invalid_reference: {
    status: 400,
    message: (at: { reference: string; why: string }) => `The reference ${at.reference} cannot be used: ${at.why}.`,
  },
  platen_batch_conflict: {
    status: 409,
    message: () => 'The site was changed while extensions were asked about the batch. Send it again.',
  },
});
