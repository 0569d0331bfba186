import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { type SiteClock, zoneName } from './site-clock.ts';

/** Reads the clock of the site; that of this browser until the site has told its own. */
export function useSiteClock(): SiteClock {
  const site = useQuery({
    queryKey: ['settings', 'offset'],
    queryFn: ({ signal }) => api.get('/', { _fields: 'gmt_offset,timezone_string' }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const minutes = site.data ? Number(site.data.gmt_offset) * 60 : -new Date().getTimezoneOffset();
  return {
    now: () => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19),
    zone: site.data ? zoneName(site.data.timezone_string, Number(site.data.gmt_offset)) : '',
  };
}
