import { ApiError } from '../lib/errors.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { actingAs, anonymous } from '../rules/capabilities.ts';
import { gather, validateLeniently } from './arguments.ts';
import type { Call } from './call.ts';
import { emptyTree } from './params.ts';
import { isReadMethod } from './request.ts';
import type { Endpoint, Registry, RoutePath } from './routing/registry.ts';

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
    if (endpoint.requiresLogin && call.caller === anonymous) continue;
    const input = validateLeniently({ endpoint, routePath }, bag, options.withDefaults);
    if (await permits(() => endpoint.permit(input, callFor(endpoint, call)))) allowed.push(...endpoint.methods);
  }
  return allowed;
}

/** What a credential may write is asked as if it wrote, also in answers to reads. */
function callFor({ methods }: Endpoint, call: Call): Call {
  if (call.caller.ceiling === null) return call;
  return { ...call, caller: actingAs(call.caller, { isReading: methods.every(isReadMethod) }) };
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

/**
 * The methods a caller may use at the path of an item that is being shown to them. A visitor who reads may only read on,
 * which needs no look at the item.
 */
export function methodsForShown(path: string, call: Call, registry: Registry): MaybePromise<readonly string[]> {
  const match = registry.find('GET', path);
  if (!match) return [];
  const { routePath, endpoint } = match;
  const isOpen = routePath.endpoints.every((one) => one === endpoint || one.requiresLogin);
  const { method, query } = call.request;
  if (call.caller === anonymous && isOpen && isReadMethod(method) && query['password'] === undefined)
    return endpoint.methods;
  const bag = gather({ ...call.request, query: emptyTree() }, match, { kind: 'none' });
  return allowedMethods(routePath, bag, call, { withDefaults: true });
}
