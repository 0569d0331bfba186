import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import type { Routes } from '../../api/interface.ts';
import { Refused } from '../../api/refused.ts';

export type Release = Routes['/platen/v1/releases/{id}']['GET']['edit'];
export type ListedRelease = Routes['/platen/v1/releases']['GET']['edit'][number];

const list = '/platen/v1/releases';
const one = '/platen/v1/releases/{id}';

export const releasesQuery = (page: number, state: Release['state'] | null) =>
  queryOptions({
    queryKey: ['releases', 'list', page, state],
    queryFn: ({ signal }) => api.list(list, { page, ...(state ? { state: [state] } : {}) }, signal),
  });

/** Those that something can be added to. */
export const openReleasesQuery = queryOptions({
  queryKey: ['releases', 'open'],
  queryFn: ({ signal }) => api.get(list, { state: ['open'], per_page: 100 }, signal),
});

export const releaseQuery = (id: number) =>
  queryOptions({
    queryKey: ['releases', 'item', id],
    queryFn: ({ signal }) => api.get(one, { id }, signal),
  });

export const makeRelease = (name: string, note: string) => api.post(list, { name, note });
export const changeRelease = (id: number, name: string, note: string) => api.post(one, { id, name, note });
export const removeRelease = (id: number) => api.delete(one, { id });
export const addToRelease = (id: number, change: number) =>
  api.post('/platen/v1/releases/{id}/changes', { id, change });
export const takeOut = (id: number, change: number) =>
  api.delete('/platen/v1/releases/{id}/changes/{change}', { id, change });
export const scheduleRelease = ({ id, version }: Release, date: string) =>
  api.post('/platen/v1/releases/{id}/schedule', { id, version, date });
export const unscheduleRelease = (id: number) => api.post('/platen/v1/releases/{id}/unschedule', { id });

/** Publishes what is shown: it is refused if the release was edited meanwhile. */
export const publishRelease = ({ id, version }: Release, over: readonly number[]) =>
  api.post('/platen/v1/releases/{id}/publish', { id, version, over: [...over] });

/** A change that kept a release from being published. */
export interface RefusedChange {
  readonly change: number;
  readonly title: string;
  readonly code: string;
  readonly message: string;
}

/** What the server said of each change that it refused. */
export function refusedChanges(error: unknown): readonly RefusedChange[] {
  const refused = error instanceof Refused ? error.details['refused'] : undefined;
  // The route states no form of its errors.
  return Array.isArray(refused) ? (refused as RefusedChange[]) : [];
}
