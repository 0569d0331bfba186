import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api } from './api.ts';

/** The account of whoever is logged in, with what it may do. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.get('/wp/v2/users/me', {}, signal),
  staleTime: 300_000,
});

export function useMe() {
  return useSuspenseQuery(meQuery).data;
}

/** Whether this account may do something; what it may not do is not offered. */
export function useMay(): (capability: string) => boolean {
  const { capabilities } = useMe();
  return (capability) => Boolean((capabilities as Readonly<Record<string, unknown>>)[capability]);
}
