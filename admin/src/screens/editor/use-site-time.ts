import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

/** Reads the clock of the site, which its dates are written by; that of this browser until the site has told its own. */
export function useSiteTime(): () => string {
  const site = useQuery({
    queryKey: ['settings', 'offset'],
    queryFn: ({ signal }) => api.get('/', { _fields: 'gmt_offset' }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const minutes = site.data ? Number(site.data.gmt_offset) * 60 : -new Date().getTimezoneOffset();
  return () => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19);
}
