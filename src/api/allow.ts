import { ApiError } from '../errors.ts';
import { validateLeniently } from './arguments.ts';
import type { Call } from './call.ts';
import type { Endpoint, Place } from './registry.ts';

/** What the request itself has shown already; a read leaves permission as it was. */
export interface Known {
  readonly endpoint: Endpoint;
  readonly permitted: boolean;
}

/** The methods this caller may use here with these parameters, in the order they are declared; empty for none. */
export async function allowedMethods(
  place: Place,
  bag: Record<string, unknown>,
  call: Call,
  options: { withDefaults: boolean; known?: Known | null },
): Promise<string[]> {
  const allowed: string[] = [];
  for (const endpoint of place.endpoints) {
    if (endpoint === options.known?.endpoint) {
      if (options.known.permitted) allowed.push(...endpoint.methods);
      continue;
    }
    const input = validateLeniently({ endpoint, place }, bag, options.withDefaults);
    if (await permits(() => endpoint.permit(input, call))) allowed.push(...endpoint.methods);
  }
  return allowed;
}

async function permits(check: () => void | Promise<void>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
