import { ApiError } from '../../errors.ts';
import { anonymous } from '../../rules/caller.ts';
import { validateLeniently } from '../arguments.ts';
import type { Call } from '../call.ts';
import type { Endpoint, RoutePath } from './registry.ts';

/** The permission result of the request itself; a read does not change it, so it is reused. */
export interface Known {
  readonly endpoint: Endpoint;
  readonly permitted: boolean;
}

/** The methods this caller may use here with these parameters, in the order they are declared; empty for none. */
export async function allowedMethods(
  routePath: RoutePath,
  bag: Record<string, unknown>,
  call: Call,
  options: { withDefaults: boolean; known?: Known | null },
): Promise<string[]> {
  const allowed: string[] = [];
  for (const endpoint of routePath.endpoints) {
    if (endpoint === options.known?.endpoint) {
      if (options.known.permitted) allowed.push(...endpoint.methods);
      continue;
    }
    if (endpoint.membersOnly && call.caller === anonymous) continue;
    const input = validateLeniently({ endpoint, routePath }, bag, options.withDefaults);
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
