import { queryOptions } from '@tanstack/react-query';
import type { Declared } from './description.ts';
import { Refused } from './refused.ts';
import { send } from './request.ts';

const nothing: Declared = { types: [], taxonomies: [], user_fields: [], comment_fields: [], attachment_fields: [] };

/** The types, taxonomies and fields of the site, as far as this account edits them. */
export const declaredQuery = queryOptions({
  queryKey: ['declared'],
  queryFn: ({ signal }) => described(signal),
  staleTime: 300_000,
});

async function described(signal: AbortSignal): Promise<Declared> {
  try {
    const { body } = await send<Declared>({ method: 'GET', path: '/platen/v1/types', signal });
    return body;
  } catch (error) {
    // Whoever edits nothing is shown nothing of it; the rest of the page works without.
    if (error instanceof Refused && [403, 404].includes(error.status)) return nothing;
    throw error;
  }
}
