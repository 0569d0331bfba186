import { QueryClient } from '@tanstack/react-query';
import { Refused } from '../api/refused.ts';

const mostRetries = 2;

/** What was read from the server, for the screens and for what is loaded before them. */
export const client = new QueryClient({
  defaultOptions: {
    queries: {
      // What the server refused it refuses again; what did not reach it may do so later.
      retry: (failures, error) => !(error instanceof Refused) && failures < mostRetries,
      staleTime: 15_000,
    },
  },
});
