import { ApiError, errors } from '../lib/errors.ts';
import { actingAs, type Caller, type NotedChecks } from '../rules/capabilities.ts';
import type { Identified } from '../rules/credential.ts';
import { type Scope, scopesIn } from '../rules/scopes.ts';
import { validateLeniently } from './arguments.ts';
import type { Call } from './call.ts';
import { type ApiRequest, isReadMethod } from './request.ts';
import type { Match } from './routing/registry.ts';

/** Who sent the request, as reads and writes see them; a write notes what is checked against its credential. */
export function actingIn(
  { method }: Pick<ApiRequest, 'method'>,
  { caller, credential }: Identified,
): Identified & { readonly checks: NotedChecks | null } {
  const isReading = isReadMethod(method) || method === 'OPTIONS';
  const acting = actingAs(caller, { isReading });
  if (acting.ceiling === null || isReading) return { caller: acting, credential, checks: null };
  const checks = noChecks();
  return { caller: acting.ceiling.noting(checks), credential, checks };
}

const noChecks = (): NotedChecks => ({ missing: new Set(), isCovered: false });

interface Permitting {
  readonly call: Call;
  readonly checks: NotedChecks | null;
}

/** The permission check of a route, and what its writes need of the credential. */
export async function permit(
  { endpoint }: Pick<Match, 'endpoint'>,
  input: Record<string, unknown>,
  { call, checks }: Permitting,
): Promise<void> {
  await endpoint.permit(input, call);
  if (!checks) return;
  if (endpoint.scope !== 'any') requireScope(endpoint.scope, call, checks);
  // What was not needed after all is no reason for a refusal later on.
  checks.missing.clear();
}

/** No write passes unless a scope that allows writing covers it, whatever the account may do without a capability. */
function requireScope(stated: Scope | undefined, { caller: { ceiling } }: Call, checks: NotedChecks): void {
  if (ceiling === null) return;
  const isCovered = stated === undefined ? checks.isCovered || ceiling.scopes.has('settings') : ceiling.covers(stated);
  if (!isCovered) throw scopeMissing([stated ?? 'settings']);
}

const scopeMissing = (missing: readonly string[]): ApiError =>
  errors.rest_scope_missing(
    { scopes: missing },
    {
      details: { scopes: missing },
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${missing.join(' ')}"` },
    },
  );

/** The refusal with its reason, if it is the credential: the account itself would have been permitted. */
export async function scopeRefusal(
  error: ApiError,
  match: Match,
  bag: Record<string, unknown>,
  { call, checks }: Permitting,
): Promise<ApiError> {
  const { ceiling } = call.caller;
  if (ceiling === null || (error.status !== 'denied' && error.status !== 403)) return error;
  const input = validateLeniently(match, bag, true);
  const missing = checks?.missing ?? (await missingInRead(match, input, call));
  if (missing.size === 0 || error.code === 'rest_scope_missing') return error;
  const permits = async (caller: Caller) =>
    (await refusalOf(() => match.endpoint.permit(input, { ...call, caller }))) === null;
  if (!(await permits(ceiling.account))) return error;
  // A handler that refused by itself is not asked again.
  const all = scopesIn(missing);
  if (all.length > 1 && !(await permits(call.caller))) {
    for (const scope of all) if (await permits(ceiling.and(scope))) return scopeMissing([scope]);
  }
  return scopeMissing(all);
}

/** Whether a write that lacks a scope may be proposed instead. */
export const mayPropose = ({ code }: ApiError, { caller, request }: Call): boolean =>
  code === 'rest_scope_missing' && !isReadMethod(request.method) && caller.ceiling?.scopes.has('propose') === true;

/** A read that was refused is asked once more, by a caller that notes. */
async function missingInRead(match: Match, input: Record<string, unknown>, call: Call): Promise<ReadonlySet<Scope>> {
  const checks = noChecks();
  const caller = call.caller.ceiling?.noting(checks) ?? call.caller;
  await refusalOf(async () => {
    await match.endpoint.permit(input, { ...call, caller });
    await match.endpoint.handle(input, { ...call, caller });
  });
  return checks.missing;
}

async function refusalOf(work: () => unknown): Promise<ApiError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
