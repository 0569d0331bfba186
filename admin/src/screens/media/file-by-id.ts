import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

const shown = 'id,title,source_url,alt_text,media_type,media_details,mime_type';

/** A file, as those see it who may only use it. */
export const fileById = (id: number) =>
  queryOptions({
    queryKey: ['media', 'chosen', id],
    queryFn: ({ signal }) => api.get('/wp/v2/media/{id}', { context: 'view', id, _fields: shown }, signal),
  });
