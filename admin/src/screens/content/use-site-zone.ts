import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

/** What the zone is called that the dates of the site are written in; empty until it is known. */
export function useSiteZone(): string {
  const { data } = useQuery({
    queryKey: ['settings', 'zone'],
    queryFn: ({ signal }) => api.get('/', { _fields: 'timezone_string,gmt_offset' }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return '';
  if (data.timezone_string) return data.timezone_string.replaceAll('_', ' ');
  const minutes = Math.round(Number(data.gmt_offset) * 60);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes > 0 ? '+' : '−'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
