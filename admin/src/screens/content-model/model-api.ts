import { queryOptions } from '@tanstack/react-query';
import { Refused } from '../../api/refused.ts';
import { send } from '../../api/request.ts';
import type { ContentModel, Loss, ModelChange } from './model.ts';

const path = '/platen/v1/content-model';

export const loadModel = async (signal?: AbortSignal): Promise<ContentModel> =>
  (await send<ContentModel>({ method: 'GET', path, signal })).body;

export const modelQuery = queryOptions({
  queryKey: ['content-model'],
  queryFn: ({ signal }) => loadModel(signal),
});

export const saveModel = async (change: ModelChange): Promise<ContentModel & { readonly losses: readonly Loss[] }> =>
  (await send<ContentModel & { readonly losses: readonly Loss[] }>({ method: 'PUT', path, body: change })).body;

export const loadConfigFile = async (): Promise<{ readonly file: string; readonly text: string }> =>
  (await send<{ readonly file: string; readonly text: string }>({ method: 'GET', path: `${path}/config` })).body;

/** What a refused change would lose; null where it was refused for another reason. */
export function lossesIn(error: unknown): readonly Loss[] | null {
  if (!(error instanceof Refused) || error.status !== 409) return null;
  const { losses } = error.details;
  return Array.isArray(losses) ? losses : null;
}

/** Whether somebody else saved meanwhile. */
export const isStale = (error: unknown): boolean =>
  error instanceof Refused && error.status === 409 && lossesIn(error) === null;
