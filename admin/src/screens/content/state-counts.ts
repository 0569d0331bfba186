import { useQuery } from '@tanstack/react-query';
import { send } from '../../api/request.ts';
import type { ContentKind } from './content-kind.ts';
import { ordinaryStatuses } from './list-search.ts';

/** How many items of a kind there are in each state, among those one may edit; empty until it is known. */
export function useStateCounts({ key, type }: ContentKind): Readonly<Record<string, number>> {
  const { data } = useQuery({
    queryKey: [key, 'counts'],
    queryFn: async ({ signal }) => {
      const query = { type: type.name, context: 'edit' };
      const { body } = await send<Readonly<Record<string, number>>>({
        method: 'GET',
        path: '/platen/v1/counts',
        query,
        signal,
      });
      return body;
    },
    retry: false,
  });
  if (!data) return {};
  return { ...data, any: ordinaryStatuses.reduce((sum, status) => sum + (data[status] ?? 0), 0) };
}
