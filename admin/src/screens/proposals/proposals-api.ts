import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import type { Routes } from '../../api/interface.ts';

export type Proposal = Routes['/platen/v1/pending-changes/{id}']['GET']['edit'];

export const proposalsPath = '/platen/v1/pending-changes';
const one = '/platen/v1/pending-changes/{id}';

export interface ProposalFilter {
  readonly view: 'decide' | 'mine';
  readonly state: Proposal['state'] | null;
}

export const proposalsQuery = ({ view, state }: ProposalFilter, page: number) =>
  queryOptions({
    queryKey: ['proposals', 'list', view, state, page],
    queryFn: ({ signal }) => api.list(proposalsPath, { view, page, ...(state ? { state: [state] } : {}) }, signal),
  });

/** How many wait for this account; what people saved waits for themselves. */
export const openProposalsQuery = queryOptions({
  queryKey: ['proposals', 'open'],
  queryFn: async ({ signal }) =>
    (await api.list(proposalsPath, { state: ['open'], by: 'programs', per_page: 1 }, signal)).total,
  staleTime: 60_000,
});

/** The open proposals for one item. */
export const proposalsOfItem = (type: string, item: number) =>
  queryOptions({
    queryKey: ['proposals', 'item', type, item],
    queryFn: ({ signal }) => api.get(proposalsPath, { type, item, state: ['open'], per_page: 100 }, signal),
    staleTime: 30_000,
  });

/** Accepts what is shown: it is refused if the proposal was edited meanwhile. */
export const accept = (
  { id, version }: Pick<Proposal, 'id' | 'version'>,
  more: { over?: boolean; fields?: Record<string, unknown> },
) => api.post('/platen/v1/pending-changes/{id}/accept', { id, version, ...more });
export const decline = (id: number, reason: string) =>
  api.post('/platen/v1/pending-changes/{id}/decline', { id, reason });
export const schedule = ({ id, version }: Pick<Proposal, 'id' | 'version'>, date: string) =>
  api.post('/platen/v1/pending-changes/{id}/schedule', { id, version, date });
export const unschedule = (id: number) => api.post('/platen/v1/pending-changes/{id}/unschedule', { id });
export const withdraw = (id: number) => api.post('/platen/v1/pending-changes/{id}/withdraw', { id });
export const comment = (id: number, text: string) => api.post('/platen/v1/pending-changes/{id}/comments', { id, text });
export const proposalAt = (id: number) => api.get(one, { id });
