import { ApiError } from '../errors.ts';
import { validateLeniently } from './arguments.ts';
import type { Call } from './call.ts';
import type { Place } from './registry.ts';

/** The methods this caller may use here with these parameters, in the order they are declared; empty for none. */
export async function allowedMethods(
  place: Place,
  bag: Record<string, unknown>,
  call: Call,
  options: { withDefaults: boolean },
): Promise<string[]> {
  const allowed: string[] = [];
  for (const endpoint of place.endpoints) {
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
